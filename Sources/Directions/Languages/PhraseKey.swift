// The cases for which a language has sentences.

/// A value that a sentence may name; the phrase files have its name in braces.
enum PhrasePart: Int, CaseIterable, CodingKey, Hashable, Sendable, Comparable {
    case stop
    case place
    case road
    case toward
    case from
    case until
    case direction
    case ordinal
    case exit
    case length
    case time
    case text
    case note
    case next
    case count

    /// The name in phrase files.
    var name: String { stringValue }

    /// Orders as in the names of variants.
    static func < (a: PhrasePart, b: PhrasePart) -> Bool { a.rawValue < b.rawValue }
}

/// Parts of a sentence, as a set.
struct PhraseParts: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ part: PhrasePart) { rawValue = 1 << UInt32(part.rawValue) }
}

/// The meaning of a sentence. Its name is its key in the phrase files; a language that is read has
/// its sentences in the order of the raw values, which are positions.
///
/// Each key has one complete sentence for every combination of the parts that may be known or not,
/// so that no language has to fit a half-sentence of another.
enum PhraseKey: Int, CaseIterable, CodingKey, Hashable, Sendable {
    case start, depart
    case arrive, arriveLeft, arriveRight
    case finish, finishLeft, finishRight
    case head, proceed
    case bearLeft, bearRight, turnLeft, turnRight, sharpLeft, sharpRight
    case stayBearLeft, stayBearRight, stayTurnLeft, stayTurnRight, staySharpLeft, staySharpRight
    case endOfRoadLeft, endOfRoadRight
    case doubleLeftLeft, doubleLeftRight, doubleRightLeft, doubleRightRight
    case uTurn
    case forkLeft, forkCenter, forkRight
    case stayForkLeft, stayForkCenter, stayForkRight
    case rampLeft, rampAhead, rampRight
    case exitLeft, exitAhead, exitRight
    case merge
    case roundabout, roundaboutEnter, roundaboutLeave
    case ferry, ferryLeave, stairs
    case becomes
    case laneLeft, laneMiddle, laneRight
    case lanesLeft, lanesMiddle, lanesRight
    /// A barrier that takes time was passed.
    case barrier
    case serviceTime, waitTime, violationTime, window, summary
    /// A note added to a sentence; a maneuver that follows at once; the distance before one.
    case notes, then, ahead

    /// The name in phrase files.
    var name: String { stringValue }

    /// Parts that may be known or not.
    var optionalParts: [PhrasePart] {
        switch self {
        case .start, .depart, .arrive, .arriveLeft, .arriveRight, .finish, .finishLeft,
            .finishRight:
            [.stop]
        case .roundabout: [.place, .road, .toward]
        case .roundaboutEnter: [.place]
        case .uTurn, .stairs: [.road]
        case .window: [.from, .until]
        case .ferryLeave: [.direction, .road, .toward]
        case .barrier: [.time]
        case .summary: [.count]
        case .laneLeft, .laneMiddle, .laneRight, .lanesLeft, .lanesMiddle, .lanesRight: []
        case .becomes, .serviceTime, .waitTime, .violationTime: []
        case .notes, .then, .ahead: []
        default: needsRoad ? [.toward] : [.road, .toward]
        }
    }

    /// Parts that are always there.
    var constantParts: [PhrasePart] {
        switch self {
        case .head: [.direction]
        case .roundabout: [.ordinal]
        case .exitLeft, .exitAhead, .exitRight: [.exit]
        case .serviceTime, .waitTime, .violationTime: [.time]
        case .becomes: [.road]
        case .lanesLeft, .lanesMiddle, .lanesRight: [.count]
        case .summary: [.length, .time]
        case .notes: [.text, .note]
        case .then: [.text, .next]
        case .ahead: [.length, .text]
        default: needsRoad ? [.road] : []
        }
    }

    /// Whether the sentence requires a road's name.
    private var needsRoad: Bool { name.hasPrefix("stay") }

    /// Every combination of optional parts that can occur.
    var variants: [Set<PhrasePart>] {
        var all: [Set<PhrasePart>] = [[]]
        for part in optionalParts { all += all.map { $0.union([part]) } }
        return all
    }

    /// The name of a combination in the phrase files.
    func variantName(_ parts: Set<PhrasePart>) -> String {
        let named = needsRoad ? parts.union([.road]) : parts
        return named.isEmpty ? "plain" : named.sorted().map(\.name).joined(separator: "+")
    }
}
