// Reads a step's maneuver, names and signs from directions.

import RouteAPI

extension OSRMStep {
    /// Reads names and signs from directions.
    mutating func take(_ told: DirectionStep) {
        let names = told.texts("esriDSTStreetName").prefix(1) + told.texts("esriDSTAltName")
        // Directions call a motorway by its number, and a road without a name, too.
        name = names.first { !RoadNumber.isNumber($0) } ?? ""
        reference = names.filter { $0 != name }.joined(separator: "; ")
        destinations = told.texts("esriDSTToward").joined(separator: ", ")
        exits = told.texts("esriDSTExit").map(ExitTitle.number).joined(separator: "; ")
    }

    /// Reads the maneuver at the step's first point, and the lanes there.
    mutating func takeManeuver(
        _ told: DirectionStep, behind last: OSRMStep?, in leg: OSRMLeg
    ) {
        maneuver = OSRMManeuver(
            told.maneuverType, angle: turn, keepsName: last.map(keepsName) ?? false,
            side: side(for: told.maneuverType))
        if told.maneuverType == "esriDMTStraight" {
            if let junction, junction.isRoundBefore != junction.isRoundBehind {
                takeRing(entering: junction.isRoundBehind, behind: last)
            } else if !told.texts("esriDSTBranch").isEmpty || !exits.isEmpty {
                maneuver.type = "on ramp"
                maneuver.modifier = OSRMManeuver.modifier(turn)
            }
        }
        let meters = told.place?.meters ?? -1
        lanes = leg.lanes.first { abs($0.meters - meters) < 0.5 }?.lanes ?? []
        // A roundabout's exit is part of the maneuver.
        if told.maneuverType == "esriDMTRoundabout" {
            maneuver.exit = Int(exits)
            exits = ""
        }
    }

    /// Whether the street is the one before. If either has no name, the number counts.
    private func keepsName(of last: OSRMStep) -> Bool {
        if !name.isEmpty, !last.name.isEmpty { return name == last.name }
        return !reference.isEmpty && reference == last.reference
    }

    /// Names the end of a route on a ring, or the start of one there.
    private mutating func takeRing(entering isEntry: Bool, behind last: OSRMStep?) {
        maneuver = OSRMManeuver(isEntry ? "roundabout" : "exit roundabout")
        maneuver.modifier = OSRMManeuver.modifier(turn)
        guard !isEntry, let last else { return }
        let passed = last.passed.filter { junction in
            junction.isRoundBefore && junction.isRoundBehind
                && junction.others.contains(where: \.isEntry)
        }
        maneuver.exit = passed.count + 1
    }

    /// Returns the side on which a ramp leaves its road, or to which it merges, by the other roads
    /// at the junction; `nil` if they do not tell.
    private func side(for wire: String) -> String? {
        guard let junction else { return nil }
        let ours: Int
        let others: [RouteJunction.Road]
        switch wire {
        case "esriDMTHighwayExit":
            ours = junction.roads[junction.departure].bearing
            others = junction.others.filter(\.isEntry)
        case "esriDMTHighwayMerge":
            ours = junction.roads[junction.arrival].bearing
            others = junction.others.filter { !$0.isEntry }
        default: return nil
        }
        // Roads farther aside are not the one that is left or joined.
        let turns = others.map { Self.degrees(from: $0.bearing, to: ours) }
            .filter { $0 != 0 && abs($0) < 90 }
        if turns.isEmpty { return nil }
        if turns.allSatisfy({ $0 > 0 }) { return "right" }
        return turns.allSatisfy { $0 < 0 } ? "left" : nil
    }

    /// Returns the degrees from one bearing to another, to the right, from -180 to 179.
    private static func degrees(from one: Int, to other: Int) -> Int {
        (other - one + 540) % 360 - 180
    }
}

extension RouteJunction {
    /// The roads beside the route.
    fileprivate var others: [Road] {
        roads.indices.filter { $0 != arrival && $0 != departure }.map { roads[$0] }
    }
}

extension DirectionStep {
    fileprivate func texts(_ type: String) -> [String] {
        strings.filter { $0.type == type }.map(\.string)
    }
}

/// Tells road numbers from names.
enum RoadNumber {
    /// Whether a text looks like a road's number: up to four capital letters, digits, and at most
    /// one letter, such as `A 44`, `IC 1` or `B191a`.
    static func isNumber(_ text: String) -> Bool {
        let rest = text.unicodeScalars.drop { $0.properties.isUppercase }
        let letters = text.unicodeScalars.count - rest.count
        let body = rest.drop { $0 == " " || $0 == "-" }
        let digits = body.prefix { ("0"..."9").contains($0) }
        let tail = body.dropFirst(digits.count)
        return letters <= 4 && (1...5).contains(digits.count)
            && (tail.isEmpty || tail.count == 1 && tail.allSatisfy(\.properties.isAlphabetic))
    }
}

/// Takes exits out of their titles in directions.
enum ExitTitle {
    /// Returns an exit's bare number or name: `12` for `Exit 12`, in every language.
    static func number(_ title: String) -> String {
        // Titles from right to left set the number apart by invisible characters.
        let isolates: ClosedRange<Unicode.Scalar> = "\u{2066}"..."\u{2069}"
        var text = String(
            String.UnicodeScalarView(title.unicodeScalars.filter { !isolates.contains($0) }))
        for word in words where text != word {
            if text.hasPrefix(word) {
                text.removeFirst(word.count)
                break
            }
            if text.hasSuffix(word) {
                text.removeLast(word.count)
                break
            }
        }
        return text
    }

    /// The words for an exit in the languages of directions, with their blanks.
    private static let words = [
        "Exit ", "Afrit ", "Ausfahrt ", "Avfart ", "Avkjøring ", "Frakørsel ", "Ieșirea ",
        "Izlaz ", "Izvoz ", "Kijárat ", "Liittymä ", "Lối ra ", "Mahasõit ", "Nobrauktuve ",
        "Nuvaža ", "Pintu keluar ", "Salida ", "Saída ", "Sortida ", "Sortie ", "Uscita ",
        "Výjazd ", "Výjezd ", "Zjazd ", "Çıkış ", "Έξοδος ", "З’їзд ", "Излаз ", "Изход ",
        "Съезд ", "יציאה ", "مخرج ", "निकास ", "ทางออก ", "번 출구", "出口 ", "出口",
    ]
}
