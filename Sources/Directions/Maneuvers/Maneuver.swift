// One maneuver, before it has words.

/// The action of a maneuver.
enum ManeuverAction: Hashable, Sendable {
    /// The first movement after a stop.
    case head
    /// Straight on where that must be announced.
    case proceed
    /// Straight on from one motorway into another.
    case changeHighway
    /// A turn at a junction.
    case turn(TurnStrength, TurnSide)
    /// A turn that keeps to the road traveled.
    case stay(TurnStrength, TurnSide)
    /// A turn where the road ends at another.
    case endOfRoad(TurnSide)
    /// Two turns in immediate succession.
    case doubleTurn(TurnSide, TurnSide)
    case uTurn
    /// A choice between roads that all lead onward; `nil` is the one in the middle.
    case fork(TurnSide?)
    /// A fork where the taken branch is the road traveled.
    case stayAtFork(TurnSide?)
    /// Onto a ramp; `nil` is straight ahead.
    case ramp(TurnSide?)
    /// Off a highway onto a ramp.
    case exit(TurnSide?)
    /// From a ramp into a highway.
    case merge
    /// Through a roundabout, leaving at an exit counted from 1.
    case roundabout(exit: Int)
    /// Into a roundabout in which the trip ends.
    case enterRoundabout
    /// Out of a roundabout in which the trip began.
    case leaveRoundabout
    case boardFerry
    case leaveFerry
    case stairs

    /// Whether the road taken may have an exit number.
    var mayBeExit: Bool {
        switch self {
        case .ramp, .exit: true
        default: false
        }
    }

    /// The strength and side of a single turn at a junction.
    var turn: (strength: TurnStrength, side: TurnSide)? {
        switch self {
        case .turn(let strength, let side), .stay(let strength, let side): (strength, side)
        case .endOfRoad(let side): (.turn, side)
        default: nil
        }
    }

    /// Whether it is two turns.
    var isDouble: Bool {
        if case .doubleTurn = self { true } else { false }
    }

    /// Whether the sentence names a compass direction.
    var saysDirection: Bool { self == .head || self == .leaveFerry }
}

/// A maneuver and the road until the next one.
struct Maneuver: Sendable {
    /// The action.
    var action: ManeuverAction
    /// The change of direction.
    var angle: TurnAngle
    /// The direction in which the new road leaves, in degrees from north, where the sentence
    /// includes it.
    var azimuthDegrees: Double?
    /// The road that is taken.
    var road: RoadName
    /// A word for the road when it has no name.
    var noun: RoadNoun?
    /// The text of the sign over the road, or empty.
    var toward = ""
    /// The number or name of the exit that is taken, or empty.
    var exit = ""
    /// A street ahead that shows the direction, or empty.
    var crossStreet = ""
    /// The name of the roundabout itself, or empty.
    var place = ""
    /// The lanes that lead there, where they help.
    var lanes: LaneGroup?
    /// Whether the road traveled so far turns away here, or another leads onward beside it.
    var isChoice = false
    /// The road that this one becomes before the next maneuver, which has none of its own.
    var laterRoad = RoadName.unnamed
    /// The steps from this maneuver to the next.
    var steps: Range<Int>
    /// Their length.
    var centimeters: Int64
    /// Their time.
    var milliseconds: Int64
    /// The part of the time that barriers add.
    var barrierMilliseconds: Int64 = 0

    /// The type on the wire.
    var type: ManeuverType {
        switch action {
        case .head, .proceed, .enterRoundabout, .leaveRoundabout: .straight
        case .changeHighway: .highwayChange
        case .turn(let strength, let side), .stay(let strength, let side):
            Self.turns[strength, side]
        case .endOfRoad(let side): Self.turns[.turn, side]
        case .doubleTurn(let first, let second): .double(first, second)
        case .uTurn: .uTurn
        case .fork(let side), .stayAtFork(let side):
            side == nil ? .forkCenter : side == .left ? .forkLeft : .forkRight
        case .ramp(let side): side == nil ? .straight : side == .left ? .rampLeft : .rampRight
        case .exit: .highwayExit
        case .merge: .highwayMerge
        case .roundabout: .roundabout
        case .boardFerry: .ferry
        case .leaveFerry: .endOfFerry
        case .stairs: .stairs
        }
    }

    private static let turns = ByTurn<ManeuverType>(
        bear: (.bearLeft, .bearRight), turn: (.turnLeft, .turnRight),
        sharp: (.sharpLeft, .sharpRight))
}
