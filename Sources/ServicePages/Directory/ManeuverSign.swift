// The signs before the steps of directions.

/// The sign before each step, which adds nothing to its text. The map's page has the same.
enum ManeuverSign {
    /// Returns whether a step is a stop rather than a turn.
    static func isVisit(_ maneuver: String) -> Bool {
        maneuver == "esriDMTStop" || maneuver == "esriDMTDepart"
    }

    /// Returns the sign of a maneuver, such as `esriDMTTurnLeft`.
    static func sign(of maneuver: String) -> String {
        switch maneuver {
        case "esriDMTDepart": "○"
        case "esriDMTStop": "●"
        case "esriDMTTurnLeft", "esriDMTTurnLeftLeft", "esriDMTTurnLeftRight": "←"
        case "esriDMTTurnRight", "esriDMTTurnRightRight", "esriDMTTurnRightLeft": "→"
        case "esriDMTBearLeft", "esriDMTForkLeft", "esriDMTRampLeft": "↖"
        case "esriDMTBearRight", "esriDMTForkRight", "esriDMTRampRight", "esriDMTHighwayExit": "↗"
        case "esriDMTSharpLeft": "↙"
        case "esriDMTSharpRight": "↘"
        case "esriDMTUTurn": "↶"
        case "esriDMTRoundabout": "↻"
        case "esriDMTFerry": "⛴"
        default: "↑"
        }
    }
}
