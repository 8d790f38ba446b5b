package org.trueghz

import org.jetbrains.kotlin.abi.tools.AbiFilters
import org.jetbrains.kotlin.abi.tools.AbiTools
import java.io.File
import kotlin.test.Test
import kotlin.test.assertTrue

/** Compares the library's public surface with the recorded one: `make kotlin-api` writes it. */
class ApiTest {
    private val list = File(System.getProperty("vectors"), "../../docs/api/trueghz-kotlin.txt")

    /**
     * The public classes of both modules, without what uniffi needs for itself. What the compiler adds to
     * each data class would make the list twice as long, and shows nothing that the properties do not.
     */
    private fun surface(): String {
        val classes =
            listOf(Meter::class, Reading::class)
                .map { it.java.protectionDomain.codeSource }
                .map { File(it.location.toURI()) }
                .distinct()
                .flatMap { place -> place.walk().filter { it.extension in setOf("class", "jar") } }
        val filters = AbiFilters(emptySet(), OWN.map { "org.trueghz.$it" }.toSet(), emptySet(), emptySet())
        val text = StringBuilder()
        AbiTools.getInstance().printJvmDump(text, classes, filters)
        val blocks = text.toString().split("\n\n").filter { it.isNotBlank() && !it.matches(COMPANION) }
        val lines = blocks.flatMap { it.trim().lines() }
        return lines.filterNot(ADDED::containsMatchIn).joinToString("\n", postfix = "\n")
    }

    @Test
    fun `the public surface is the recorded one`() {
        val found = surface()
        assertTrue("public final class org/trueghz/Meter " in found, "no list of classes")
        if (System.getProperty("api") == "write") list.writeText(found)
        val recorded = list.readText()
        val gone = recorded.lines().toSet() - found.lines().toSet()
        val added = found.lines().toSet() - recorded.lines().toSet()
        // Not as a whole, which is long.
        assertTrue(recorded == found, "gone: $gone, new: $added; make kotlin-api, if that is meant")
    }

    private companion object {
        /** Uniffi's own. */
        val OWN =
            listOf("FfiConverter**", "RustBuffer**", "Uniffi**", "*Impl**", "NoHandle**", "Disposable**")

        /** A companion in which there is nothing. */
        val COMPANION = Regex("""\s*public final class \S+[$]Companion \{\s*\}\s*""")

        /** The `copy` of a history suspends. */
        val ADDED =
            listOf(
                """ (component\d+[-\w]*|equals|hashCode|toString|valueOf|values|getEntries) \(""",
                """ copy[-\w$]* \((?!.*Continuation)""",
                """ field Companion """,
            ).joinToString("|").toRegex()
    }
}
