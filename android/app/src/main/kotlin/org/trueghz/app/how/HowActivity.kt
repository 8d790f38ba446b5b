package org.trueghz.app.how

import android.content.Intent
import android.os.Bundle
import org.trueghz.app.R
import org.trueghz.app.details.Sections
import org.trueghz.app.ui.ScreenActivity

/** The method in one page, its limits, what it stands on, and the terms of all parts. */
class HowActivity : ScreenActivity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        open(R.layout.column)
        val sections = Sections(view(R.id.bottom))
        for ((heading, paragraphs) in PAGE) {
            sections.section(heading) { paragraphs.forEach { paragraph(getString(it)) } }
        }
        sections.section(R.string.how_licences_title) {
            paragraph(getString(R.string.how_licences))
            resources.getStringArray(R.array.parts).forEachIndexed { place, part ->
                val (name, licence) = part.split(SEPARATOR)
                press(name, licence) { openTerms(name, place) }
            }
        }
    }

    private fun openTerms(
        name: String,
        place: Int,
    ) {
        val terms = Intent(this, TermsActivity::class.java)
        startActivity(terms.putExtra(TermsActivity.NAME, name).putExtra(TermsActivity.PLACE, place))
    }

    private companion object {
        const val SEPARATOR = "|"

        val PAGE =
            listOf(
                R.string.how_method_title to
                    listOf(
                        R.string.how_method_1,
                        R.string.how_method_2,
                        R.string.how_method_3,
                        R.string.how_method_4,
                    ),
                R.string.how_limits_title to
                    listOf(R.string.how_limits_1, R.string.how_limits_2, R.string.how_limits_3),
                R.string.how_privacy_title to listOf(R.string.how_privacy),
                R.string.how_credits_title to listOf(R.string.how_credits),
            )
    }
}
