package org.trueghz.app.support

import android.app.Activity
import android.graphics.Bitmap
import android.graphics.BitmapFactory
import android.graphics.Canvas
import android.graphics.Color
import java.awt.image.BufferedImage
import java.awt.image.IndexColorModel
import java.io.File
import javax.imageio.ImageIO
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

/**
 * Keeps it in so little room as 256 colours take: the most frequent ones of a screen, the rest as the next of
 * them.
 */
fun Bitmap.keepIn(file: File) {
    val pixels = pixels()
    val colors = palette(pixels)
    val place = IntArray(1 shl COLOR_BITS) { UNKNOWN }
    val picture = BufferedImage(width, height, BufferedImage.TYPE_BYTE_INDEXED, model(colors))
    for (index in pixels.indices) {
        val coarse = coarse(pixels[index])
        if (place[coarse] == UNKNOWN) place[coarse] = nearest(pixels[index], colors)
        picture.raster.setSample(index % width, index / width, 0, place[coarse])
    }
    file.parentFile.mkdirs()
    check(ImageIO.write(picture, "png", file)) { "no PNG can be written" }
}

/** Colours that are as good as one. */
private fun coarse(color: Int): Int =
    (Color.red(color) shr 3 shl 10) or (Color.green(color) shr 3 shl 5) or (Color.blue(color) shr 3)

/** The most frequent colour of each that are as good as one. */
private fun palette(pixels: IntArray): IntArray {
    val exact = pixels.toList().groupingBy { it }.eachCount()
    val alike = exact.entries.groupBy { coarse(it.key) }.values
    val frequent = alike.sortedByDescending { group -> group.sumOf { it.value } }.take(PALETTE)
    return frequent.map { group -> group.maxBy { it.value }.key }.toIntArray()
}

private fun model(colors: IntArray): IndexColorModel {
    fun channel(of: (Int) -> Int) = ByteArray(colors.size) { of(colors[it]).toByte() }
    return IndexColorModel(8, colors.size, channel(Color::red), channel(Color::green), channel(Color::blue))
}

private fun nearest(
    color: Int,
    colors: IntArray,
): Int =
    colors.indices.minBy { place ->
        channels.sumOf { of -> (of(color) - of(colors[place])).let { it * it } }
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
private const val COLOR_BITS = 15
private const val UNKNOWN = -1

/** Of 255: fonts are smoothed a little differently from one processor to another. */
private const val CLEARLY = 24
