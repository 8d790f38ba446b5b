package org.trueghz.app

import android.graphics.Bitmap
import android.graphics.Canvas
import android.graphics.Color
import android.graphics.Paint
import android.graphics.Rect
import org.junit.Assume.assumeTrue
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.annotation.Config
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.readPicture
import org.trueghz.app.support.writeTo
import java.io.File

/** All pictures on one sheet, for inspection. By its name it runs after those that draw them. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class, sdk = [36])
class ScreenshotsSheet {
    @Test
    fun `put all on one sheet`() {
        assumeTrue("all pictures are asked for", System.getProperty("shots") == "all")
        val folder = File(Screenshots.property("screenshots"))
        val files =
            checkNotNull(
                folder.listFiles { file ->
                    file.extension == "png" && file.name != SHEET
                },
            ).sorted()
        rows(files).writeTo(File(folder, SHEET))
    }

    /** A picture and its name, as high as all others. */
    private class Framed(
        val picture: Bitmap,
        val name: String,
    ) {
        val width = picture.width * HEIGHT / picture.height
    }

    private fun rows(files: List<File>): Bitmap {
        val rows = mutableListOf<MutableList<Framed>>(mutableListOf())
        for (file in files) {
            val framed = Framed(file.readPicture(), file.nameWithoutExtension)
            if (rows.last().sumOf { it.width + GAP } + framed.width > WIDTH) rows += mutableListOf<Framed>()
            rows.last() += framed
        }
        val sheet = Bitmap.createBitmap(WIDTH + GAP, rows.size * ROW, Bitmap.Config.ARGB_8888)
        val canvas = Canvas(sheet).apply { drawColor(Color.GRAY) }
        rows.forEachIndexed { index, row -> draw(canvas, row, index * ROW) }
        return sheet
    }

    private fun draw(
        canvas: Canvas,
        row: List<Framed>,
        top: Int,
    ) {
        val smooth = Paint(Paint.FILTER_BITMAP_FLAG)
        val label =
            Paint(Paint.ANTI_ALIAS_FLAG).apply {
                color = Color.WHITE
                textSize = LABEL
            }
        var left = GAP
        for (framed in row) {
            val place = Rect(left, top + GAP, left + framed.width, top + GAP + HEIGHT)
            canvas.drawBitmap(framed.picture, null, place, smooth)
            canvas.drawText(framed.name, left.toFloat(), place.bottom + LABEL, label)
            left += framed.width + GAP
        }
    }

    private companion object {
        const val SHEET = "sheet.png"
        const val WIDTH = 3600
        const val HEIGHT = 480
        const val GAP = 16
        const val LABEL = 16f
        const val ROW = HEIGHT + 3 * GAP
    }
}
