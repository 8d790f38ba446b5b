package org.trueghz.app.ui

import org.trueghz.Verdict
import org.trueghz.app.R

/** The small sign next to a verdict's words: colour is never the only sign. */
fun sign(verdict: Verdict): Int =
    when (verdict) {
        Verdict.STEADY -> R.drawable.ic_check
        Verdict.VARYING -> R.drawable.ic_varying
        Verdict.UNCONFIRMED -> R.drawable.ic_unconfirmed
        Verdict.REFUSED -> R.drawable.ic_refused
    }
