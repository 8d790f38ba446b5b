package org.trueghz.app.measure

import android.app.Activity
import android.os.Bundle
import org.trueghz.app.R

/** The first screen: one button, one number. */
class MeasureActivity : Activity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        setContentView(R.layout.measure)
    }
}
