package org.trueghz.app

import android.content.Intent
import android.os.BatteryManager
import android.os.Looper
import android.os.PowerManager
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config
import org.robolectric.annotation.Implementation
import org.robolectric.annotation.Implements
import org.robolectric.shadows.ShadowPowerManager
import org.trueghz.Battery
import org.trueghz.PowerSource
import org.trueghz.app.support.RecordedInstrument
import org.trueghz.app.support.RecordedLoad
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.facts
import org.trueghz.app.support.loadToTheEnd
import org.trueghz.app.support.loadUntil
import org.trueghz.app.support.openLoad
import org.trueghz.app.support.recorded
import org.trueghz.app.support.words
import org.trueghz.app.system.BatteryLook
import java.time.Duration
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFalse

/** Other reports of the system while a load goes on. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class LoadSurroundingsTest {
    /** Tells how near throttling is, and counts who asks. */
    @Implements(value = PowerManager::class, minSdk = 30)
    class Headroom : ShadowPowerManager() {
        @Implementation(minSdk = 30)
        fun getThermalHeadroom(
            @Suppress("unused") seconds: Int,
        ): Float {
            asked += 1
            return told
        }

        companion object {
            var asked = 0
            var told = 0.5f
        }
    }

    private fun phone(): RecordedInstrument =
        recorded("three-kinds").also { it.load = RecordedLoad.of("load-throttles") }

    private fun battery(
        status: Int,
        decidegrees: Int? = null,
        plugged: Int = 0,
    ) {
        val said =
            Intent(Intent.ACTION_BATTERY_CHANGED)
                .putExtra(BatteryManager.EXTRA_STATUS, status)
                .putExtra(BatteryManager.EXTRA_PLUGGED, plugged)
        decidegrees?.let { said.putExtra(BatteryManager.EXTRA_TEMPERATURE, it) }
        @Suppress("DEPRECATION")
        TestApp.now.sendStickyBroadcast(said)
    }

    @Test
    fun `the battery's words are the system's`() {
        recorded("three-kinds")
        val look = BatteryLook(TestApp.now)
        val ac = BatteryManager.BATTERY_PLUGGED_AC
        val said =
            listOf(
                BatteryManager.BATTERY_STATUS_DISCHARGING to 0,
                BatteryManager.BATTERY_STATUS_CHARGING to ac,
                BatteryManager.BATTERY_STATUS_FULL to ac,
                BatteryManager.BATTERY_STATUS_FULL to 0,
                BatteryManager.BATTERY_STATUS_NOT_CHARGING to ac,
                BatteryManager.BATTERY_STATUS_UNKNOWN to 0,
            ).map { (status, plugged) ->
                battery(status, 301, plugged)
                look.now()
            }
        val (own, charging, full) = PowerSource.entries
        assertEquals(listOf(own, charging, full, own, null, null), said.map { it.power })
        assertEquals(setOf<Int?>(301), said.map { it.decidegrees }.toSet())
    }

    @Test
    fun `a device that tells nothing has no row for it`() {
        val instrument = phone()
        val screen = openLoad().get()
        assertEquals(Battery(null, null), BatteryLook(TestApp.now).now())
        instrument.load = instrument.load.told(0..1_000) { it.copy(thermalHeadroom = null) }
        instrument.loadUntil(10)
        assertEquals(emptyMap(), screen.facts())
    }

    @Test
    fun `power, the battery's temperature and the heat's headroom stand below the number`() {
        val instrument = phone()
        instrument.load = instrument.load.told(0..1_000) { it.copy(thermalHeadroom = 0.724) }
        battery(BatteryManager.BATTERY_STATUS_DISCHARGING, 314)
        val screen = openLoad().get()
        instrument.loadUntil(10)
        val rows =
            mapOf(
                "Throttling threshold" to "72 % reached",
                "Power" to "battery",
                "Battery temperature" to "31.4 °C",
            )
        assertEquals(rows, screen.facts())
    }

    @Test
    fun `in the end it shows between what the battery was, and that it was charging`() {
        val instrument = phone()
        battery(BatteryManager.BATTERY_STATUS_CHARGING, 314, BatteryManager.BATTERY_PLUGGED_AC)
        val screen = openLoad().get()
        instrument.loadUntil(10)
        assertEquals("charging", screen.facts()["Power"])
        assertContains(screen.words(), "The device is charging", "it can still be unplugged")
        battery(BatteryManager.BATTERY_STATUS_DISCHARGING, 362)
        instrument.loadToTheEnd()
        assertEquals("31.4 to 36.2 °C", screen.facts()["Battery temperature"])
        assertContains(screen.words(), "The device is charging")
        assertFalse("Power" in screen.facts())
    }

    @Test
    @Config(minSdk = 30, shadows = [Headroom::class])
    fun `the headroom is asked for while a load goes on, and only then`() {
        Headroom.asked = 0
        val instrument = phone()
        openLoad()
        assertEquals(0, Headroom.asked)
        instrument.loadUntil(1)
        assertEquals(0.5, instrument.told.last { it.thermalHeadroom != null }.thermalHeadroom)
        Headroom.told = Float.NaN
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(5))
        Headroom.told = 1.25f
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(5))
        assertEquals(listOf(0.5, 1.25), instrument.told.mapNotNull { it.thermalHeadroom })
        instrument.loadToTheEnd()
        val before = Headroom.asked
        shadowOf(Looper.getMainLooper()).idleFor(Duration.ofSeconds(60))
        assertEquals(before, Headroom.asked)
    }
}
