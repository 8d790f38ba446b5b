package org.trueghz.app.compare

import android.os.Bundle
import android.view.ViewGroup
import org.trueghz.CoreName
import org.trueghz.MeasurementReport
import org.trueghz.app.R
import org.trueghz.app.details.Sections
import org.trueghz.app.model.Comparison
import org.trueghz.app.model.finished
import org.trueghz.app.ui.Numbers
import org.trueghz.app.ui.ReadingWords
import org.trueghz.app.ui.ScreenActivity
import org.trueghz.app.ui.Words

/** Two kept readings side by side, and by how much they differ, core by core. */
class CompareActivity : ScreenActivity() {
    private lateinit var words: ReadingWords
    private lateinit var cells: ContrastCells

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        open(R.layout.column)
        val codes = Words(this)
        val numbers = Numbers(resources.configuration.locales[0])
        words = ReadingWords(this, codes, numbers)
        cells = ContrastCells(this, codes, words, numbers)
        val (one, other) = intent.getLongArrayExtra(TIMES)!!.map { it.toULong() }
        measurements.history.compare(one, other, ::fill)
    }

    private fun fill(comparison: Comparison?) {
        val column = view<ViewGroup>(R.id.bottom)
        column.removeAllViews()
        with(Sections(column)) {
            if (comparison == null) line(getString(R.string.history_failed)) else show(comparison)
        }
    }

    private fun Sections.show(comparison: Comparison) {
        val (earlier, later) = comparison.earlier to comparison.later
        section(heading = null) {
            val pair = add(R.layout.sides)
            cells.showTime(pair.findViewById(R.id.earlier)!!, R.string.compare_earlier, earlier)
            cells.showTime(pair.findViewById(R.id.later)!!, R.string.compare_later, later)
        }
        val contrast = comparison.contrast
        if (contrast == null) return line(getString(R.string.compare_no_common_core))
        for (core in contrast.cores) {
            section(title(earlier.measurement, core.kind, core.first.cpu)) { cells.show(this, core) }
        }
        val onlyEarlier = contrast.onlyFirst.joinToString { title(earlier.measurement, it) }
        val onlyLater = contrast.onlyOther.joinToString { title(later.measurement, it) }
        if (onlyEarlier.isNotEmpty()) line(getString(R.string.compare_only_earlier, onlyEarlier))
        if (onlyLater.isNotEmpty()) line(getString(R.string.compare_only_later, onlyLater))
    }

    private fun title(
        report: MeasurementReport?,
        core: CoreName,
    ) = title(report, core.kind, core.cpu)

    /** As the reading's card names it: with the numbers of all cores of its kind. */
    private fun title(
        report: MeasurementReport?,
        kind: String,
        cpu: UInt?,
    ): String {
        val cores = report?.let { finished(it, windowsJson = null) }?.cores.orEmpty()
        val core = cores.find { it.kind == kind && it.reading?.cpu == cpu }
        return words.title(kind, core?.cpus.orEmpty())
    }

    companion object {
        /** The times of the two readings, as [longArrayOf]. */
        const val TIMES = "times"
    }
}
