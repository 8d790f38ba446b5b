"""What can be checked of the iPhone app without Apple's tools. Each check returns what it found wrong."""
