package org.trueghz.app.model

/** The state of the history that the screens show. */
data class HistoryState(
    /** Whether new readings are kept; absent until it is known. */
    val keeps: Boolean? = null,
    /** The newest first; absent until they have been read. */
    val readings: List<KeptReading>? = null,
    /** Entries that cannot be read. */
    val damaged: ULong = 0uL,
    /** Entries that a later version wrote. */
    val newer: ULong = 0uL,
    /** Whether it could not be read when that was tried last. */
    val isUnread: Boolean = false,
    /** Whether something could not be written when that was tried last. */
    val isUnwritten: Boolean = false,
) {
    val failed: Boolean
        get() = isUnread || isUnwritten

    /** Whether there is nothing at all; not as long as that is not known. */
    val isEmpty: Boolean
        get() = readings?.isEmpty() == true && damaged + newer == 0uL
}
