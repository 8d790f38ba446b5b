/// The app's own words: entries of the string catalog. What core names by a code is a ``CodedWord``.
public enum Word: String, CaseIterable, Sendable {
    case appName, appSentence
    case doStart, doStop, doAgain, doShare, doDetails, doHow, doClose
    case doSelect, doCancel, doCompare, doDelete, doDeleteAll, doShareAll
    case stateReady, stateWarming, stateMeasuring, stateEnding, stateEndedInBackground
    case stateOtherRunning
    case measureTitle
    case stateCoreOf, stateKinds
    case numberNone, numberUncertainty, numberUncertaintyAndVerdict, numberWithUncertainty
    case numberBetween, numberAverage
    case numberClaimBelow, numberClaimSame, numberClaimAbove
    case numberPublishedBelow, numberPublishedSame, numberPublishedAbove
    case numberSpoken, numberRange, numberAtLeast, numberAtLeastOf, numberAtLeastSpoken
    case errorNoClock, errorNoThread, errorNoCore, errorNotARecording, errorOtherSchema
    case errorDefect, errorDefectAdvice
    case chipUnknown, chipUnknownNamed, machineLine
    case coreOne, coreRange, coreUnknown, corePerformance, coreEfficiency, coreTitle
    case cardClaim, cardClaimCompared, cardClaimNone, cardPublished, cardPublishedCompared
    case cardTightLoop, cardWaiting
    case curveTitle, curveTime, curveClaimed, curvePublished, curveAfter
    case curveFindingReached, curveFindingFell, curveFindingAlreadyAtClock, curveFindingMoved
    case curveFindingWarmUpIncomplete
    case thermalLine
    case allTitle, allSentence, allScale, allByKind, allNotReached, allNotMeasured, allProgress, allDone
    case allWatch, allWatchSentence, allRound, allStrip, allStripSteady, allStripMoved
    case allEndedEarly, allEndedInBackground
    case sustainedTitle
    case thermalLabel
    case instructionsTitle, instructionsSentence, instructionsSearch, instructionsSearchNone
    case instructionsProgress, instructionsDone, instructionsEndedEarly, instructionsClock
    case instructionsLatency, instructionsLatencyFromTo, instructionsLatencyWith
    case instructionsThroughput, instructionsCycles, instructionsPublished
    case instructionsPublishedDiffers, instructionsShapesDiffer, instructionsBeside
    case instructionsBesideNone, instructionsDifferCount, instructionsOnlyDiffering
    case instructionsNearest, instructionsNearestOr, instructionsNearestNear
    case instructionsNearestTooFar, instructionsNearestOtherClock, instructionsNearestTooFew
    case detailsTitle, detailsNumber, detailsVerdict, detailsMeasured, detailsInterval
    case detailsRepeatable, detailsRange, detailsFromTo, detailsState, detailsStateShare
    case detailsEffective, detailsClaimed, detailsPublished
    case detailsChains, detailsChainsSentence, detailsChain, detailsCycles
    case detailsClock, detailsClockRate, detailsTick, detailsAccess, detailsTolerance
    case detailsToleranceAssumed, detailsToleranceKernel
    case detailsNs, detailsMs, detailsPpm, detailsPpmExplained
    case detailsWindows, detailsWindowsKept
    case detailsHistogram, detailsHistogramAxis, detailsHistogramKept, detailsHistogramDropped
    case detailsHistogramBeyond
    case detailsUncertainty, detailsQuantisation, detailsBatchSpread, detailsChainDisagreement
    case detailsUndetected
    case detailsTime, detailsWarmUp, detailsFirstNumber, detailsElapsed
    case detailsJson, detailsUnknown, detailsVersion
    case claimSourceLabel
    case reachFull, reachHeldDown
    case lowLabel, lowDriverLimit, lowPowerSaving, lowHeat, lowUndervoltage, lowGovernor, lowBoostOff
    case lowBusyCores, lowQuota, lowNoneReported
    case shareTitle, shareText, shareImage, shareJson, shareCsv, shareWindows, shareCardFooter
    case openedTitle, openedText, openedAdvice, openedReading, openedUnreadable, openedTooLarge
    case historyTitle, historyKeep, historyKeepOff, historyKeepOn, historyEmpty, historyDamaged
    case historyOtherVersions
    case historyFailed, historyChooseTwo, historySelected, historyDeleteSelected, historyDeleteAll
    case compareTitle, compareEarlier, compareLater, compareDifference, comparePercent
    case compareWithinUncertainty, compareWithinTolerance, compareBeyond, compareNone
    case compareOnlyEarlier, compareOnlyLater, compareNoCommonCore
    case howTitle, howMethodTitle, howMethod1, howMethod2, howMethod3, howMethod4
    case howLimitsTitle, howLimits1, howLimits2, howLimits3, howLimitsApple
    case howPrivacyTitle, howPrivacy, howCreditsTitle, howCredits, howLicencesTitle, howLicences

    /// The catalog's key: the case's name in the catalog's spelling.
    public var key: String { snakeCase(rawValue) }
}

/// `curveFinding1` as `curve_finding_1`: how catalog and core spell what Swift spells so.
func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { spelt, character in
        if character.isUppercase || character.isNumber { spelt += "_" }
        spelt += character.lowercased()
    }
}
