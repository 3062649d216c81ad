// A maneuver as it is, for clients that have words of their own.

/// One of the maneuvers that an entry tells.
///
/// An entry may tell two at once and has one type. This is each of them by itself.
package struct ToldManeuver: Hashable, Sendable {
    package var type: ManeuverType
    /// Whether the road traveled so far ends at another one.
    package var endsRoad = false
    /// Whether a ramp is taken, also to leave a highway.
    package var takesRamp = false
    /// The name or number of the road taken, as signs have it; may be empty.
    package var road: String
    /// The name or number that ``road`` leaves out; may be empty.
    package var otherName: String
    /// The places on the sign over the road; may be empty.
    package var toward: String
    /// The number or name on the exit's sign; may be empty.
    package var exit = ""
    /// Which exit of a roundabout is taken, from 1.
    package var roundaboutExit: Int?
    /// The roundabout's own name; may be empty.
    package var roundabout: String
    /// The length of a roundabout that has a name of its own.
    package var ringCentimeters: Int64
    /// The road up to the next maneuver, as in ``DirectionsEntry/spans``.
    package var spans: [LegSpan]
    /// The spans' length.
    package var centimeters: Int64
}

extension ToldManeuver {
    /// - Parameter toward: The sign's places that the road does not repeat.
    init(_ maneuver: Maneuver, toward: String, along travel: Travel) {
        self.init(
            type: maneuver.type, road: maneuver.road.spoken,
            otherName: maneuver.road.alternative, toward: toward,
            roundabout: maneuver.place, ringCentimeters: maneuver.ringCentimeters,
            spans: travel.spans(of: maneuver.steps), centimeters: maneuver.centimeters)
        takesRamp = maneuver.action.mayBeExit
        if takesRamp { exit = maneuver.exit }
        switch maneuver.action {
        case .endOfRoad: endsRoad = true
        case .roundabout(let exit): roundaboutExit = exit
        default: break
        }
    }
}

extension Announcement {
    /// The maneuvers that it tells, in the order of travel; they cover ``steps``.
    var maneuvers: [Maneuver] {
        (maneuver.turns.isEmpty ? [maneuver] : maneuver.turns) + (second.map { [$0] } ?? [])
    }
}
