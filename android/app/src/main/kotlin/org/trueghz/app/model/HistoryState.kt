package org.trueghz.app.model

/** The state of the history that the screens show. */
data class HistoryState(
    /** Whether new readings are kept; absent until it is known. */
    val keeps: Boolean? = null,
    /** The newest first; absent until they have been read. */
    val readings: List<KeptReading>? = null,
    /** Entries that cannot be read. */
    val corrupt: ULong = 0uL,
    /** Entries that another version wrote. */
    val otherVersions: ULong = 0uL,
    /** Whether it could not be read when that was tried last. */
    val isUnread: Boolean = false,
    /** Whether something could not be written when that was tried last. */
    val isUnwritten: Boolean = false,
) {
    val failed: Boolean
        get() = isUnread || isUnwritten

    /** Whether there is nothing at all; not as long as that is not known. */
    val isEmpty: Boolean
        get() = readings?.isEmpty() == true && corrupt + otherVersions == 0uL
}
