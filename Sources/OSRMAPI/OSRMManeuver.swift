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
            switch wire {
            case "esriDMTStraight": (onward, keepsName ? "straight" : turned)
            case "esriDMTBearLeft": ("turn", sided("slight left", "left"))
            case "esriDMTBearRight": ("turn", sided("slight right", "right"))
            case "esriDMTTurnLeft": (turn, sided("left", "left"))
            case "esriDMTTurnRight": (turn, sided("right", "right"))
            case "esriDMTSharpLeft": (turn, sided("sharp left", "left"))
            case "esriDMTSharpRight": (turn, sided("sharp right", "right"))
            case "esriDMTUTurn": (turn, "uturn")
            case "esriDMTRoundabout": ("roundabout", turned)
            case "esriDMTHighwayMerge": ("merge", side.map { "slight \($0)" } ?? turned)
            case "esriDMTHighwayExit": ("off ramp", toSide)
            case "esriDMTHighwayChange": ("new name", turned)
            case "esriDMTForkCenter": ("fork", "straight")
            case "esriDMTForkLeft": ("fork", "slight left")
            case "esriDMTForkRight": ("fork", "slight right")
            case "esriDMTRampLeft": ("on ramp", sided("slight left", "left"))
            case "esriDMTRampRight": ("on ramp", sided("slight right", "right"))
            case "esriDMTFerry", "esriDMTEndOfFerry": ("notification", turned)
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
