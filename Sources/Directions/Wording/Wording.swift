// Words for maneuvers: which sentence, and with which names.

import RoadNetwork

/// Words maneuvers and stop visits in a language, as sentences and typed strings.
///
/// For each maneuver it chooses a ``PhraseKey`` by action and side, and passes the values that the
/// sentence may name: road, sign, exit, ordinal, direction. ``Phrasebook`` then picks the variant
/// for the values that are known. So this type decides what is said, and phrase files decide how.
/// It drops what a driver would hear twice: places on a sign that repeat the road or the exit, and
/// a second name that is the same in the language of the directions.
///
/// Notes (lanes, a later name, barriers) are appended as sentences of their own. `Wording+Speech`
/// adds distances and maneuvers that follow at once, `Wording+Stops` words departures and arrivals.
/// For pedestrians, the phrasebook's wordings on foot are used if it has any.
struct Wording: Sendable {
    let phrases: Phrasebook
    let options: DirectionsOptions

    var words: LanguageWords { phrases.words }
    var measures: DirectionsMeasures { phrases.measures }

    /// The most places of a sign named in a sentence.
    private static let signLimit = 3

    init(_ options: DirectionsOptions) {
        let book = options.languages.phrases(options.language)
        phrases = options.isOnFoot ? book.onFoot ?? book : book
        self.options = options
    }

    /// Words a maneuver, without its notes.
    ///
    /// - Parameters:
    ///   - outer: The sentence into which this one is inserted.
    ///   - saysCompass: Whether to say the compass direction.
    func statement(
        _ maneuver: Maneuver, inside outer: PhraseKey? = nil, saysCompass: Bool = true
    ) -> String {
        if let approach = maneuver.approach { return statement(approach, to: maneuver, outer) }
        let hasRoad = !maneuver.road.isEmpty || maneuver.noun != nil
        let stated = Self.key(maneuver.action, hasRoad: hasRoad)
        let key = stated == .head && !saysCompass ? .proceed : stated
        let direction = saysCompass ? maneuver.azimuthDegrees.map(words.direction) : nil
        let road =
            maneuver.road.isEmpty
            ? maneuver.noun.map(PhraseValue.noun) : .name(maneuver.road.spokenFully)
        return phrases.sentence(
            key,
            [
                .road: road ?? .name(""), .toward: .name(toward(maneuver)),
                .place: .name(maneuver.place), .direction: .words(direction ?? ""),
                .ordinal: .words(ordinal(maneuver)), .exit: .words(exit(maneuver)),
            ], inside: outer)
    }

    /// Words the turn that tells which of several flights of stairs to take, and the stairs.
    private func statement(
        _ approach: ManeuverAction, to stairs: Maneuver, _ outer: PhraseKey?
    ) -> String {
        var (turn, stairs) = (stairs, stairs)
        (turn.action, turn.road, turn.noun, turn.toward) = (approach, .unnamed, nil, "")
        (turn.approach, stairs.approach) = (nil, nil)
        return then(statement(turn, inside: outer), stairs)
    }

    /// Words a maneuver's notes: the lanes before it, what its road becomes, and barriers on it.
    func notes(on maneuver: Maneuver) -> [String] {
        var notes: [String] = []
        if let lanes = maneuver.lanes { notes.append(sentence(lanes)) }
        let later = maneuver.laterRoad
        // Two names may be the same in the language of the directions.
        if !later.isEmpty, later.spokenFully != maneuver.road.spokenFully {
            notes.append(phrases.sentence(.becomes, [.road: .name(later.spokenFully)]))
        }
        if maneuver.barrierMilliseconds > 0 {
            let time = time(maneuver.barrierMilliseconds)
            notes.append(phrases.sentence(.barrier, [.time: .words(time)]))
        }
        return notes
    }

    private func sentence(_ lanes: LaneGroup) -> String {
        if lanes.count == 1 {
            return phrases.sentence(Self.sided(lanes.side, .laneLeft, .laneMiddle, .laneRight))
        }
        return phrases.sentence(
            Self.sided(lanes.side, .lanesLeft, .lanesMiddle, .lanesRight),
            [.count: .words(words.number(lanes.count))], number: lanes.count)
    }

    /// Words an announcement without signs, lanes and the street ahead, for a device to speak at
    /// the junction itself.
    func shortSentence(_ announcement: Announcement) -> String {
        var plain = announcement.maneuver
        plain.toward = ""
        plain.crossStreet = ""
        return then(statement(plain), announcement.second)
    }

    private func exit(_ maneuver: Maneuver) -> String {
        if case .exit = maneuver.action { return words.exit(maneuver.exit) }
        return ""
    }

    private func ordinal(_ maneuver: Maneuver) -> String {
        if case .roundabout(let exit) = maneuver.action { return words.ordinal(exit) }
        return ""
    }

