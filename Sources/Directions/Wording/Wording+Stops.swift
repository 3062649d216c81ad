// The words of stop visits, with service, waits and missed windows.

extension Wording {
    /// The sentence for leaving a stop, with notes on service and waiting when it is the first.
    func departure(
        _ stop: DirectionsStop, isFirst: Bool, withNotes: Bool = true
    ) -> String {
        let text = phrases.sentence(isFirst ? .start : .depart, [.stop: .name(stop.name)])
        return isFirst && withNotes ? adding(notes(of: stop).map(\.string), to: text) : text
    }

    /// The sentence for arriving at a stop, with notes on service and waiting.
    ///
    /// - Parameters:
    ///   - isVisit: Whether the notes belong here and not to a departure before.
    ///   - last: The maneuver before, if a device speaks of the distance from it.
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

    /// The typed strings of a stop entry.
    ///
    /// - Parameter isVisit: Whether the entry is the stop's only or first one, which carries its
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

    /// Service, wait and violation as far as there are any.
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

    /// A sentence with others that belong to it.
    func adding(_ notes: [String], to text: String) -> String {
        notes.reduce(text) { text, note in
            // A text that ends in an abbreviation, such as "5 Min.", has its period already.
            let open = text.hasSuffix(".") ? String(text.dropLast()) : text
            return phrases.sentence(.notes, [.text: .words(open), .note: .words(note)])
        }
    }
}
