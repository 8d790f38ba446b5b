package org.trueghz

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import kotlin.time.Duration
import kotlin.time.DurationUnit

/** The code of a verdict, with its English words. */
public val Verdict.words: Words
    get() = verdictWords(this)

/**
 * What to do about the reading's verdict, or how to read it; its code names the reading's other
 * findings. `null` if no action is needed, or if the reading was refused: then the reason has the
 * advice.
 */
public val Reading.advice: Words?
    get() = readingAdvice(this)

/** The code of a refusal, with its English words. */
public val RefusalReason.words: Words
    get() = reasonWords(this)

/** The code of a warning, with its English words. */
public val Warning.words: Words
    get() = warningWords(this)

/** Whether a warning changes the meaning of the number: it belongs at the number, the others below. */
public val Warning.isUrgent: Boolean
    get() = warningIsUrgent(this)

/** The reading's frequency to significant digits; `null` if it was refused. */
public val Reading.display: FrequencyDisplay?
    get() = readingDisplay(this)

/** Converts [duration] to cycles of the reading's core; `null` if the reading was refused. */
public fun Reading.cycles(duration: Duration): Interval? =
    org.trueghz.cycles(this, duration.toDouble(DurationUnit.NANOSECONDS))

/** Converts [cycles] of the reading's core to nanoseconds; `null` if the reading was refused. */
public fun Reading.nanoseconds(cycles: Double): Interval? = org.trueghz.nanoseconds(this, cycles)

/**
 * The report as JSON, as `docs/schema/trueghz-2.schema.json` describes it.
 *
 * @throws TrueGhzException if the core fails, which is a defect.
 */
public fun MeasurementReport.toJson(): String = reportJson(this)

/**
 * The report as CSV: a row for each core, units in the header.
 *
 * @throws TrueGhzException if the core fails, which is a defect.
 */
public fun MeasurementReport.toCsv(): String = reportCsv(this)

/**
 * The report as plain English text, for sharing.
 *
 * @throws TrueGhzException if the core fails, which is a defect.
 */
public fun MeasurementReport.toText(): String = reportText(this)

/**
 * The result in one line, in English.
 *
 * @throws TrueGhzException if the core fails, which is a defect.
 */
public val AnyReport.found: String
    get() = anyReportFound(this)

/**
 * The report as JSON, by the schema that it names.
 *
 * @throws TrueGhzException if the core fails, which is a defect.
 */
public fun AnyReport.toJson(): String = anyReportJson(this)

/**
 * The report as CSV, units in the header: a row for each core, window or reading.
 *
 * @throws TrueGhzException if the core fails, which is a defect.
 */
public fun AnyReport.toCsv(): String = anyReportCsv(this)

/**
 * The report as plain English text, for sharing.
 *
 * @throws TrueGhzException if the core fails, which is a defect.
 */
public fun AnyReport.toText(): String = anyReportText(this)

/**
 * Estimates recorded windows again ([EndedSession.windowsJson]), off the caller's thread.
 *
 * @throws TrueGhzException if the text is not a recording, or of a form that this version does not
 * read.
 * @throws NotLoadedException if this device cannot load the native library.
 */
public suspend fun replay(windowsJson: String): MeasurementReport =
    withContext(Dispatchers.Default) {
        NativeStart.start()
        replayBlocking(windowsJson)
    }
