package org.trueghz.app.how

import android.os.Bundle
import org.json.JSONObject
import org.trueghz.app.R
import org.trueghz.app.details.Sections
import org.trueghz.app.ui.ScreenActivity

/** The words of one part's licences. */
class TermsActivity : ScreenActivity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        title = intent.getStringExtra(NAME)
        open(R.layout.column)
        val place = intent.getIntExtra(PLACE, 0)
        val assets = applicationContext.assets
        measurements.offMain(
            { assets.open(BOOK).use { terms(it.readBytes().decodeToString(), place) } },
        ) { terms ->
            val sections = Sections(view(R.id.bottom))
            sections.section(R.string.how_licences_title) { terms.forEach(::terms) }
        }
    }

    /** The book names a part's texts by their places in the list of all. */
    private fun terms(
        book: String,
        place: Int,
    ): List<String> {
        val all = JSONObject(book)
        val part = all.getJSONArray("parts").getJSONObject(place)
        val places = part.getJSONArray("texts")
        val texts = all.getJSONArray("texts")
        return listOf(part.getString("source")).filter { it.isNotEmpty() } +
            (0 until places.length()).map { texts.getString(places.getInt(it)) }
    }

    companion object {
        const val NAME = "name"
        const val PLACE = "place"

        /** Made by `make app-licences`; its parts are in the order of the list on the screen before. */
        private const val BOOK = "licences.json"
    }
}
