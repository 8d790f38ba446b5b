package org.trueghz.app.load

import android.os.Bundle
import org.trueghz.SustainedLoad
import org.trueghz.app.model.LoadPlan

private const val MINUTES = "minutes"
private const val LOAD = "load"

/** Keeps [plan] for the case that the system ends the process. */
internal fun Bundle.keep(plan: LoadPlan) {
    putInt(MINUTES, plan.minutes.toInt())
    putString(LOAD, plan.load.name)
}

/** The saved plan; [otherwise] if none was saved. */
internal fun Bundle.plan(otherwise: LoadPlan): LoadPlan {
    val load = getString(LOAD) ?: return otherwise
    return LoadPlan(getInt(MINUTES).toUInt(), SustainedLoad.valueOf(load))
}
