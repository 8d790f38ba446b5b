package org.trueghz.app.model

import org.trueghz.NotLoadedException
import org.trueghz.TrueGhzException

/** Does [session], and says why it has no outcome where it has none. */
internal suspend fun failureOf(session: suspend () -> Unit): Failure? =
    try {
        session()
        null
    } catch (failed: TrueGhzException) {
        failure(failed)
    } catch (missing: NotLoadedException) {
        Failure(Failure.Kind.DEFECT, missing.message.orEmpty())
    }

private fun failure(exception: TrueGhzException): Failure {
    val kind =
        when (exception) {
            is TrueGhzException.NoClock -> Failure.Kind.NO_CLOCK
            is TrueGhzException.NoThread -> Failure.Kind.NO_THREAD
            is TrueGhzException.NoCore -> Failure.Kind.NO_CORE
            is TrueGhzException.NotARecording -> Failure.Kind.NOT_A_RECORDING
            is TrueGhzException.OtherSchema -> Failure.Kind.OTHER_SCHEMA
            else -> Failure.Kind.DEFECT
        }
    return Failure(kind, exception.message.orEmpty())
}
