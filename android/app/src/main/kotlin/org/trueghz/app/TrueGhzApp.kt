package org.trueghz.app

import android.app.Application
import android.os.Handler
import android.os.Looper
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asCoroutineDispatcher
import org.trueghz.AndroidPlatform
import org.trueghz.app.model.DeviceInstrument
import org.trueghz.app.model.Instrument
import org.trueghz.app.model.KeepChoice
import org.trueghz.app.model.Measurements
import org.trueghz.app.model.ReadingHistory
import org.trueghz.app.model.ReadingStore
import org.trueghz.app.system.Foreground
import org.trueghz.app.system.PowerWatch
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
        val history = ReadingHistory(file, KeepChoice(this), main, Dispatchers.IO)
        return Measurements(instrument, ReadingStore(cacheDir), history, main, Dispatchers.IO)
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
