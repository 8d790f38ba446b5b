package org.trueghz.app.tile

import android.content.Intent
import android.os.Build
import android.service.quicksettings.Tile
import android.service.quicksettings.TileService
import org.trueghz.app.measure.MeasureActivity

/** A tile of the quick settings: it opens the app, which then measures. */
class MeasureTile : TileService() {
    override fun onStartListening() {
        super.onStartListening()
        // Neither on nor off: a press does something once.
        qsTile?.apply { state = Tile.STATE_INACTIVE }?.updateTile()
    }

    override fun onClick() {
        super.onClick()
        // Who measures looks at the screen.
        if (isLocked) unlockAndRun(::measure) else measure()
    }

    private fun measure() {
        val screen =
            Intent(this, MeasureActivity::class.java)
                .setAction(MeasureActivity.ACTION_MEASURE)
                .addFlags(Intent.FLAG_ACTIVITY_NEW_TASK)
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE) {
            openFromTile(screen)
        } else {
            @Suppress("DEPRECATION", "StartActivityAndCollapseDeprecated")
            startActivityAndCollapse(screen)
        }
    }
}
