package org.trueghz.app

import android.app.Application

/** The process: what outlives a screen. */
class TrueGhzApp : Application()
