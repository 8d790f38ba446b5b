// The library: the layer in Kotlin's manner, what uniffi writes, and the native libraries by cargo and NDK.
// Its tests run here as in Maven's build, which is the one that has been tried (`make kotlin-test`).
import java.io.ByteArrayOutputStream

plugins {
    alias(libs.plugins.android.library)
}

android {
    namespace = "org.trueghz"
    compileSdk = libs.versions.android.compile.sdk.get().toInt()
    ndkVersion = libs.versions.android.ndk.get()
    defaultConfig {
        minSdk = libs.versions.android.min.sdk.get().toInt()
        consumerProguardFiles("../aar/src/proguard.txt")
    }
    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_1_8
        targetCompatibility = JavaVersion.VERSION_1_8
    }
    // Contexts of the tests return defaults for everything that a test does not define.
    testOptions.unitTests.isReturnDefaultValues = true
}

dependencies {
    api(libs.coroutines)
    implementation(variantOf(libs.jna) { artifactType("aar") })
    testImplementation(libs.abi.tools)
    // For a computer, as the tests are.
    testImplementation(libs.jna)
    testImplementation(libs.junit.jupiter)
    testImplementation(libs.kotlin.reflect)
    testImplementation(libs.kotlin.test.junit5)
    testImplementation(libs.serialization)
    testRuntimeOnly(libs.junit.launcher)
}

/** A task that runs cargo in the workspace. */
abstract class CargoTask : DefaultTask() {
    @get:Inject
    abstract val programs: ExecOperations

    @get:InputFiles
    @get:PathSensitive(PathSensitivity.RELATIVE)
    abstract val sources: ConfigurableFileCollection

    @get:Internal
    abstract val workspace: DirectoryProperty

    @get:OutputDirectory
    abstract val output: DirectoryProperty

    @get:Internal
    protected val cargoHome: File
        get() = File(System.getenv("CARGO_HOME") ?: "${System.getProperty("user.home")}/.cargo")

    /**
     * Runs [program] of [arguments] and returns what it prints.
     *
     * Java looks for a program in the PATH of Gradle's daemon. Android Studio, started from a Mac's Dock, has
     * one without the folder of rustup's programs: so that folder is searched first, and leads the program's
     * own PATH.
     */
    protected fun run(
        vararg arguments: String,
        variables: Map<String, String> = emptyMap(),
    ): String {
        val program = arguments.first()
        val inherited = System.getenv("PATH").orEmpty().split(File.pathSeparator)
        val path = listOf(cargoHome.resolve("bin").path) + inherited
        val name = if (File.separatorChar == '\\') "$program.exe" else program
        val found = path.map { File(it, name) }.firstOrNull(File::canExecute)
        found ?: throw GradleException("$program is missing: install Rust by rustup, or set CARGO_HOME")
        val printed = ByteArrayOutputStream()
        programs.exec {
            workingDir(workspace)
            environment("PATH", path.joinToString(File.pathSeparator))
            environment(variables)
            standardOutput = printed
            commandLine(listOf(found.path) + arguments.drop(1))
        }
        return printed.toString().trim()
    }
}

/** Builds the native library for each processor: needs rustup's targets, and `cargo install cargo-ndk`. */
abstract class NativeLibraries : CargoTask() {
    @get:Internal
    abstract val ndk: DirectoryProperty

    @get:Input
    abstract val ndkVersion: Property<String>

    @get:Input
    abstract val oldestAndroid: Property<Int>

    /** Android's names of the processors, with Rust's. */
    @get:Input
    abstract val processors: MapProperty<String, String>

