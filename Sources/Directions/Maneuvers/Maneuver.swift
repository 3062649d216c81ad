// One maneuver, before it is put into words.

/// What the driver does.
enum ManeuverAction: Hashable, Sendable {
    /// Set off after a stop.
    case head
    /// Go straight on, where the driver needs to hear it.
    case proceed
    /// Go straight on from one motorway into another.
    case changeHighway
    /// Turn at a junction.
    case turn(TurnStrength, TurnSide)
    /// Turn to stay on the road traveled.
    case stay(TurnStrength, TurnSide)
    /// Turn where the road ends at another.
    case endOfRoad(TurnSide)
    /// Turn twice in immediate succession.
    case doubleTurn(TurnSide, TurnSide)
    case uTurn
    /// Choose between roads that all lead onward; `nil` is the middle one.
    case fork(TurnSide?)
    /// Choose the branch of a fork that is the road traveled.
    case stayAtFork(TurnSide?)
    /// Take a ramp; `nil` is straight ahead.
    case ramp(TurnSide?)
    /// Leave a highway by a ramp.
    case exit(TurnSide?)
    /// Join a highway from a ramp.
    case merge
    /// Pass a roundabout; exits count from 1.
    case roundabout(exit: Int)
    /// Enter a roundabout on which the route ends.
    case enterRoundabout
    /// Leave a roundabout on which the route began.
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

    var isDouble: Bool {
        if case .doubleTurn = self { true } else { false }
    }

    /// Whether the sentence names a compass direction.
    var saysDirection: Bool { self == .head || self == .leaveFerry }
}

/// A maneuver and the road up to the next one.
struct Maneuver: Sendable {
    var action: ManeuverAction
    /// The change of direction.
    var angle: TurnAngle
    /// The turn or fork that tells which of several flights of stairs to take.
    var approach: ManeuverAction?
    /// The direction in which the new road leaves, in degrees from north; only if the sentence
    /// names it.
    var azimuthDegrees: Double?
    /// The road taken.
    var road: RoadName
    /// A word for the road if it has no name.
    var noun: RoadNoun?
    /// The text of the sign over the road; may be empty.
    var toward = ""
    /// The exit's number or name; may be empty.
    var exit = ""
    /// A street ahead that shows the direction; may be empty.
    var crossStreet = ""
    /// The roundabout's name; may be empty.
    var place = ""
    /// The roundabout's length, if it has a name.
    var ringCentimeters: Int64 = 0
    /// The two turns that a double turn joins.
    var turns: [Maneuver] = []
    /// The lanes to use, if they help.
    var lanes: LaneGroup?
    /// Whether the road traveled so far turns away here, or another one leads onward beside it.
    var isChoice = false
    /// Whether the way there from the maneuver before passes a road to the same side, into which
    /// whoever hears both at once would turn.
    var passesLikeTurn = false
    /// The name the road takes on before the next maneuver, without a maneuver of its own.
    var laterRoad = RoadName.unnamed
    /// The steps up to the next maneuver.
    var steps: Range<Int>
    /// The steps' length.
    var centimeters: Int64
    /// The steps' time.
    var milliseconds: Int64
    /// How much of the time barriers add.
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
