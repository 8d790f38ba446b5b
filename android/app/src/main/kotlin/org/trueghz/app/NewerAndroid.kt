package org.trueghz.app

/**
 * Calls symbols that Android has only since [api]; the caller checks the version first.
 *
 * The check of all other code against the oldest Android leaves these alone, so each stands in a small file
 * of its own.
 */
@Retention(AnnotationRetention.BINARY)
@Target(AnnotationTarget.CLASS, AnnotationTarget.FUNCTION)
annotation class NewerAndroid(
    val api: Int,
)
