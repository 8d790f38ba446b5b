package org.trueghz.app

import android.app.PendingIntent
import android.content.ComponentName
import android.content.Intent
import android.content.pm.PackageManager
import android.service.quicksettings.TileService
import org.junit.Test
import org.junit.runner.RunWith
import org.robolectric.Robolectric
import org.robolectric.RobolectricTestRunner
import org.robolectric.Shadows.shadowOf
import org.robolectric.annotation.Config
import org.robolectric.annotation.Implementation
import org.robolectric.annotation.Implements
import org.robolectric.shadows.ShadowTileService
import org.trueghz.app.measure.MeasureActivity
import org.trueghz.app.support.TestApp
import org.trueghz.app.support.idle
import org.trueghz.app.support.open
import org.trueghz.app.support.recorded
import org.trueghz.app.support.state
import org.trueghz.app.tile.MeasureTile
import kotlin.test.assertEquals
import kotlin.test.assertNotEquals
import kotlin.test.assertTrue

/** The tile of the quick settings. */
@RunWith(RobolectricTestRunner::class)
@Config(application = TestApp::class, shadows = [TileTest.CollapsingTile::class])
class TileTest {
    /** Robolectric's own knows the older way alone. */
    @Implements(TileService::class)
    class CollapsingTile : ShadowTileService() {
        @Implementation(minSdk = 34)
        fun startActivityAndCollapse(screen: PendingIntent) = screen.send()
    }

    @Test
    fun `a press opens the first screen, which measures`() {
        val instrument = recorded("three-kinds")
        val tile = Robolectric.buildService(MeasureTile::class.java).create().get()
        tile.onStartListening()
        tile.onClick()
        idle()
        val started = shadowOf(TestApp.now).nextStartedActivity
        assertEquals(MeasureActivity::class.java.name, started.component?.className)
        assertTrue(started.flags and Intent.FLAG_ACTIVITY_NEW_TASK != 0)
        open(MeasureActivity::class.java, started)
        assertTrue(state().running)
        assertEquals(1, instrument.sessions)
    }

    @Test
    fun `the system alone may bind it, and finds its name and sign`() {
        recorded("three-kinds")
        val manager = TestApp.now.packageManager
        val name = ComponentName(TestApp.now, MeasureTile::class.java)
        val info = manager.getServiceInfo(name, PackageManager.GET_META_DATA)
        assertTrue(info.exported)
        assertEquals("android.permission.BIND_QUICK_SETTINGS_TILE", info.permission)
        assertEquals("Measure clock", info.loadLabel(manager).toString())
        assertNotEquals(0, info.icon)
        val asked = Intent(TileService.ACTION_QS_TILE).setPackage(TestApp.now.packageName)
        assertEquals(1, manager.queryIntentServices(asked, 0).size)
    }
}
