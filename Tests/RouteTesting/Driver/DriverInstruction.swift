// What a driver understands of a step of the directions.

package import RouteAPI

/// A step of directions, read only by its words and its type.
package struct DriverInstruction: Hashable, Sendable {
    /// What the driver must do.
    package enum Action: Hashable, Sendable {
        case start
        case straight
        /// To a side, -1 for left and 1 for right, by so many degrees.
        case turn(side: Double, degrees: Double)
        case double(first: Turn, second: Turn)
        case turnBack
        /// Left, middle or right among the roads leading onward.
        case fork(side: Double)
        /// Onto a ramp on a side, 0 without a side.
        case ramp(side: Double)
        case merge
        /// Through a roundabout, to the exit counted; `nil` to stay in it.
        case ring(exit: Int?)
        case leaveRing
        case ferry
        case leaveFerry
        /// Onto stairs, by a turn if several flights begin there.
        case stairs(Turn?)
    }

    /// A turn to a side, -1 for left and 1 for right, by so many degrees.
    package struct Turn: Hashable, Sendable {
        package var side: Double
        package var degrees: Double

        /// Reads a turn from its words.
        init(_ side: Double, _ text: some StringProtocol) {
            self.side = side
            let words = text.lowercased()
            degrees = words.contains("bear ") ? 30 : words.contains("sharp ") ? 150 : 90
        }
    }

    package var action: Action
    package var text: String
    /// The words to follow next: one half of the text if it tells two turns.
    package var words: String
    /// The names and numbers of the street in the words.
    package var names: [String]
    /// The names of the next street, if the sentence names a second turn.
    package var nextNames: [String] = []
    /// The destinations it leads to.
    package var places: [String]
    /// The distance from the start, by the lengths of the steps before.
    package var centimeters: Int64

    /// Reads a step; `nil` if it asks for no action.
    package init?(_ step: DirectionStep, centimeters: Int64, isFirst: Bool) {
        let kind = String(step.maneuverType.dropFirst("esriDMT".count))
        func strings(_ type: String) -> [String] {
            step.strings.filter { $0.type == type }.map(\.string)
        }
        (text, words) = (step.text, step.text)
        names = strings("esriDSTStreetName") + strings("esriDSTAltName")
        places = strings("esriDSTToward").flatMap { $0.split(separator: ", ").map(String.init) }
        self.centimeters = centimeters
        let parts = Self.parts(of: step.text)
        if parts.count == 2, names.contains(where: parts[0].contains) {
            nextNames = names.filter(parts[1].contains)
            names = names.filter(parts[0].contains)
        }
        let exit = strings("esriDSTExit").first.flatMap { Int($0) }
        guard let action = Self.action(kind, step.text, exit: exit, isFirst: isFirst) else {
            return nil
        }
        self.action = action
    }

    /// The sentence's instruction, and the one to follow at once.
    private static func parts(of text: String) -> [Substring] {
        text.split(separator: ", then immediately ", maxSplits: 1)
    }

    /// The words of each of two turns.
    var parts: (String, String) {
        let parts = Self.parts(of: text)
        return (String(parts[0]), String(parts.last ?? ""))
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
            let parts = parts(of: text)
            return .double(
                first: Turn(kind.hasPrefix("TurnLeft") ? -1 : 1, parts[0]),
                second: Turn(side, parts.last ?? ""))
        case "UTurn": return .turnBack
        case "ForkLeft", "ForkRight", "ForkCenter": return .fork(side: side)
        case "RampLeft", "RampRight": return .ramp(side: side)
        case "HighwayExit":
            return .ramp(side: text.contains(" left") ? -1 : text.contains(" right") ? 1 : 0)
        case "HighwayMerge": return .merge
        case "Roundabout": return .ring(exit: exit)
        case "Ferry": return .ferry
        case "EndOfFerry": return .leaveFerry
        case "Stairs":
            let parts = parts(of: text)
            let side = parts[0].contains(" left") ? -1.0 : parts[0].contains(" right") ? 1 : 0
            return .stairs(parts.count < 2 || side == 0 ? nil : Turn(side, parts[0]))
        default:
            if isFirst { return .start }
            if text.hasPrefix("Enter the roundabout") { return .ring(exit: nil) }
            if text.hasPrefix("Leave the roundabout") { return .leaveRing }
            return text.contains(" ramp") ? .ramp(side: 0) : .straight
        }
    }
}
