package org.trueghz.app.model

import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.withContext

/** Reason why a file could not be opened. */
class NotOpened(
    val kind: Failure.Kind,
    cause: Throwable? = null,
) : Exception(cause)

/**
 * The reading of a file of raw data, which was measured somewhere else or at another time.
 *
 * @param scope of the thread that draws, on which alone this may be called.
 * @param files where files may be read.
 */
class OpenedFile(
    private val instrument: Instrument,
    private val scope: CoroutineScope,
    private val files: CoroutineDispatcher,
) {
    /** The contents of the last file. */
    var model = MeasureModel()
        private set

    /** Lets core make the report of what [text] reads. */
    fun open(text: () -> String) {
        val opened = MeasureModel()
        model = opened
        opened.start()
        scope.launch {
            val failure =
                try {
                    failureOf {
                        val windows = withContext(files) { text() }
                        opened.done(instrument.replay(windows), windows)
                    }
                } catch (not: NotOpened) {
                    Failure(not.kind, not.message.orEmpty())
                }
            if (failure != null) opened.fail(failure)
        }
    }

    /** There was nothing to be read. */
    fun fail(failure: Failure) {
        model = MeasureModel().apply { start() }
        model.fail(failure)
    }
}
