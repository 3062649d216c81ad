// Coordinates as somebody typed them.

package import Geo

/// Reads coordinates: `41.15, -8.61`, `-8.61,41.15`, `41°8'N 8°36'W`, `N 41 8 30 W 8 36 10`,
/// `41,15 -8,61`, `lat: 41.15, lon: -8.61`, and links to maps (``CoordinateSpelling``).
///
/// Letters decide which number is the latitude. Without letters, the place must be possible on
/// Earth; if both orders are, it must lie in the network's area; if both or neither does, latitude
/// comes first, as people write it. `O` is east in German and west in Romance languages: the
/// network's area decides. Whole numbers alone, as in `45 S 100 E`, may be an address, a door or a
/// time, so they must lie in the area.
package enum CoordinateText {
    private struct Part {
        var numbers: [Double] = []
        var isNegative = false
        /// Whether colons join its numbers, so that a blank ends it.
        var isJoined = false
        /// N, S, E, W, or O, which is east or west.
        var letter: Character?

        /// Degrees; `nil` if the numbers are no angle.
        var degrees: Double? {
            guard let first = numbers.first, numbers.count <= 3 else { return nil }
            guard numbers.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
            var value = first
            if numbers.count > 1 { value += numbers[1] / 60 }
            if numbers.count > 2 { value += numbers[2] / 3_600 }
            let isReversed = isNegative != (letter == "s" || letter == "w")
            return isReversed ? -value : value
        }

        var isLatitude: Bool? { letter.map { $0 == "n" || $0 == "s" } }
    }

    /// Reads a place from its coordinates; `nil` if the text is something else.
    ///
    /// - Parameter area: The network's area, to tell the order of two plain numbers.
    package static func place(_ text: String, within area: Envelope) -> Coordinate? {
        let text = CoordinateSpelling.trimmed(text)
        // `12-14` and `12/3` are house numbers.
        guard text.contains(where: { !"0123456789-/ ".contains($0) }) else { return nil }
        let isWhole = CoordinateSpelling.isWhole(text)
        return CoordinateSpelling.readings(of: text).lazy.compactMap { reading in
            guard let place = place(of: reading, within: area) else { return nil }
            let mayBeOther = isWhole && CoordinateSpelling.isWhole(reading)
            return mayBeOther && !area.contains(place) ? nil : place
        }.first
    }

    private static func place(of text: String, within area: Envelope) -> Coordinate? {
        guard var parts = parts(of: text), parts.count == 2 else { return nil }
        if let unsure = parts.firstIndex(where: { $0.letter == "o" }) {
            let found = ["e", "w"].compactMap { (letter: Character) -> Coordinate? in
                parts[unsure].letter = letter
                return place(of: parts, within: area).flatMap { area.contains($0) ? $0 : nil }
            }
            return found.count == 1 ? found[0] : nil
        }
        return place(of: parts, within: area)
    }

    private static func place(of parts: [Part], within area: Envelope) -> Coordinate? {
        guard let first = parts[0].degrees, let second = parts[1].degrees else { return nil }
        let latitudeFirst = Coordinate(x: second, y: first)
        let longitudeFirst = Coordinate(x: first, y: second)
        switch (parts[0].isLatitude, parts[1].isLatitude) {
        case (true, true), (false, false): return nil
        case (true, _), (_, false): return valid(latitudeFirst)
        case (false, _), (_, true): return valid(longitudeFirst)
        case (nil, nil): break
        }
        guard let usual = valid(latitudeFirst) else { return valid(longitudeFirst) }
        guard let other = valid(longitudeFirst) else { return usual }
        return area.contains(other) && !area.contains(usual) ? other : usual
    }

    private static func valid(_ place: Coordinate) -> Coordinate? {
        abs(place.y) <= 90 && abs(place.x) <= 180 ? place : nil
    }

    /// Splits a text into its two angles; `nil` if something else is in it.
    private static func parts(of text: String) -> [Part]? {
        var reader = AngleReader()
        var rest = Substring(text)
        while !rest.isEmpty {
            guard reader.read(&rest) else { return nil }
        }
        return reader.finished()
    }

    /// Reads angles sign by sign.
    private struct AngleReader {
        private var parts = [Part()]
        private var (hasComma, isLetterFirst) = (false, false)
        private var isEnded = false
        /// Whether `d`, `m` and `s` behind numbers are units.
        private var hasUnits = false

        private var last: Part {
            get { parts[parts.count - 1] }
            set { parts[parts.count - 1] = newValue }
        }

        /// Reads the next sign; `false` if it belongs to no coordinates.
        mutating func read(_ rest: inout Substring) -> Bool {
            guard let letter = rest.first else { return false }
            switch letter {
            case "0"..."9", ".":
                return readNumber(&rest)
            case "-", "−", "–", "+":
                readSign(letter, isApart: rest.dropFirst().first == " ")
            case "s" where hasUnits && last.numbers.count == 3 && last.letter == nil:
                break
            case "n", "s", "e", "w", "o":
                if parts.count == 1, last.numbers.isEmpty { isLetterFirst = true }
                if isLetterFirst, !last.numbers.isEmpty { parts.append(Part()) }
                guard last.letter == nil else { return false }
                last.letter = letter
                isEnded = false
            case "d" where last.numbers.count == 1: hasUnits = true
            case "m" where last.numbers.count == 2: hasUnits = true
            case ",", ";", "/", "|":
                guard !hasComma, !last.numbers.isEmpty else { return false }
                hasComma = true
                parts.append(Part())
            case ":": last.isJoined = !last.numbers.isEmpty
            case " ", "\t": isEnded = last.isJoined
            case "°", "º", "'", "\"", "′", "″", "’", "‘", "”", "“", "´", "`": break
            default: return false
            }
            rest = rest.dropFirst()
            return parts.count <= 3
        }

        private mutating func readNumber(_ rest: inout Substring) -> Bool {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            guard digits.count <= 24, let number = Double(digits) else { return false }
            if !last.numbers.isEmpty, isEnded || !isLetterFirst && last.letter != nil {
                parts.append(Part())
            }
            isEnded = false
            last.numbers.append(number)
            rest = rest.dropFirst(digits.count)
            return parts.count <= 3
        }

        /// A dash between an angle with a letter and a blank divides angles: `41° N - 8° W`.
        private mutating func readSign(_ sign: Character, isApart: Bool) {
            let divides = isApart && sign != "+" && last.letter != nil && !last.numbers.isEmpty
            if !last.numbers.isEmpty { parts.append(Part()) }
            last.isNegative = sign != "+" && !divides
        }

        /// Returns the angles that were read.
        mutating func finished() -> [Part] {
            parts.removeAll { $0.numbers.isEmpty && $0.letter == nil }
            // Two numbers side by side are two angles; degrees and minutes need a letter or a sign,
            // and `12:30` is a time.
            if parts.count == 1, parts[0].letter == nil, parts[0].numbers.count == 2,
                !parts[0].isJoined
            {
                var (first, second) = (parts[0], Part())
                second.numbers = [first.numbers.removeLast()]
                return [first, second]
            }
            return parts
        }
    }
}
