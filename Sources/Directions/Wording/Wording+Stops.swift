// Words for stop visits, with service, waiting and missed time windows.

extension Wording {
    /// Words the departure from a stop; at the first stop with notes on service and waiting.
    func departure(
        _ stop: DirectionsStop, isFirst: Bool, withNotes: Bool = true
    ) -> String {
        let text = phrases.sentence(isFirst ? .start : .depart, [.stop: .name(stop.name)])
        return isFirst && withNotes ? adding(notes(of: stop).map(\.string), to: text) : text
    }

    /// Words the arrival at a stop, with notes on service and waiting.
    ///
    /// - Parameters:
    ///   - isVisit: Whether the notes belong here rather than to a departure before.
    ///   - last: The maneuver before, if a device speaks the distance from it.
    func arrival(
        _ stop: DirectionsStop, isLast: Bool, isVisit: Bool, after last: Maneuver?
    ) -> String {
        let key: PhraseKey =
            switch (stop.side, isLast) {
            case (.none, false): .arrive
            case (.left, false): .arriveLeft
            case (.right, false): .arriveRight
            case (.none, true): .finish
            case (.left, true): .finishLeft
            case (.right, true): .finishRight
            }
        let distance = last.flatMap(spokenDistance)
        let sentence = phrases.sentence(
            key, [.stop: .name(stop.name)], inside: distance == nil ? nil : .ahead)
        let text = distance.map { ahead($0, sentence) } ?? sentence
        return isVisit ? adding(notes(of: stop).map(\.string), to: text) : text
    }

    /// Returns the typed strings of a stop entry.
    ///
    /// - Parameter isVisit: Whether this is the stop's first or only entry, which carries its
    ///   notes.
    func strings(
        _ stop: DirectionsStop, _ type: DirectionsStringType, text: String, isVisit: Bool
    ) -> [DirectionsString] {
        if options.strings == .none { return [] }
        var strings: [DirectionsString] = []
        if !stop.name.isEmpty { strings.append(DirectionsString(stop.name, .streetName)) }
        guard options.strings == .all else { return strings }
        strings.append(DirectionsString(text, type))
        if isVisit {
            strings += notes(of: stop)
            if let window = window(of: stop) { strings.append(window) }
        }
        return strings
    }

    /// Words service, waiting and violation, leaving out what is zero.
    private func notes(of stop: DirectionsStop) -> [DirectionsString] {
        let all: [(Int64, PhraseKey, DirectionsStringType)] = [
            (stop.serviceMilliseconds, .serviceTime, .serviceTime),
            (stop.waitMilliseconds, .waitTime, .waitTime),
            (stop.violationMilliseconds, .violationTime, .violationTime),
        ]
        return all.filter { $0.0 > 0 }.map { milliseconds, key, type in
            let time = measures.duration(milliseconds: milliseconds)
            return DirectionsString(phrases.sentence(key, [.time: .words(time)]), type)
        }
    }

    private func window(of stop: DirectionsStop) -> DirectionsString? {
        if stop.windowStartClock == nil, stop.windowEndClock == nil { return nil }
        let sentence = phrases.sentence(
            .window,
            [
                .from: .words(stop.windowStartClock.map(timeOfDay) ?? ""),
                .until: .words(stop.windowEndClock.map(timeOfDay) ?? ""),
            ])
        return DirectionsString(sentence, .timeWindow)
    }

    /// Appends notes to a sentence.
    func adding(_ notes: [String], to text: String) -> String {
        notes.reduce(text) { text, note in
            // A text that ends in an abbreviation, such as "5 Min.", already has its period.
            let open = text.hasSuffix(".") ? String(text.dropLast()) : text
            let joined = phrases.sentence(.notes, [.text: .words(open), .note: .words(note)])
            // A name such as "Rue 5!" ends a sentence, too.
            let rest = joined.dropFirst(open.count)
            guard let mark = open.last, "!?".contains(mark), joined.hasPrefix(open),
                rest.first == "."
            else { return joined }
            return open + rest.dropFirst()
        }
    }
}
