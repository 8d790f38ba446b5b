package org.trueghz.app.support

import android.app.Activity
import android.graphics.Bitmap
import android.graphics.Canvas
import java.io.File

/** What the screen shows, without the system's bars. */
fun Activity.picture(): Bitmap {
    idle()
    val view = window.decorView
    val bitmap = Bitmap.createBitmap(view.width, view.height, Bitmap.Config.ARGB_8888)
    view.draw(Canvas(bitmap))
    return bitmap
}

fun Bitmap.writeTo(file: File) {
    file.parentFile.mkdirs()
    file.outputStream().use { compress(Bitmap.CompressFormat.PNG, 100, it) }
}
