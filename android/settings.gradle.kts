// The conventional build, for Android Studio, the Play Store and F-Droid: Google's plugin, D8, R8 and NDK.
// The project's own build on Linux without them is Maven's (pom.xml). What both say is compared by
// tests/verify/tests/artifacts/gradle.rs.
pluginManagement {
    repositories {
        google()
        mavenCentral()
        gradlePluginPortal()
    }
}

dependencyResolutionManagement {
    repositoriesMode = RepositoriesMode.FAIL_ON_PROJECT_REPOS
    repositories {
        google()
        mavenCentral()
    }
}

rootProject.name = "TrueGHz"
include(":lib", ":app")
