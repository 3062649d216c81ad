// The angle of a turn and its class.

import RoadNetwork

enum TurnSide: Hashable, Sendable, CaseIterable {
    case left
    case right
}

/// How strongly a turn bends.
enum TurnStrength: Hashable, Sendable, CaseIterable {
    case bear
    case turn
    case sharp
}

/// The change of direction at a node.
struct TurnAngle: Hashable, Sendable {
    /// Deviations up to this are straight on.
    static let straightLimit = 20.0
    /// Deviations up to this bear to a side; the road still looks like a continuation.
    static let bearLimit = 45.0
    /// Deviations up to this are plain turns, larger ones are sharp.
    static let turnLimit = 125.0

    /// Degrees turned to the right, above -180 and up to 180.
    let degrees: Double

    /// Normalizes any number of degrees.
    init(degrees: Double) {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        self.degrees = rest > 180 ? rest - 360 : rest <= -180 ? rest + 360 : rest
    }

    /// Measures the turn between two edges from their bearings over 15 m at the node.
    init(from: EdgeID, to: EdgeID, on network: borrowing NetworkDataset) {
        let (arrive, depart) = (
            network.edgeArriveBearing[from.row], network.edgeDepartBearing[to.row]
        )
        self.init(degrees: (Double(depart) - Double(arrive)) / 100)
    }

    /// Degrees off straight on, to either side.
    var deviation: Double { abs(degrees) }

    var side: TurnSide { degrees < 0 ? .left : .right }

    /// Whether a road at this angle lies farther to a side than one at another angle.
    func lies(beyond other: TurnAngle, on side: TurnSide) -> Bool {
        side == .right ? degrees > other.degrees : degrees < other.degrees
    }

    var isStraight: Bool { deviation <= Self.straightLimit }

    /// Whether the road looks like a continuation, straight or bearing.
    var isOnward: Bool { deviation <= Self.bearLimit }

    /// The strength; straight on counts as bearing.
    var strength: TurnStrength {
        if isOnward { return .bear }
        return deviation <= Self.turnLimit ? .turn : .sharp
    }
}

/// A table of values by strength and side of a turn.
struct ByTurn<Value: Sendable>: Sendable {
    private let values: [Value]

    /// Takes a pair of values, left and right, for each strength.
    init(bear: (Value, Value), turn: (Value, Value), sharp: (Value, Value)) {
        values = [bear.0, bear.1, turn.0, turn.1, sharp.0, sharp.1]
    }

    subscript(strength: TurnStrength, side: TurnSide) -> Value {
        let row =
            switch strength {
            case .bear: 0
            case .turn: 2
            case .sharp: 4
            }
        return values[side == .left ? row : row + 1]
    }
}
