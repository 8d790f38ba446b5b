package org.trueghz.app.share

import android.content.Context
import android.content.res.Configuration
import android.graphics.Bitmap
import android.graphics.Canvas
import android.util.DisplayMetrics
import android.view.ContextThemeWrapper
import android.view.LayoutInflater
import android.view.View
import org.trueghz.LoadScreen
import org.trueghz.app.R
import org.trueghz.app.load.LoadResultView
import org.trueghz.app.measure.CoreCards
import org.trueghz.app.measure.Hero
import org.trueghz.app.measure.Notes
import org.trueghz.app.model.MeasureState
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.Words
import org.trueghz.app.ui.text
import org.trueghz.isUrgent
import org.trueghz.machineNames
import org.trueghz.version
import java.io.ByteArrayOutputStream

/** A reading or a load as a picture: of one width on every device, by day or by night as it is seen. */
class Picture(
    context: Context,
) {
    private val context: Context =
        ContextThemeWrapper(context.createConfigurationContext(paper(context)), R.style.App)

    /** Draws [state]; [isFromFile] if it was measured elsewhere. */
    fun draw(
        state: MeasureState,
        isFromFile: Boolean = false,
    ): Bitmap {
        val report = checkNotNull(state.report) { "nothing to draw" }
        val words = Words(context)
        val numbers = Numbers(context.resources.configuration.locales[0])
        val view = page(R.layout.picture, report.version)
        Hero(view, words, numbers, onPaper = true).show(state, report.machine)
        CoreCards(view.findViewById(R.id.cores)!!, words, numbers, chosen = null).show(state)
        val first = listOf(fromFile(context)).filter { isFromFile }
        Notes(view.findViewById(R.id.notes)!!, words) { !it.isUrgent }.show(state.cores, first)
        view.text(R.id.machine).text = words.machine(machineNames(report.machine))
        return bitmap(view)
    }

    /** Draws the result of a load. */
    fun draw(load: LoadScreen): Bitmap {
        val view = page(R.layout.load_picture, version())
        LoadResultView(view).show(load)
        return bitmap(view)
    }

    private fun page(
        layout: Int,
        version: String,
    ): View {
        val view = LayoutInflater.from(context).inflate(layout, null)
        // A view that is in no window does not know in which direction its language is read.
        view.layoutDirection = context.resources.configuration.layoutDirection
        view.text(R.id.footer).text = context.getString(R.string.share_card_footer, version)
        return view
    }

    private fun bitmap(view: View): Bitmap {
        val width = View.MeasureSpec.makeMeasureSpec(WIDTH_PX, View.MeasureSpec.EXACTLY)
        view.measure(width, View.MeasureSpec.makeMeasureSpec(0, View.MeasureSpec.UNSPECIFIED))
        view.layout(0, 0, view.measuredWidth, view.measuredHeight)
        val bitmap = Bitmap.createBitmap(view.width, view.height, Bitmap.Config.ARGB_8888)
        view.draw(Canvas(bitmap))
        return bitmap
    }

    companion object {
        /** As wide as messengers show pictures without making them smaller; 540 dp at this density. */
        private const val WIDTH_PX = 1080
        private const val BEST = 100

        private fun paper(context: Context) =
            Configuration(context.resources.configuration).apply {
                densityDpi = DisplayMetrics.DENSITY_XHIGH
                fontScale = 1f
            }

        fun png(bitmap: Bitmap): ByteArray {
            val bytes = ByteArrayOutputStream()
            bitmap.compress(Bitmap.CompressFormat.PNG, BEST, bytes)
            return bytes.toByteArray()
        }
    }
}
