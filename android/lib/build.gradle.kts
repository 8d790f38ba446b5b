// The library: the layer in Kotlin's manner, what uniffi writes, and the native libraries by cargo and NDK.
// Its tests run in Maven's build.
plugins {
    alias(libs.plugins.android.library)
}

android {
    namespace = "org.trueghz"
    compileSdk = libs.versions.android.target.sdk.get().toInt()
    ndkVersion = libs.versions.android.ndk.get()
    defaultConfig {
        minSdk = libs.versions.android.min.sdk.get().toInt()
        consumerProguardFiles("../aar/src/proguard.txt")
    }
    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_1_8
        targetCompatibility = JavaVersion.VERSION_1_8
    }
}

dependencies {
    api(libs.coroutines)
    implementation(variantOf(libs.jna) { artifactType("aar") })
}

/** Builds the native library for each processor: needs rustup's targets, and `cargo install cargo-ndk`. */
abstract class NativeLibraries
    @Inject
    constructor(
        private val programs: ExecOperations,
    ) : DefaultTask() {
        @get:InputFiles
        @get:PathSensitive(PathSensitivity.RELATIVE)
        abstract val sources: ConfigurableFileCollection

        @get:Internal
        abstract val workspace: DirectoryProperty

        @get:Internal
        abstract val ndk: DirectoryProperty

        @get:Input
        abstract val oldestAndroid: Property<Int>

        /** A folder for each processor, as Android names them. */
        @get:OutputDirectory
        abstract val output: DirectoryProperty

        @TaskAction
        fun build() {
            // The builder's folders stay out of panic messages, as in Maven's build (tools/lib.sh): the same
            // sources give the same library anywhere.
            val cargoHome = System.getenv("CARGO_HOME") ?: "${System.getProperty("user.home")}/.cargo"
            val folders = listOf("${workspace.get().asFile.canonicalPath}/=", "$cargoHome/registry/src/=")
            val remapped = folders.joinToString("\u001f") { "--remap-path-prefix=$it" }
            programs.exec {
                workingDir(workspace)
                environment("CARGO_ENCODED_RUSTFLAGS", remapped)
                environment("ANDROID_NDK_HOME", ndk.get().asFile.path)
                commandLine("cargo", "ndk", "--target", "arm64-v8a", "--target", "x86_64")
                args("--platform", oldestAndroid.get(), "--output-dir", output.get().asFile.path)
                args("build", "--locked", "--release", "--package", "trueghz-ffi", "--lib")
            }
        }
    }

/** Writes the Kotlin that calls the native library, from what one for this computer says of itself. */
abstract class KotlinBindings
    @Inject
    constructor(
        private val programs: ExecOperations,
    ) : DefaultTask() {
        @get:InputFiles
        @get:PathSensitive(PathSensitivity.RELATIVE)
        abstract val sources: ConfigurableFileCollection

        @get:Internal
        abstract val workspace: DirectoryProperty

        @get:OutputDirectory
        abstract val output: DirectoryProperty

        @TaskAction
        fun generate() {
            cargo("build", "--locked", "--package", "trueghz-ffi")
            // Releases are stripped of what the generator reads.
            val library = temporaryDir.resolve("debug/${System.mapLibraryName("trueghz_ffi")}").path
            val out = output.get().asFile.path
            val written = arrayOf("--language", "kotlin", "--no-format", "--out-dir", out)
            val generator = arrayOf("--package", "trueghz-bindings-generator", "--bin", "generate-kotlin")
            cargo("run", "--locked", *generator, "--", "generate", library, *written)
        }

        private fun cargo(vararg arguments: String) {
            programs.exec {
                workingDir(workspace)
                environment("CARGO_TARGET_DIR", temporaryDir.path)
                commandLine("cargo", *arguments)
            }
        }
    }

val root = layout.projectDirectory.dir("../..")

val rust = files(root.file("Cargo.toml"), root.file("Cargo.lock"), root.dir("core"), root.dir("bindings"))

val nativeLibraries =
    tasks.register<NativeLibraries>("nativeLibraries") {
        sources.from(rust)
        workspace = root
        ndk = androidComponents.sdkComponents.ndkDirectory
        oldestAndroid = libs.versions.android.min.sdk.get().toInt()
    }

val kotlinBindings =
    tasks.register<KotlinBindings>("kotlinBindings") {
        sources.from(rust)
        workspace = root
    }

androidComponents {
    onVariants { variant ->
        variant.sources.jniLibs?.addGeneratedSourceDirectory(nativeLibraries, NativeLibraries::output)
        variant.sources.kotlin?.addGeneratedSourceDirectory(kotlinBindings, KotlinBindings::output)
    }
}
