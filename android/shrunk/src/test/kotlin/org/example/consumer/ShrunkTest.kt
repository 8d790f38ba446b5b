package org.example.consumer

import java.io.File
import java.util.concurrent.TimeUnit
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotEquals
import kotlin.test.assertTrue

class ShrunkTest {
    private val out = File(System.getProperty("out"))
    private val library = System.getProperty("jna.library.path")
    private val classPath = System.getProperty("surefire.test.class.path").split(File.pathSeparator)
    private val java = File(System.getProperty("java.home"), "bin/java").path

    /** The parts that an app packs: the program, the library, and the library's dependencies. */
    private val packed =
        listOf(System.getProperty("program")) +
            classPath.filter { entry -> PACKED.any { it in entry } }

    private class Ended(
        val status: Int,
        val said: String,
    )

    private fun run(vararg command: String): Ended {
        val log = File.createTempFile("run", ".log", out)
        val process = ProcessBuilder(*command).redirectErrorStream(true).redirectOutput(log).start()
        val ended = process.waitFor(LIMIT_S, TimeUnit.SECONDS)
        if (!ended) process.destroyForcibly()
        return Ended(process.waitFor(), log.readText()).also { log.delete() }
    }

    private fun shrink(
        name: String,
        rules: String,
    ): File {
        val jar = out.resolve("$name.jar")
        val configuration = out.resolve("$name.pro")
        val jmods = File(System.getProperty("java.home"), "jmods")
        val modules = listOf("java.base", "java.logging", "java.desktop").map { jmods.resolve("$it.jmod") }
        configuration.writeText(
            packed.joinToString("") { "-injars '$it'(!META-INF/**,!module-info.class)\n" } +
                modules
                    .filter(
                        File::exists,
                    ).joinToString("") { "-libraryjars '$it'(!**.jar;!module-info.class)\n" } +
                "-outjars '$jar'\n-printmapping '${out.resolve("$name.map")}'\n" +
                "-keep class org.example.consumer.MainKt { public static void main(java.lang.String[]); }\n" +
                // Android's own classes are not here, and coroutines bring rules of their own to an app.
                "-dontwarn android.**,java.lang.instrument.**,sun.misc.**,org.codehaus.mojo.**\n-dontnote\n" +
                // As Android's own settings for ProGuard: its optimisation breaks coroutines.
                "-dontoptimize\n" +
                "-keepclassmembers class kotlinx.coroutines.** { volatile <fields>; }\n" + rules,
        )
        val ended =
            run(
                java,
                "-cp",
                classPath.joinToString(File.pathSeparator),
                "proguard.ProGuard",
                "@$configuration",
            )
        assertEquals(0, ended.status, ended.said)
        return jar
    }

    private fun start(jar: File) =
        run(
            java,
            "-Djava.library.path=$library",
            "-Djna.library.path=$library",
            "-cp",
            jar.path,
            "org.example.consumer.MainKt",
            System.getProperty("recording"),
        )

    @Test
    fun `what an app packs is complete`() {
        assertEquals(1 + PACKED.size, packed.size, packed.joinToString("\n"))
    }

    @Test
    fun `the shrunk program measures, watches, replays and fails as it should`() {
        val ended = start(shrink("shrunk", File(System.getProperty("rules")).readText()))
        assertEquals(0, ended.status, ended.said)
        val firstWords = ended.said.lines().map { it.substringBefore(' ') }
        val expected = listOf("detached", "watched", "replayed", "warned", "written", "refused:")
        assertTrue(firstWords.containsAll(expected), ended.said)
        val mapping = out.resolve("shrunk.map").readLines()
        val meter = mapping.single { it.startsWith("org.trueghz.Meter ->") }
        assertNotEquals("org.trueghz.Meter:", meter.substringAfter("-> "), "names really are gone")
    }

    @Test
    fun `without the rules it does not work, so that they are what is tested`() {
        val ended = start(shrink("unruled", "-dontwarn\n"))
        assertNotEquals(0, ended.status, ended.said)
        assertTrue("UnsatisfiedLinkError" in ended.said, ended.said)
    }

    private companion object {
        /** For what would never end: ProGuard takes some ten seconds, the program one. */
        const val LIMIT_S = 180L

        val PACKED =
            listOf(
                "trueghz/classes",
                "trueghz-ffi/classes",
                "/jna-",
                "/kotlin-stdlib-",
                "/kotlinx-coroutines-core-",
                "/annotations-",
            )
    }
}
