buildscript {
    dependencies {
        // Android's plugin brings a Kotlin of its own; this is the one that Maven's build has.
        classpath(libs.kotlin.gradle.plugin)
    }
}

plugins {
    alias(libs.plugins.android.application) apply false
    alias(libs.plugins.android.library) apply false
}
