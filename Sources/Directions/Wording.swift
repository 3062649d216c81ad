// The words of maneuvers and stops: which sentence, with which names.

import RoadNetwork

/// Puts maneuvers and stop visits into the sentences and typed strings of a language.
struct Wording: Sendable {
    let phrases: Phrasebook
    let options: DirectionsOptions

    /// The most places of a sign that are named.
    private static let signLimit = 3

    init(_ options: DirectionsOptions) {
        phrases = Phrasebook.named(options.language)
        self.options = options
    }

    /// The sentence of a maneuver.
    func sentence(_ maneuver: Maneuver) -> String {
        let hasRoad = !maneuver.road.isEmpty || maneuver.noun != nil
        let key = Self.key(maneuver.action, hasRoad: hasRoad)
        let road =
            maneuver.road.isEmpty
            ? maneuver.noun.map { phrases.road($0, in: key) } ?? "" : maneuver.road.spokenFully
        let text = phrases.sentence(
            key,
            [
                .road: road, .toward: toward(maneuver), .place: maneuver.place,
                .direction: maneuver.azimuthDegrees.map(phrases.direction) ?? "",
                .ordinal: ordinal(maneuver), .exit: exit(maneuver),
            ])
        // Of all inserted values only the word for an exit may begin a sentence.
        guard case .exit = maneuver.action else { return adding(notes(on: maneuver), to: text) }
        return adding(notes(on: maneuver), to: text.prefix(1).uppercased() + text.dropFirst())
    }

    /// Further sentences of a maneuver: the lanes before it, and what its road becomes.
    private func notes(on maneuver: Maneuver) -> [String] {
        var notes: [String] = []
        if let lanes = maneuver.lanes { notes.append(sentence(lanes)) }
        if !maneuver.laterRoad.isEmpty {
            notes.append(phrases.sentence(.becomes, [.road: maneuver.laterRoad.spokenFully]))
        }
        return notes
    }

    private func sentence(_ lanes: LaneGroup) -> String {
        if lanes.count == 1 {
            return phrases.sentence(Self.sided(lanes.side, .laneLeft, .laneMiddle, .laneRight))
        }
        return phrases.sentence(
            Self.sided(lanes.side, .lanesLeft, .lanesMiddle, .lanesRight),
            [.count: phrases.number(lanes.count)])
    }

    /// The sentence of a maneuver without signs, lanes and what lies ahead, for a device to speak
    /// at the place itself.
    func shortSentence(_ maneuver: Maneuver) -> String {
        var plain = maneuver
        plain.toward = ""
        plain.crossStreet = ""
        plain.lanes = nil
        plain.laterRoad = .unnamed
        return sentence(plain)
    }

    private func exit(_ maneuver: Maneuver) -> String {
        if case .exit = maneuver.action { return phrases.exit(maneuver.exit) }
        return ""
    }

    private func ordinal(_ maneuver: Maneuver) -> String {
        if case .roundabout(let exit) = maneuver.action { return phrases.ordinal(exit) }
        return ""
    }

    private func toward(_ maneuver: Maneuver) -> String {
        maneuver.toward.isEmpty ? crossStreet(maneuver) : sign(maneuver)
    }

    /// The street ahead that shows the direction, where the style includes it.
    private func crossStreet(_ maneuver: Maneuver) -> String {
        options.style == .navigation ? "" : maneuver.crossStreet
    }

    private func sign(_ maneuver: Maneuver) -> String {
        if maneuver.toward.isEmpty { return "" }
        let road = maneuver.road
        var shown = ""
        var count = 0
        for part in maneuver.toward.utf8.split(separator: UInt8(ascii: ",")) {
            let place = Substring(part.first == UInt8(ascii: " ") ? part.dropFirst() : part)
            guard !Self.isSame(place, road.name), !Self.isSame(place, road.reference),
                !Self.isSame(place, maneuver.exit)
            else { continue }
            if count > 0 { shown += ", " }
            shown += place
            count += 1
            if count == Self.signLimit { break }
        }
        return shown
    }

    /// Whether two names are equal up to spaces and case, so that one is redundant beside the
    /// other.
    private static func isSame(_ one: Substring, _ other: String) -> Bool {
        if other.isEmpty { return one.isEmpty }
        func letters(_ text: some StringProtocol) -> some Sequence<UInt8> {
            text.utf8.lazy.filter { $0 != UInt8(ascii: " ") }
                .map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        }
        return letters(one).elementsEqual(letters(other))
    }

