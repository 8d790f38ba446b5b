package org.trueghz.app.support

import android.app.Activity
import android.graphics.Bitmap
import android.graphics.BitmapFactory
import android.graphics.Canvas
import android.graphics.Color
import android.graphics.Paint
import android.graphics.RectF
import android.graphics.Typeface
import android.graphics.text.LineBreaker
import android.text.Layout
import android.text.StaticLayout
import android.text.TextPaint
import org.trueghz.app.R
import java.awt.image.BufferedImage
import java.awt.image.IndexColorModel
import java.io.File
import javax.imageio.ImageIO
import kotlin.math.abs

/** The contents of the screen, without the system's bars. */
fun Activity.picture(): Bitmap {
    idle()
    val view = window.decorView
    val bitmap = Bitmap.createBitmap(view.width, view.height, Bitmap.Config.ARGB_8888)
    view.draw(Canvas(bitmap))
    return bitmap
}

/** This below a line of words, in a picture of this size. */
fun Bitmap.below(line: String): Bitmap {
    val whole = Bitmap.createBitmap(width, height, Bitmap.Config.ARGB_8888)
    val canvas = Canvas(whole)
    canvas.drawColor(TestApp.now.getColor(R.color.icon_top))
    val top = height * ABOVE
    val paint = TextPaint(Paint.ANTI_ALIAS_FLAG)
    paint.color = Color.WHITE
    paint.typeface = Typeface.DEFAULT_BOLD
    paint.textSize = top * OF_A_LINE
    val across = (width * (1 - ABOVE / 2)).toInt()
    val words =
        StaticLayout.Builder
            .obtain(line, 0, line.length, paint, across)
            .setAlignment(Layout.Alignment.ALIGN_CENTER)
            .setBreakStrategy(LineBreaker.BREAK_STRATEGY_BALANCED)
            .build()
    canvas.translate((width - across) / 2f, (top - words.height) / 2)
    words.draw(canvas)
    canvas.setMatrix(null)
    val left = width * ABOVE / 2
    canvas.drawBitmap(
        this,
        null,
        RectF(left, top, width - left, height.toFloat()),
        Paint(Paint.FILTER_BITMAP_FLAG),
    )
    return whole
}

/** The part of the picture that is above the screen, and of that the size of the text: two lines fit. */
private const val ABOVE = 0.14f
private const val OF_A_LINE = 0.27f

fun Bitmap.writeTo(file: File) {
    file.parentFile.mkdirs()
    file.outputStream().use { compress(Bitmap.CompressFormat.PNG, 100, it) }
}

/** Keeps it in as little room as 256 colours take: of those that are nearly alike the most frequent stays. */
fun Bitmap.keepIn(file: File) {
    val pixels = pixels()
    val counts = pixels.toList().groupingBy { it }.eachCount()
    val alike =
        (FINEST downTo 1).firstNotNullOf { bits ->
            counts.entries
                .groupBy { coarse(it.key, bits) }
                .values
                .takeIf { it.size <= PALETTE }
        }
    val colors = alike.map { group -> group.maxBy { it.value }.key }
    val place = alike.flatMapIndexed { index, group -> group.map { it.key to index } }.toMap()
    val picture = BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, model(colors))
    for (index in pixels.indices) {
        picture.raster.setSample(index % width, index / width, 0, place.getValue(pixels[index]))
    }
    file.parentFile.mkdirs()
    check(ImageIO.write(picture, "png", file)) { "no PNG can be written" }
}

/** The first bits of each channel. */
private fun coarse(
    color: Int,
    bits: Int,
): List<Int> = channels.map { it(color) shr (FINEST - bits) }

private fun model(colors: List<Int>): IndexColorModel {
    fun channel(of: (Int) -> Int) = ByteArray(colors.size) { of(colors[it]).toByte() }
    val (red, green, blue) = channels.map(::channel)
    return IndexColorModel(FINEST, colors.size, red, green, blue)
}

fun File.readPicture(): Bitmap = BitmapFactory.decodeFile(path)

/** As small as pictures are kept: small text can still be read. */
fun Bitmap.reduced(): Bitmap {
    val shorter = minOf(width, height)
    return Bitmap.createScaledBitmap(this, width * KEPT / shorter, height * KEPT / shorter, true)
}

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
): Boolean = one != other && channels.any { abs(it(one) - it(other)) > CLEARLY }

private val channels = listOf<(Int) -> Int>(Color::red, Color::green, Color::blue)

/** The shorter side, in pixels. */
private const val KEPT = 480

private const val PALETTE = 256

/** Bits of a channel, and of a place in the palette. */
private const val FINEST = 8

/** Of 255: fonts are smoothed a little differently from one processor to another. */
private const val CLEARLY = 24
