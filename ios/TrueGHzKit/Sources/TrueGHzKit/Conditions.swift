extension Conditions {
    /// No conditions are reported.
    static let nothing = Conditions(thermal: nil, thermalHeadroom: nil, powerSaving: nil, inBackground: nil)

    /// The heat alone.
    public static func thermal(_ status: ThermalStatus) -> Conditions {
        Conditions(thermal: status, thermalHeadroom: nil, powerSaving: nil, inBackground: nil)
    }

    /// Power saving alone.
    public static func powerSaving(_ isOn: Bool) -> Conditions {
        Conditions(thermal: nil, thermalHeadroom: nil, powerSaving: isOn, inBackground: nil)
    }

    /// Only whether another app is in front.
    public static func inBackground(_ isInBackground: Bool) -> Conditions {
        Conditions(thermal: nil, thermalHeadroom: nil, powerSaving: nil, inBackground: isInBackground)
    }

    /// Returns these conditions, replaced by the values that `later` contains.
    func updated(by later: Conditions) -> Conditions {
        Conditions(
            thermal: later.thermal ?? thermal,
            thermalHeadroom: later.thermalHeadroom ?? thermalHeadroom,
            powerSaving: later.powerSaving ?? powerSaving,
            inBackground: later.inBackground ?? inBackground
        )
    }
}
