// The keys under which a language has its sentences.

/// A value that a sentence may name. Phrase files write its name in braces.
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

    var name: String { stringValue }

    /// Orders parts as the names of variants do.
    static func < (a: PhrasePart, b: PhrasePart) -> Bool { a.rawValue < b.rawValue }
}

/// A set of sentence parts.
struct PhraseParts: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ part: PhrasePart) { rawValue = 1 << UInt32(part.rawValue) }
}

/// What a sentence says. The case's name is the key in phrase files; its raw value is the index of
/// the language's sentences.
///
/// Each key has a complete sentence for every combination of known and unknown parts. Never
/// assemble a sentence from halves: languages differ in word order, cases and contractions.
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
    /// The route passes a barrier that adds time.
    case barrier
    case serviceTime, waitTime, violationTime, window, summary
    /// Adds a note; adds a maneuver that follows at once; puts the distance before a maneuver.
    case notes, then, ahead

    var name: String { stringValue }

    /// Parts whose value may be unknown.
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

    /// Parts whose value is always known.
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

    /// Whether the sentence needs a road's name.
    private var needsRoad: Bool { name.hasPrefix("stay") }

    /// Every combination of known optional parts.
    var variants: [Set<PhrasePart>] {
        var all: [Set<PhrasePart>] = [[]]
        for part in optionalParts { all += all.map { $0.union([part]) } }
        return all
    }

    /// Returns a combination's name in phrase files, such as `road+toward`, or `plain` for none.
    func variantName(_ parts: Set<PhrasePart>) -> String {
        let named = needsRoad ? parts.union([.road]) : parts
        return named.isEmpty ? "plain" : named.sorted().map(\.name).joined(separator: "+")
    }
}
