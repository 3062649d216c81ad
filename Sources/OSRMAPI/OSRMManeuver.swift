// Maneuvers in OSRM's words.

import Geo

/// A maneuver's type and modifier.
struct OSRMManeuver: Hashable, Sendable {
    var type: String
    var modifier: String?
    /// The number of a roundabout's exit.
    var exit: Int?

    /// Translates a maneuver from directions.
    ///
    /// - Parameters:
    ///   - wire: The type in directions, such as `esriDMTTurnLeft`.
    ///   - angle: Degrees by which the line turns to the right, from -180 to 180.
    ///   - keepsName: Whether the street keeps its name.
    ///   - side: The side on which a ramp leaves, or to which it merges: `left` or `right`; `nil`
    ///     if only the angle tells.
    init(_ wire: String, angle: Double, keepsName: Bool, side: String? = nil) {
        let turned = Self.modifier(angle)
        // The words of a turn follow its angle, unless it turns to the other side.
        func sided(_ plain: String, _ side: String) -> String {
            turned.hasSuffix(side) ? turned : plain
        }
        let toSide = side.map { sided("slight \($0)", $0) } ?? turned
        let onward = keepsName ? "continue" : "new name"
        let turn = keepsName ? "continue" : "turn"
        (type, modifier) =
            switch wire.replacing("esriDMT", with: "") {
            case "Straight": (onward, keepsName ? "straight" : turned)
            case "BearLeft": ("turn", sided("slight left", "left"))
            case "BearRight": ("turn", sided("slight right", "right"))
            case "TurnLeft": (turn, sided("left", "left"))
            case "TurnRight": (turn, sided("right", "right"))
            case "SharpLeft": (turn, sided("sharp left", "left"))
            case "SharpRight": (turn, sided("sharp right", "right"))
            case "UTurn": (turn, "uturn")
            case "Roundabout": ("roundabout", turned)
            case "HighwayMerge": ("merge", side.map { "slight \($0)" } ?? turned)
            case "HighwayExit": ("off ramp", toSide)
            case "HighwayChange": ("new name", turned)
            case "ForkCenter": ("fork", "straight")
            case "ForkLeft": ("fork", "slight left")
            case "ForkRight": ("fork", "slight right")
            case "RampLeft": ("on ramp", sided("slight left", "left"))
            case "RampRight": ("on ramp", sided("slight right", "right"))
            case "Ferry", "EndOfFerry": ("notification", turned)
            default: (onward, turned)
            }
    }

    /// Creates a departure or an arrival, without a modifier.
    init(_ type: String) { self.type = type }

    /// Returns the modifier for an angle, in degrees to the right.
    static func modifier(_ angle: Double) -> String {
        let side = angle < 0 ? "left" : "right"
        return switch abs(angle) {
        case ..<20: "straight"
        case ..<40: "slight \(side)"
        case ..<120: side
        case ..<175: "sharp \(side)"
        default: "uturn"
        }
    }
}