    private func toward(_ maneuver: Maneuver) -> String {
        maneuver.toward.isEmpty ? crossStreet(maneuver) : sign(maneuver)
    }

    /// Returns the street ahead that shows the direction, if the style names it.
    private func crossStreet(_ maneuver: Maneuver) -> String {
        options.style == .navigation ? "" : maneuver.crossStreet
    }

    /// Returns the places on a sign that the road does not repeat, up to a number.
    private func sign(_ maneuver: Maneuver, upTo limit: Int = signLimit) -> String {
        if maneuver.toward.isEmpty { return "" }
        let road = maneuver.road
        var shown = ""
        var count = 0
        for part in maneuver.toward.utf8.split(separator: UInt8(ascii: ",")) {
            let place = Substring(part.first == UInt8(ascii: " ") ? part.dropFirst() : part)
            guard !Self.isSame(place, road.name), !Self.isSame(place, road.localName),
                !Self.isSame(place, road.reference),
                !Self.isSame(place, maneuver.exit)
            else { continue }
            if count > 0 { shown += ", " }
            shown += place
            count += 1
            if count == limit { break }
        }
        return shown
    }

    func told(_ maneuver: Maneuver, along travel: Travel) -> ToldManeuver {
        ToldManeuver(maneuver, toward: sign(maneuver, upTo: .max), along: travel)
    }

    /// Whether two names are equal except for spaces and case, so one is redundant.
    private static func isSame(_ one: Substring, _ other: String) -> Bool {
        if other.isEmpty { return one.isEmpty }
        func letters(_ text: some StringProtocol) -> some Sequence<UInt8> {
            text.utf8.lazy.filter { $0 != UInt8(ascii: " ") }
                .map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        }
        return letters(one).elementsEqual(letters(other))
    }

    /// Returns an announcement's typed strings: first the names in its sentence, then other facts.
    ///
    /// - Parameter text: The announcement's sentence.
    func strings(_ announcement: Announcement, text: String) -> [DirectionsString] {
        if options.strings == .none { return [] }
        var strings = strings(announcement.maneuver)
        if let second = announcement.second { strings += self.strings(second) }
        if options.strings.contains(.general) {
            strings.append(DirectionsString(text, .general))
        }
        return strings
    }

    private func strings(_ maneuver: Maneuver) -> [DirectionsString] {
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
            if !maneuver.exit.isEmpty { add(words.exitTitle(maneuver.exit), .exit) }
        case .fork, .stayAtFork: add(road.spoken, .branch)
        case .roundabout(let exit): add(String(exit), .exit)
        default: break
        }
        if maneuver.toward.isEmpty {
            add(crossStreet(maneuver), .crossStreet)
        } else {
            add(sign(maneuver), .toward)
        }
        return strings
    }

    /// Formats a length in the requested unit; in feet below a tenth of a mile.
    func length(_ centimeters: Int64) -> String {
        if options.lengthUnitName == "mi", centimeters < 16_093 {
            let feet = (Double(centimeters) / 30.48 / 10).rounded() * 10
            return measures.length(feet, decimals: 0, unit: "ft")
        }
        return measures.length(
            centimeters: centimeters, metersPerUnit: options.metersPerLengthUnit,
            unit: options.lengthUnitName)
    }

    func time(_ milliseconds: Int64) -> String { measures.duration(milliseconds: milliseconds) }

    /// Formats an instant as a local time of day.
    func timeOfDay(_ instant: Int64) -> String {
        measures.timeOfDay(options.localTime(of: instant))
    }

    /// Words the totals of a route.
    ///
    /// - Parameter stops: The number of stops between its ends.
    func summary(centimeters: Int64, milliseconds: Int64, stops: Int) -> String {
        phrases.sentence(
            .summary,
            [
                .length: .words(length(centimeters)), .time: .words(time(milliseconds)),
                .count: .words(stops > 0 ? String(stops) : ""),
            ], number: stops)
    }

    /// Returns the sentence key of an action.
    static func key(_ action: ManeuverAction, hasRoad: Bool) -> PhraseKey {
        switch action {
        case .head: .head
        case .proceed, .changeHighway: .proceed
        case .turn(let strength, let side): turns[strength, side]
        case .stay(let strength, let side):
            hasRoad ? stays[strength, side] : turns[strength, side]
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

    private static let turns = ByTurn<PhraseKey>(
        bear: (.bearLeft, .bearRight), turn: (.turnLeft, .turnRight),
        sharp: (.sharpLeft, .sharpRight))
    private static let stays = ByTurn<PhraseKey>(
        bear: (.stayBearLeft, .stayBearRight), turn: (.stayTurnLeft, .stayTurnRight),
        sharp: (.staySharpLeft, .staySharpRight))
}
