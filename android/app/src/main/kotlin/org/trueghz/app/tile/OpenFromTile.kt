package org.trueghz.app.tile

import android.app.PendingIntent
import android.content.Intent
import android.os.Build
import android.service.quicksettings.TileService
import org.trueghz.app.NewerAndroid

/** Opens [screen] in the place of the quick settings; since Android 14 that takes a pending intent. */
@NewerAndroid(api = Build.VERSION_CODES.UPSIDE_DOWN_CAKE)
internal fun TileService.openFromTile(screen: Intent) {
    val flags = PendingIntent.FLAG_IMMUTABLE or PendingIntent.FLAG_UPDATE_CURRENT
    startActivityAndCollapse(PendingIntent.getActivity(this, 0, screen, flags))
}