    @TaskAction
    fun build() {
        val targets = processors.get()
        for (target in targets.values) {
            val library = run("rustc", "--print", "target-libdir", "--target", "$target-linux-android")
            if (!File(library).isDirectory) {
                val all = targets.values.joinToString(" ") { "$it-linux-android" }
                val command = "in ${workspace.get()}: rustup target add $all"
                throw GradleException("Rust for Android is missing; $command")
            }
        }
        // The builder's folders stay out of panic messages, as in Maven's build (tools/lib.sh): the same
        // sources give the same library anywhere.
        val folders = listOf("${workspace.get().asFile.canonicalPath}/=", "$cargoHome/registry/src/=")
        val remapped = folders.joinToString("\u001f") { "--remap-path-prefix=$it" }
        // Names of functions stay in: Android's plugin moves them from the package to the symbols for Play.
        run(
            "cargo",
            "ndk",
            *targets.keys.flatMap { listOf("--target", it) }.toTypedArray(),
            "--platform",
            oldestAndroid.get().toString(),
            "--output-dir",
            output.get().asFile.path,
            *arrayOf("build", "--locked", "--release", "--package", "trueghz-ffi", "--lib"),
            variables =
                mapOf(
                    "ANDROID_NDK_HOME" to ndk.get().asFile.path,
                    "CARGO_ENCODED_RUSTFLAGS" to remapped,
                    "CARGO_PROFILE_RELEASE_STRIP" to "none",
                ),
        )
    }
}

/** Writes the Kotlin that calls the native library, from the metadata of one for this computer. */
abstract class KotlinBindings : CargoTask() {
    @TaskAction
    fun generate() {
        val target = mapOf("CARGO_TARGET_DIR" to temporaryDir.path)
        run("cargo", "build", "--locked", "--package", "trueghz-ffi", variables = target)
        // Releases are stripped of the metadata that the generator reads.
        val library = temporaryDir.resolve("debug/${System.mapLibraryName("trueghz_ffi")}").path
        val generator = arrayOf("--package", "trueghz-bindings-generator", "--bin", "generate-kotlin")
        val out = output.get().asFile.path
        val written = arrayOf("--language", "kotlin", "--no-format", "--out-dir", out)
        val generated = arrayOf("--", "generate", library, *written)
        run("cargo", "run", "--locked", *generator, *generated, variables = target)
    }
}

/** Builds this computer's library, which the tests of both modules load, and records the app's phones. */
abstract class TestLibrary : CargoTask() {
    @TaskAction
    fun build() {
        val folder = output.get().asFile
        val target = mapOf("CARGO_TARGET_DIR" to folder.path)
        val library = arrayOf("--package", "trueghz-ffi", "--features", "fault-injection")
        run("cargo", "build", "--locked", *library, variables = target)
        val phones = arrayOf("--package", "trueghz", "--example", "phones")
        val recordings = folder.resolve("phones").path
        run("cargo", "run", "--locked", *phones, "--", recordings, variables = target)
    }
}

val root = layout.projectDirectory.dir("../..")

val rust =
    files(
        root.file("Cargo.toml"),
        root.file("Cargo.lock"),
        root.file("rust-toolchain.toml"),
        root.dir("core"),
        root.dir("bindings"),
    )

tasks.withType<CargoTask>().configureEach {
    sources.from(rust)
    workspace = root
}

val nativeLibraries =
    tasks.register<NativeLibraries>("nativeLibraries") {
        ndk = androidComponents.sdkComponents.ndkDirectory
        ndkVersion = libs.versions.android.ndk
        oldestAndroid = libs.versions.android.min.sdk.get().toInt()
        processors = mapOf("arm64-v8a" to "aarch64", "x86_64" to "x86_64")
    }

val kotlinBindings = tasks.register<KotlinBindings>("kotlinBindings")

val testLibrary =
    tasks.register<TestLibrary>("testLibrary") { output = layout.buildDirectory.dir("test-library") }

androidComponents {
    onVariants { variant ->
        variant.sources.jniLibs?.addGeneratedSourceDirectory(nativeLibraries, NativeLibraries::output)
        variant.sources.kotlin?.addGeneratedSourceDirectory(kotlinBindings, KotlinBindings::output)
    }
}

tasks.withType<Test>().configureEach {
    dependsOn(testLibrary)
    useJUnitPlatform()
    val library = layout.buildDirectory.dir("test-library/debug").get().asFile.path
    systemProperty("jna.library.path", library)
    systemProperty("java.library.path", library)
    systemProperty("vectors", root.dir("tests/vectors").asFile.path)
    systemProperty("trueghz.version", libs.versions.app.version.name.get())
}
