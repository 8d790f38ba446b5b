package org.trueghz.app

import java.io.File

/**
 * The pictures that the stores show, the best first: the clock under load, a phone held down by
 * heat, each core, a reading, two readings compared. They are kept with the stores' texts.
 * Instructions are not among them: the tests' table has this host's instructions, not a phone's.
 */
object StoreShots {
    /** Google Play refuses a picture that is more than twice as high as wide. */
    private const val WINDOW = "w360dp-h720dp-xhdpi"
    private const val TABLET = "sw600dp-w960dp-h600dp-land-hdpi"

    private val SCREENS = listOf("load-done", "hot", "all-cores", "reading", "compare")

    /** Those of [states] that the stores show, in both languages and on a small tablet. */
    fun of(states: List<Shot>): List<Shot> =
        inFolder("en-US/images/phoneScreenshots", WINDOW, states) +
            inFolder("de-DE/images/phoneScreenshots", "de-$WINDOW", states) +
            inFolder("en-US/images/sevenInchScreenshots", TABLET, states)

    private fun inFolder(
        folder: String,
        qualifiers: String,
        states: List<Shot>,
    ): List<Shot> =
        SCREENS.mapIndexed { place, name ->
            // The names state that no device has drawn them.
            val file = "$folder/${place + 1}-$name-rendering"
            states.first { it.name == name }.copy(
                name = "stores/$file",
                qualifiers = qualifiers,
                golden = File(Screenshots.property("stores"), "$file.png"),
            )
        }
}
