// What a driver understands of one step of the directions.

package import RouteAPI

/// A step of directions, read by its words and its type alone.
package struct DriverInstruction: Hashable, Sendable {
    /// What is to be done.
    package enum Action: Hashable, Sendable {
        case start
        case straight
        /// To a side, -1 for left and 1 for right, by so many degrees.
        case turn(side: Double, degrees: Double)
        case double(first: Double, second: Double)
        case turnBack
        /// Left, middle or right of the roads that lead onward.
        case fork(side: Double)
        /// Onto a ramp on a side, 0 without one.
        case ramp(side: Double)
        case merge
        /// Through a roundabout, by the exit counted; `nil` to stay in it.
        case ring(exit: Int?)
        case leaveRing
        case ferry
        case leaveFerry
        case stairs
    }

    package var action: Action
    package var text: String
    /// The names and numbers of the street that the words name.
    package var names: [String]
    /// The places that it leads to.
    package var places: [String]
    /// How far it is from the start, by the lengths of the steps before.
    package var centimeters: Int64

    /// Reads a step; `nil` for those that say nothing to do.
    package init?(_ step: DirectionStep, centimeters: Int64, isFirst: Bool) {
        let kind = String(step.maneuverType.dropFirst("esriDMT".count))
        func strings(_ type: String) -> [String] {
            step.strings.filter { $0.type == type }.map(\.string)
        }
        text = step.text
        names = strings("esriDSTStreetName") + strings("esriDSTAltName")
        places = strings("esriDSTToward").flatMap { $0.split(separator: ", ").map(String.init) }
        self.centimeters = centimeters
        let exit = strings("esriDSTExit").first.flatMap { Int($0) }
        guard let action = Self.action(kind, step.text, exit: exit, isFirst: isFirst) else {
            return nil
        }
        self.action = action
    }

    private static func action(
        _ kind: String, _ text: String, exit: Int?, isFirst: Bool
    ) -> Action? {
        let side = kind.hasSuffix("Left") ? -1.0 : kind.hasSuffix("Right") ? 1.0 : 0
        switch kind {
        case "Depart", "Stop": return nil
        case "BearLeft", "BearRight": return .turn(side: side, degrees: 30)
        case "TurnLeft", "TurnRight": return .turn(side: side, degrees: 90)
        case "SharpLeft", "SharpRight": return .turn(side: side, degrees: 150)
        case "TurnLeftLeft", "TurnLeftRight", "TurnRightLeft", "TurnRightRight":
            return .double(first: kind.hasPrefix("TurnLeft") ? -1 : 1, second: side)
        case "UTurn": return .turnBack
        case "ForkLeft", "ForkRight", "ForkCenter": return .fork(side: side)
        case "RampLeft", "RampRight": return .ramp(side: side)
        case "HighwayExit":
            return .ramp(side: text.contains(" left") ? -1 : text.contains(" right") ? 1 : 0)
        case "HighwayMerge": return .merge
        case "Roundabout": return .ring(exit: exit)
        case "Ferry": return .ferry
        case "EndOfFerry": return .leaveFerry
        case "Stairs": return .stairs
        default:
            if isFirst { return .start }
            if text.hasPrefix("Enter the roundabout") { return .ring(exit: nil) }
            if text.hasPrefix("Leave the roundabout") { return .leaveRing }
            return text.contains(" ramp") ? .ramp(side: 0) : .straight
        }
    }
}
