package org.trueghz.app

import java.io.File

/**
 * The pictures that the stores show, the best first: the clock under load, a phone held down by
 * heat, each core, a reading, two readings compared; each below a line of words. They are kept with
 * the stores' texts.
 * Instructions are not among them: the tests' table has this host's instructions, not a phone's.
 */
object StoreShots {
    /** Google Play refuses a picture that is more than twice as high as wide. */
    private const val WINDOW = "w360dp-h720dp-xhdpi"
    private const val TABLET = "sw600dp-w960dp-h600dp-land-hdpi"

    /** The screens, with their lines in English and German. */
    private val SCREENS =
        listOf(
            "load-done" to
                listOf("How far the clock falls in five minutes", "Wie weit der Takt in fünf Minuten fällt"),
            "hot" to listOf("Held down by heat, and by how much", "Von Hitze gebremst, und wie stark"),
            "all-cores" to listOf("Each core, measured one by one", "Jeder Kern einzeln gemessen"),
            "reading" to listOf("The true clock with its ±", "Der wahre Takt mit ±"),
            "compare" to listOf("A difference, or chance?", "Ein Unterschied oder Zufall?"),
        )

    /** Those of [states] that the stores show, in both languages and on a small tablet. */
    fun of(states: List<Shot>): List<Shot> =
        inFolder("en-US/images/phoneScreenshots", WINDOW, states) { it.first() } +
            inFolder("de-DE/images/phoneScreenshots", "de-$WINDOW", states) { it.last() } +
            inFolder("en-US/images/sevenInchScreenshots", TABLET, states) { it.first() }

    private fun inFolder(
        folder: String,
        qualifiers: String,
        states: List<Shot>,
        line: (List<String>) -> String,
    ): List<Shot> =
        SCREENS.mapIndexed { place, (name, lines) ->
            // The names state that no device has drawn them.
            val file = "$folder/${place + 1}-$name-rendering"
            states.first { it.name == name }.copy(
                name = "stores/$file",
                qualifiers = qualifiers,
                golden = File(Screenshots.property("stores"), "$file.png"),
                line = line(lines),
            )
        }
}
