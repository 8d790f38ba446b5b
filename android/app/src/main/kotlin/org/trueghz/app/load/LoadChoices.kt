package org.trueghz.app.load

import android.view.LayoutInflater
import android.view.ViewGroup
import android.widget.Button
import org.trueghz.SustainedLoad
import org.trueghz.app.R
import org.trueghz.app.model.LoadPlan
import org.trueghz.app.ui.Numbers

/** The duration of the load and the cores to be busy; a choice passes the plan to [chosen]. */
class LoadChoices(
    private val lengths: ViewGroup,
    private val loads: ViewGroup,
    private val numbers: Numbers,
    private val chosen: (LoadPlan) -> Unit,
) {
    private val context = lengths.context
    private var plan = LoadPlan()

    init {
        LoadPlan.LENGTHS.forEach { minutes ->
            val label = context.getString(R.string.sustained_minutes, numbers.count(minutes.toULong()))
            add(lengths, label) { chosen(plan.copy(minutes = minutes)) }
        }
        SustainedLoad.entries.forEach { load ->
            add(loads, context.getString(label(load))) { chosen(plan.copy(load = load)) }
        }
    }

    fun show(plan: LoadPlan) {
        this.plan = plan
        LoadPlan.LENGTHS.forEachIndexed { place, minutes ->
            lengths.getChildAt(place).isSelected = minutes == plan.minutes
        }
        SustainedLoad.entries.forEachIndexed { place, load ->
            loads.getChildAt(place).isSelected = load == plan.load
        }
    }

    private fun add(
        group: ViewGroup,
        label: String,
        pressed: () -> Unit,
    ) {
        LayoutInflater.from(context).inflate(R.layout.choice, group)
        val choice = group.getChildAt(group.childCount - 1) as Button
        choice.text = label
        choice.setOnClickListener { pressed() }
    }

    private fun label(load: SustainedLoad): Int =
        when (load) {
            SustainedLoad.ONE -> R.string.sustained_load_one
            SustainedLoad.KIND -> R.string.sustained_load_kind
            SustainedLoad.ALL -> R.string.sustained_load_all
        }
}
