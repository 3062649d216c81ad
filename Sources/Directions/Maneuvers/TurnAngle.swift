// The angle of a turn, and its class.

import RoadNetwork

/// Left or right.
enum TurnSide: Hashable, Sendable, CaseIterable {
    case left
    case right
}

/// The class of a turn by its angle.
enum TurnStrength: Hashable, Sendable, CaseIterable {
    case bear
    case turn
    case sharp
}

/// The change of direction at a node.
struct TurnAngle: Hashable, Sendable {
    /// Deviations up to this are straight on.
    static let straightLimit = 20.0
    /// Deviations up to this bear to a side; a road within it still looks like a continuation.
    static let bearLimit = 45.0
    /// Deviations up to this are plain turns, larger ones are sharp.
    static let turnLimit = 125.0

    /// Degrees turned to the right, over -180 up to 180.
    let degrees: Double

    /// Makes an angle from any number of degrees, normalized into range.
    init(degrees: Double) {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        self.degrees = rest > 180 ? rest - 360 : rest <= -180 ? rest + 360 : rest
    }

    /// The turn from one edge into another, by their bearings over some 15 m at the node.
    init(from: EdgeID, to: EdgeID, on network: borrowing NetworkDataset) {
        let (arrive, depart) = (
            network.edgeArriveBearing[from.row], network.edgeDepartBearing[to.row]
        )
        self.init(degrees: (Double(depart) - Double(arrive)) / 100)
    }

    /// Degrees off straight on, whichever the side.
    var deviation: Double { abs(degrees) }

    /// The side of the turn.
    var side: TurnSide { degrees < 0 ? .left : .right }

    /// Whether the angle counts as straight on.
    var isStraight: Bool { deviation <= Self.straightLimit }

    /// Whether the road looks like a continuation, straight or bearing.
    var isOnward: Bool { deviation <= Self.bearLimit }

    /// The strength; straight turns count as bearing.
    var strength: TurnStrength {
        if isOnward { return .bear }
        return deviation <= Self.turnLimit ? .turn : .sharp
    }
}

/// What there is for each turn, by its strength and side.
struct ByTurn<Value: Sendable>: Sendable {
    private let values: [Value]

    /// Each strength with the values for left and right.
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
