package org.trueghz.app.share

import android.content.ActivityNotFoundException
import android.content.Intent
import android.graphics.Bitmap
import android.net.Uri
import android.os.Bundle
import android.view.View
import android.view.ViewGroup
import android.widget.ImageView
import android.widget.Toast
import org.trueghz.app.R
import org.trueghz.app.model.MeasureState
import org.trueghz.app.ui.ScreenActivity
import org.trueghz.app.ui.showIf
import org.trueghz.app.ui.text

/** Hands a reading on, or keeps it as a file. */
open class ShareActivity : ScreenActivity() {
    private var picture: Bitmap? = null

    /** The result that the picture shows, or will. */
    private var drawn: Any? = null

    /** The form that is being saved, while the user looks for a place. */
    private var saving: ShareFormat? = null

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        open(R.layout.share)
        saving = savedInstanceState?.getString(SAVING)?.let(ShareFormat::valueOf)
        val list = view<ViewGroup>(R.id.bottom)
        ShareFormat.entries.forEach { list.addView(row(it, list)) }
    }

    override fun onSaveInstanceState(outState: Bundle) {
        super.onSaveInstanceState(outState)
        outState.putString(SAVING, saving?.name)
    }

    override fun show(state: MeasureState) {
        if (state.report == null) return
        preview(state) { it.draw(state, isFromFile) }
        showForms { it.isIn(state) }
    }

    /** Shows those forms in which the result is there. */
    protected fun showForms(isThere: (ShareFormat) -> Boolean) {
        val list = view<View>(R.id.bottom)
        ShareFormat.entries.forEach { list.findViewWithTag<View>(it)!!.showIf(isThere(it)) }
    }

    /** Shows the picture of [result], which takes longer than a frame, unless it is shown already. */
    protected fun preview(
        result: Any,
        draw: (Picture) -> Bitmap,
    ) {
        if (result == drawn) return
        drawn = result
        picture = null
        val paper = Picture(this)
        measurements.offMain({ draw(paper) }) { made ->
            if (result != drawn) return@offMain
            picture = made
            view<ImageView>(R.id.preview).setImageBitmap(made)
        }
    }

    /** The function that makes the picture's file, of the picture shown if there is one. */
    protected fun png(draw: (Picture) -> Bitmap): () -> ByteArray {
        val finished = picture
        return { Picture.png(finished ?: draw(Picture(this))) }
    }

    private fun row(
        format: ShareFormat,
        list: ViewGroup,
    ): View {
        val row = layoutInflater.inflate(R.layout.format, list, false)
        val label = format.label(this)
        row.text(R.id.format).text = label
        row.tag = format
        val send = row.findViewById<View>(R.id.send)!!
        send.contentDescription = getString(R.string.share_this, label)
        send.setOnClickListener { send(format) }
        val save = row.findViewById<View>(R.id.save)!!
        save.contentDescription = getString(R.string.share_save_this, label)
        save.setOnClickListener { save(format) }
        return row
    }

    private fun send(format: ShareFormat) {
        val content = content(format) ?: return
        val failed = { say(R.string.share_not_sent) }
        // Text is for the message itself; who wants a file saves it.
        if (format == ShareFormat.TEXT) {
            return measurements.offMain({ content().decodeToString() }, failed) { text ->
                val send = Intent(Intent.ACTION_SEND).setType(format.mimeType)
                val message = send.putExtra(Intent.EXTRA_TEXT, text)
                startActivity(Intent.createChooser(message, title.toString()))
            }
        }
        measurements.offMain({ SharedFiles.write(applicationContext, format, content()) }, failed) { uri ->
            startActivity(format.send(uri, title.toString()))
        }
    }

    private fun say(words: Int) = Toast.makeText(this, words, Toast.LENGTH_LONG).show()

    private fun save(format: ShareFormat) {
        saving = format
        val create =
            Intent(Intent.ACTION_CREATE_DOCUMENT)
                .addCategory(Intent.CATEGORY_OPENABLE)
                .setType(format.mimeType)
                .putExtra(Intent.EXTRA_TITLE, format.fileName)
        try {
            startActivityForResult(create, SAVE)
        } catch (_: ActivityNotFoundException) {
            saving = null
            say(R.string.share_no_place)
        }
    }

    override fun onActivityResult(
        requestCode: Int,
        resultCode: Int,
        data: Intent?,
    ) {
        super.onActivityResult(requestCode, resultCode, data)
        val place = data?.data?.takeIf { requestCode == SAVE && resultCode == RESULT_OK }
        val format = saving
        saving = null
        if (place != null && format != null) write(format, place)
    }

    private fun write(
        format: ShareFormat,
        place: Uri,
    ) {
        val content = content(format) ?: return
        val resolver = applicationContext.contentResolver
        measurements.offMain(
            { checkNotNull(resolver.openOutputStream(place)).use { it.write(content()) } },
            failed = { say(R.string.share_not_saved) },
        ) { say(R.string.share_saved) }
    }

    /**
     * The function that makes the content, on any thread; null as long as there is nothing to
     * share.
     */
    protected open fun content(format: ShareFormat): (() -> ByteArray)? {
        val state = model.state
        if (state.report == null) return null
        val text = ReadingText(this, isFromFile)
        val picture = png { it.draw(state, isFromFile) }
        return { format.content(state, text, picture) }
    }

    private companion object {
        const val SAVING = "saving"
        const val SAVE = 1
    }
}
