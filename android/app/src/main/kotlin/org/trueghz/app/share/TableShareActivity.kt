package org.trueghz.app.share

import android.os.Bundle
import org.trueghz.app.instructions.InstructionWords
import org.trueghz.app.ui.Numbers
import org.trueghz.instructionsCsv
import org.trueghz.instructionsJson

/** Shares the last table of instructions. */
class TableShareActivity : TextShareActivity(setOf(ShareFormat.JSON, ShareFormat.CSV)) {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        val words = InstructionWords(this, Numbers(resources.configuration.locales[0]))
        val state = measurements.instructions.state
        preview(state.table?.let { words.done(state) })
    }

    override fun content(format: ShareFormat): (() -> ByteArray)? {
        val table = measurements.instructions.state.table ?: return null
        val isJson = format == ShareFormat.JSON
        return { (if (isJson) instructionsJson(table) else instructionsCsv(table)).toByteArray() }
    }
}
