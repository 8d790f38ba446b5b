package org.trueghz.app.support

import android.app.Activity
import android.graphics.Bitmap
import android.graphics.BitmapFactory
import android.graphics.Canvas
import android.graphics.Color
import java.io.File
import kotlin.math.abs

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

fun File.readPicture(): Bitmap = BitmapFactory.decodeFile(path)

/** As small as pictures are kept: large enough to see what moved. */
fun Bitmap.reduced(): Bitmap = Bitmap.createScaledBitmap(this, KEPT_WIDTH, height * KEPT_WIDTH / width, true)

/** The part of the pixels that are clearly other ones; 1 where the sizes differ. */
fun Bitmap.difference(other: Bitmap): Double {
    if (width != other.width || height != other.height) return 1.0
    val (these, those) = pixels() to other.pixels()
    return these.indices.count { clearlyOther(these[it], those[it]) } / these.size.toDouble()
}

private fun Bitmap.pixels() = IntArray(width * height).also { getPixels(it, 0, width, 0, 0, width, height) }

private fun clearlyOther(
    one: Int,
    other: Int,
): Boolean {
    val channels = listOf<(Int) -> Int>(Color::red, Color::green, Color::blue)
    return channels.any { abs(it(one) - it(other)) > CLEARLY }
}

private const val KEPT_WIDTH = 240

/** Of 255: fonts are smoothed a little differently from one processor to another. */
private const val CLEARLY = 24