    /// The typed strings of a maneuver: names in the sentence first, then further facts.
    ///
    /// - Parameter text: The sentence of the maneuver.
    func strings(_ maneuver: Maneuver, text: String) -> [DirectionsString] {
        if options.strings == .none { return [] }
        let road = maneuver.road
        var strings: [DirectionsString] = []
        func add(_ string: String, _ type: DirectionsStringType) {
            if !string.isEmpty, options.strings.contains(type) {
                strings.append(DirectionsString(string, type))
            }
        }
        add(road.spoken, .streetName)
        add(road.alternative, .altName)
        switch maneuver.action {
        case .exit, .ramp:
            add(road.spoken, .branch)
            if !maneuver.exit.isEmpty { add(phrases.exitTitle(maneuver.exit), .exit) }
        case .fork, .stayAtFork: add(road.spoken, .branch)
        case .roundabout(let exit): add(String(exit), .exit)
        default: break
        }
        if maneuver.toward.isEmpty {
            add(crossStreet(maneuver), .crossStreet)
        } else {
            add(sign(maneuver), .toward)
        }
        add(text, .general)
        return strings
    }

    /// A length in the asked unit.
    func length(_ centimeters: Int64) -> String {
        phrases.length(
            centimeters: centimeters, metersPerUnit: options.metersPerLengthUnit,
            unit: options.lengthUnitName)
    }

    /// A span of time.
    func time(_ milliseconds: Int64) -> String { phrases.duration(milliseconds: milliseconds) }

    /// A time of day.
    func timeOfDay(_ instant: Int64) -> String {
        phrases.timeOfDay(options.localTime(of: instant))
    }

    /// The totals of a route.
    func summary(centimeters: Int64, milliseconds: Int64) -> String {
        phrases.sentence(.summary, [.length: length(centimeters), .time: time(milliseconds)])
    }

    /// The key of the sentence for an action.
    static func key(_ action: ManeuverAction, hasRoad: Bool) -> PhraseKey {
        switch action {
        case .head: .head
        case .proceed, .changeHighway: .proceed
        case .turn(let strength, let side): turnKey(strength, side)
        case .stay(let strength, let side):
            hasRoad ? stayKey(strength, side) : turnKey(strength, side)
        case .endOfRoad(let side): side == .left ? .endOfRoadLeft : .endOfRoadRight
        case .doubleTurn(.left, .left): .doubleLeftLeft
        case .doubleTurn(.left, .right): .doubleLeftRight
        case .doubleTurn(.right, .left): .doubleRightLeft
        case .doubleTurn(.right, .right): .doubleRightRight
        case .uTurn: .uTurn
        case .fork(let side): sided(side, .forkLeft, .forkCenter, .forkRight)
        case .stayAtFork(let side):
            hasRoad
                ? sided(side, .stayForkLeft, .stayForkCenter, .stayForkRight)
                : sided(side, .forkLeft, .forkCenter, .forkRight)
        case .ramp(let side): sided(side, .rampLeft, .rampAhead, .rampRight)
        case .exit(let side): sided(side, .exitLeft, .exitAhead, .exitRight)
        case .merge: .merge
        case .roundabout: .roundabout
        case .enterRoundabout: .roundaboutEnter
        case .leaveRoundabout: .roundaboutLeave
        case .boardFerry: .ferry
        case .leaveFerry: .ferryLeave
        case .stairs: .stairs
        }
    }

    private static func sided(
        _ side: TurnSide?, _ left: PhraseKey, _ middle: PhraseKey, _ right: PhraseKey
    ) -> PhraseKey {
        side == nil ? middle : side == .left ? left : right
    }

    private static func turnKey(_ strength: TurnStrength, _ side: TurnSide) -> PhraseKey {
        switch (strength, side) {
        case (.bear, .left): .bearLeft
        case (.bear, .right): .bearRight
        case (.turn, .left): .turnLeft
        case (.turn, .right): .turnRight
        case (.sharp, .left): .sharpLeft
        case (.sharp, .right): .sharpRight
        }
    }

    private static func stayKey(_ strength: TurnStrength, _ side: TurnSide) -> PhraseKey {
        switch (strength, side) {
        case (.bear, .left): .stayBearLeft
        case (.bear, .right): .stayBearRight
        case (.turn, .left): .stayTurnLeft
        case (.turn, .right): .stayTurnRight
        case (.sharp, .left): .staySharpLeft
        case (.sharp, .right): .staySharpRight
        }
    }
}
