package org.trueghz.app

import android.app.Application
import android.os.Build
import android.os.Handler
import android.os.Looper
import android.os.PowerManager
import android.os.SystemClock
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asCoroutineDispatcher
import org.trueghz.AndroidPlatform
import org.trueghz.app.model.DeviceInstrument
import org.trueghz.app.model.Instrument
import org.trueghz.app.model.KeepChoice
import org.trueghz.app.model.Measurements
import org.trueghz.app.model.ReadingHistory
import org.trueghz.app.model.Surroundings
import org.trueghz.app.system.BatteryLook
import org.trueghz.app.system.Foreground
import org.trueghz.app.system.HeadroomWatch
import org.trueghz.app.system.PowerWatch
import org.trueghz.app.ui.localeStyle
import java.io.File
import java.util.concurrent.Executor

/** The process: what outlives a screen. */
open class TrueGhzApp : Application() {
    /** The thread that draws. */
    private val main = Handler(Looper.getMainLooper()).let { Executor(it::post).asCoroutineDispatcher() }

    open val measurements: Measurements by lazy {
        measurements(DeviceInstrument { AndroidPlatform.attach(this) })
    }

    private val power by lazy { PowerWatch(this) { measurements.tell(it) } }

    protected fun measurements(instrument: Instrument): Measurements {
        val file = File(filesDir, "history.jsonl")
        val style = { localeStyle(this) }
        val history = ReadingHistory(file, KeepChoice(this), style, main, Dispatchers.IO)
        val stores = Measurements.Stores(cacheDir)
        val surroundings = Surroundings(BatteryLook(this)::now, SystemClock::elapsedRealtime, style)
        val made = Measurements(instrument, stores, history, surroundings, main, Dispatchers.IO)
        watchHeadroom(made)
        return made
    }

    /** Only a load asks for it: each question goes to another process. */
    private fun watchHeadroom(measurements: Measurements) {
        if (Build.VERSION.SDK_INT < Build.VERSION_CODES.R) return
        val headroom = HeadroomWatch(getSystemService(PowerManager::class.java), measurements::tell)
        val loads = measurements.loads
        loads.listen { if (loads.isRunning) headroom.start() else headroom.stop() }
    }

    override fun onCreate() {
        super.onCreate()
        registerActivityLifecycleCallbacks(
            Foreground { inFront ->
                measurements.inFront(inFront)
                if (inFront) power.start() else power.stop()
            },
        )
    }
}
