package org.trueghz.app.how

import android.os.Bundle
import android.view.View
import android.view.ViewGroup
import android.widget.Button
import android.widget.TextView
import org.trueghz.app.R
import org.trueghz.app.details.Sections
import org.trueghz.app.ui.ScreenActivity

/** The method in one page, its limits, what it stands on, and the terms of all parts. */
class HowActivity : ScreenActivity() {
    private var termsAreOpen = false

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        open(R.layout.how)
        termsAreOpen = savedInstanceState?.getBoolean(TERMS_ARE_OPEN) ?: false
        val sections = Sections(view<ViewGroup>(R.id.bottom))
        for ((heading, paragraphs) in PAGE) {
            sections.section(heading) { paragraphs.forEach { paragraph(getString(it)) } }
        }
        sections.section(R.string.how_licences_title) {
            paragraph(getString(R.string.how_licences))
            for (part in resources.getStringArray(R.array.parts)) {
                val (name, licence) = part.split(SEPARATOR)
                row(name, licence)
            }
            fillTerms(add(R.layout.terms))
        }
    }

    override fun onSaveInstanceState(outState: Bundle) {
        super.onSaveInstanceState(outState)
        outState.putBoolean(TERMS_ARE_OPEN, termsAreOpen)
    }

    private fun fillTerms(terms: View) {
        val show = terms.findViewById<Button>(R.id.show)!!
        show.setOnClickListener {
            termsAreOpen = !termsAreOpen
            openTerms(terms)
        }
        openTerms(terms)
    }

    private fun openTerms(terms: View) {
        terms.findViewById<View>(R.id.terms)!!.visibility = if (termsAreOpen) View.VISIBLE else View.GONE
        terms
            .findViewById<Button>(
                R.id.show,
            )!!
            .setText(if (termsAreOpen) R.string.do_hide else R.string.how_terms)
        if (!termsAreOpen) return
        measurements.offMain(
            { resources.openRawResource(R.raw.terms).use { it.readBytes().decodeToString() } },
        ) {
            terms.findViewById<TextView>(R.id.terms)!!.text = it
        }
    }

    private companion object {
        const val TERMS_ARE_OPEN = "terms are open"

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
