package org.trueghz.app.share

import android.graphics.Bitmap
import android.os.Bundle
import android.widget.ImageView
import org.trueghz.LoadAction
import org.trueghz.LoadScreen
import org.trueghz.ShareForm
import org.trueghz.app.R
import org.trueghz.app.model.MeasureState

/** Shares the last load. */
class LoadShareActivity : ShareActivity() {
    private var picture: Bitmap? = null

    private val result: LoadScreen?
        get() =
            measurements.loads.state.screen
                ?.takeIf { it.canShare }

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        showForms { it == ShareFormat.IMAGE || it in FORMS }
        measurements.loads.act(LoadAction.Open)
        observe({ measurements.loads }) { result?.let(::preview) }
    }

    override fun show(state: MeasureState) = Unit

    private fun preview(load: LoadScreen) =
        measurements.offMain({ Picture(this).draw(load) }) { made ->
            picture = made
            view<ImageView>(R.id.preview).setImageBitmap(made)
        }

    override fun content(format: ShareFormat): (() -> ByteArray)? {
        val load = result ?: return null
        val finished = picture
        return {
            FORMS[format]?.let {
                measurements.loads
                    .shared(it)
                    .orEmpty()
                    .toByteArray()
            }
                ?: Picture.png(finished ?: Picture(this).draw(load))
        }
    }

    private companion object {
        val FORMS =
            mapOf(
                ShareFormat.TEXT to ShareForm.TEXT,
                ShareFormat.JSON to ShareForm.JSON,
                ShareFormat.CSV to ShareForm.CSV,
            )
    }
}
