package org.trueghz.app

import android.content.Intent
import android.content.pm.PackageManager
import android.graphics.Insets
import android.os.PowerManager
import android.view.View
import android.view.WindowInsets
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.RobolectricTestRunner
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config
import org.trueghz.ThermalStatus
import org.trueghz.app.details.DetailsActivity
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.idle
import org.trueghz.app.support.open
import org.trueghz.app.support.openMeasure
import org.trueghz.app.support.recorded
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** The system's notifications to the app, and the app's queries of the system. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class)
class SystemTest {
    private val power
        get() = TestApp.now.getSystemService(PowerManager::class.java)

    @Test
    fun `power saving is told at the start and when it changes`() {
        val instrument = recorded("three-kinds")
        shadowOf(power).setIsPowerSaveMode(true)
        val screen = openMeasure()
        assertEquals(true, instrument.told.last { it.powerSaving != null }.powerSaving)
        shadowOf(power).setIsPowerSaveMode(false)
        TestApp.now.sendBroadcast(Intent(PowerManager.ACTION_POWER_SAVE_MODE_CHANGED))
        idle()
        assertEquals(false, instrument.told.last { it.powerSaving != null }.powerSaving)
        screen.pause().stop()
        shadowOf(power).setIsPowerSaveMode(true)
        TestApp.now.sendBroadcast(Intent(PowerManager.ACTION_POWER_SAVE_MODE_CHANGED))
        idle()
        assertEquals(
            false,
            instrument.told.last { it.powerSaving != null }.powerSaving,
            "nobody looks any more",
        )
    }

    @Test
    @Config(minSdk = 29)
    fun `heat is told in each of the system's seven steps`() {
        val instrument = recorded("three-kinds")
        openMeasure()
        val told =
            (PowerManager.THERMAL_STATUS_NONE..PowerManager.THERMAL_STATUS_SHUTDOWN).map { status ->
                shadowOf(power).setCurrentThermalStatus(status)
                idle()
                instrument.told.last { it.thermal != null }.thermal
            }
        assertEquals<List<ThermalStatus?>>(ThermalStatus.entries, told)
    }

    @Test
    @Config(minSdk = 30)
    fun `screens keep clear of bars and cutouts, and lists scroll under the bar below`() {
        recorded("three-kinds")
        val bars =
            WindowInsets
                .Builder()
                .setInsets(WindowInsets.Type.systemBars(), Insets.of(0, 72, 0, 48))
                .setInsets(WindowInsets.Type.displayCutout(), Insets.of(90, 0, 0, 0))
                .build()
        for (screen in listOf(openMeasure().get(), open(DetailsActivity::class.java).get())) {
            val root = screen.findViewById<View>(R.id.root)!!
            val bottom = screen.findViewById<View>(R.id.bottom)!!
            val before = bottom.paddingBottom
            root.dispatchApplyWindowInsets(bars)
            root.dispatchApplyWindowInsets(bars)
            assertEquals(
                listOf(90, 72, 0, 0),
                with(root) {
                    listOf(paddingLeft, paddingTop, paddingRight, paddingBottom)
                },
            )
            assertEquals(before + 48, bottom.paddingBottom, "once, however often it is told")
        }
    }

    @Test
    fun `no permission is asked for, and only the first screen and that of files are open to others`() {
        recorded("three-kinds")
        val flags =
            PackageManager.GET_PERMISSIONS or PackageManager.GET_ACTIVITIES or PackageManager.GET_PROVIDERS
        val app = TestApp.now.packageManager.getPackageInfo(TestApp.now.packageName, flags)
        assertTrue(app.requestedPermissions.isNullOrEmpty())
        val exported =
            app.activities
                .orEmpty()
                .filter { it.exported }
                .map { it.name }
        val first = listOf("org.trueghz.app.measure.MeasureActivity", "org.trueghz.app.opened.OpenedActivity")
        assertEquals(first, exported)
        assertTrue(app.providers.orEmpty().none { it.exported })
        assertEquals(14, app.activities?.size)
    }
}
