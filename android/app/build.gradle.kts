plugins {
    alias(libs.plugins.android.application)
}

/** The key of a release (tools/sign-apk.sh names the variables); without it the APK stays unsigned. */
val keystore: Provider<String> = providers.environmentVariable("TRUEGHZ_KEYSTORE")

/** The licences of all parts; Maven's build compares them with those that it finds (`make app-licences`). */
val licences: Directory = layout.projectDirectory.dir("src/licences")

android {
    namespace = "org.trueghz.app"
    compileSdk = libs.versions.android.compile.sdk.get().toInt()
    defaultConfig {
        applicationId = "org.trueghz.app"
        minSdk = libs.versions.android.min.sdk.get().toInt()
        targetSdk = libs.versions.android.target.sdk.get().toInt()
        testInstrumentationRunner = "androidx.test.runner.AndroidJUnitRunner"
        versionCode = libs.versions.app.version.code.get().toInt()
        versionName = libs.versions.app.version.name.get()
        // JNA's archive holds more.
        ndk.abiFilters += listOf("arm64-v8a", "x86_64")
    }
    androidResources.localeFilters += listOf("en", "de")
    sourceSets.named("main") {
        res.srcDir(licences.dir("res"))
        assets.srcDir(licences.dir("assets"))
    }
    compileOptions {
        sourceCompatibility = JavaVersion.VERSION_1_8
        targetCompatibility = JavaVersion.VERSION_1_8
    }
    signingConfigs {
        register("release") {
            enableV1Signing = false
            enableV2Signing = true
            enableV3Signing = true
            if (keystore.isPresent) {
                val password = System.getenv("TRUEGHZ_KEYSTORE_PASSWORD")
                storeFile = file(keystore.get())
                storePassword = password
                keyAlias = System.getenv("TRUEGHZ_KEY_ALIAS")
                keyPassword = System.getenv("TRUEGHZ_KEY_PASSWORD") ?: password
            }
        }
    }
    buildTypes {
        release {
            isMinifyEnabled = true
            isShrinkResources = true
            proguardFiles(getDefaultProguardFile("proguard-android-optimize.txt"), "proguard-rules.pro")
            // Names of functions and lines beyond the bundle: without them Play shows crashes as addresses.
            ndk.debugSymbolLevel = "SYMBOL_TABLE"
            // Data that change from commit to commit would make each build differ.
            vcsInfo.include = false
            if (keystore.isPresent) signingConfig = signingConfigs["release"]
        }
    }
    // Compressed, as Maven's build packs them; the manifest then says that they are unpacked.
    packaging.jniLibs.useLegacyPackaging = true
    // Files of libraries for other systems and for tools; Maven's build packs none of it either.
    packaging.resources.excludes +=
        listOf("**/*.kotlin_builtins", "DebugProbesKt.bin", "META-INF/**", "*.json")
    // Layouts, words and pictures, for Robolectric.
    testOptions.unitTests.isIncludeAndroidResources = true
    // A list that Google alone can read.
    dependenciesInfo {
        includeInApk = false
        includeInBundle = false
    }
}

dependencies {
    implementation(project(":lib"))
    testImplementation(libs.coroutines)
    // For a computer, as the tests are.
    testImplementation(libs.jna)
    testImplementation(libs.kotlin.test.junit)
    testImplementation(libs.robolectric)
    androidTestImplementation(libs.androidx.test.runner)
}

tasks.withType<Test>().configureEach {
    dependsOn(":lib:testLibrary")
    val library = project(":lib").layout.buildDirectory.dir("test-library").get()
    maxHeapSize = "3g"
    // The newest of the Androids that `make app-test` takes: what one loads natively is in the others' way.
    systemProperty("robolectric.enabledSdks", libs.versions.android.target.sdk.get())
    systemProperty("jna.library.path", library.dir("debug").asFile.path)
    systemProperty("phones", library.dir("phones").asFile.path)
    systemProperty("vectors", layout.projectDirectory.dir("../../tests/vectors").asFile.path)
    systemProperty("screenshots", layout.buildDirectory.dir("screenshots").get().asFile.path)
    systemProperty("goldens", layout.projectDirectory.dir("src/test/goldens").asFile.path)
    systemProperty("shots", "goldens")
}
