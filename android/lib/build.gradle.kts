// The library: the layer in Kotlin's manner, what uniffi writes, and the native libraries by cargo and Google's NDK.
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
            programs.exec {
                workingDir(workspace)
                environment("ANDROID_NDK_HOME", ndk.get().asFile.path)
                commandLine("cargo", "ndk", "--target", "arm64-v8a", "--target", "x86_64")
                args("--platform", oldestAndroid.get(), "--output-dir", output.get().asFile.path)
                args("build", "--locked", "--release", "--package", "trueghz-ffi", "--lib")
            }
        }
    }

/** Writes the Kotlin that calls the native library, from what that says of itself. */
abstract class KotlinBindings
    @Inject
    constructor(
        private val programs: ExecOperations,
    ) : DefaultTask() {
        @get:InputDirectory
        @get:PathSensitive(PathSensitivity.RELATIVE)
        abstract val libraries: DirectoryProperty

        @get:Internal
        abstract val workspace: DirectoryProperty

        @get:OutputDirectory
        abstract val output: DirectoryProperty

        @TaskAction
        fun generate() {
            val library = libraries.file("arm64-v8a/libtrueghz_ffi.so").get().asFile.path
            programs.exec {
                workingDir(workspace)
                commandLine("cargo", "run", "--locked", "--package", "trueghz-bindings-generator")
                args("--bin", "generate-kotlin", "--", "generate", library, "--language", "kotlin")
                args("--no-format", "--out-dir", output.get().asFile.path)
            }
        }
    }

val root = layout.projectDirectory.dir("../..")

val nativeLibraries =
    tasks.register<NativeLibraries>("nativeLibraries") {
        sources.from(root.file("Cargo.toml"), root.file("Cargo.lock"), root.dir("core"), root.dir("bindings"))
        workspace = root
        ndk = androidComponents.sdkComponents.ndkDirectory
        oldestAndroid = libs.versions.android.min.sdk.get().toInt()
    }

val kotlinBindings =
    tasks.register<KotlinBindings>("kotlinBindings") {
        libraries = nativeLibraries.flatMap(NativeLibraries::output)
        workspace = root
    }

androidComponents {
    onVariants { variant ->
        variant.sources.jniLibs?.addGeneratedSourceDirectory(nativeLibraries, NativeLibraries::output)
        variant.sources.kotlin?.addGeneratedSourceDirectory(kotlinBindings, KotlinBindings::output)
    }
}
