// Coordinates as somebody typed them.

package import Geo

/// Reads coordinates: `41.15, -8.61`, `-8.61,41.15`, `41°8'N 8°36'W`, `N 41 8 30 W 8 36 10`.
///
/// Letters decide which number is the latitude. Without letters, the place must be possible on
/// Earth; if both orders are, it must lie in the network's area; if both or neither does, latitude
/// comes first, as people write it.
package enum CoordinateText {
    private struct Part {
        var numbers: [Double] = []
        var isNegative = false
        /// N, S, E or W.
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

    /// Longer texts are no coordinates.
    private static let mostLetters = 80

    /// Reads a place from its coordinates; `nil` if the text is something else.
    ///
    /// - Parameter area: The network's area, to tell the order of two plain numbers.
    package static func place(_ text: String, within area: Envelope) -> Coordinate? {
        // `12-14` is a house number.
        guard text.utf8.count <= mostLetters,
            text.contains(where: { !"0123456789- ".contains($0) }),
            let parts = parts(of: text), parts.count == 2,
            let first = parts[0].degrees, let second = parts[1].degrees
        else { return nil }
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
        var parts = [Part()]
        var rest = Substring(text.lowercased())
        var (hasComma, isLetterFirst) = (false, false)
        while let letter = rest.first {
            switch letter {
            case "0"..."9", ".":
                let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
                guard digits.count <= 24, let number = Double(digits) else { return nil }
                if !isLetterFirst, parts[parts.count - 1].letter != nil { parts.append(Part()) }
                parts[parts.count - 1].numbers.append(number)
                rest = rest.dropFirst(digits.count)
                continue
            case "-", "−", "+":
                if !parts[parts.count - 1].numbers.isEmpty { parts.append(Part()) }
                parts[parts.count - 1].isNegative = letter != "+"
            case "n", "s", "e", "w":
                if parts.count == 1, parts[0].numbers.isEmpty { isLetterFirst = true }
                if isLetterFirst, !parts[parts.count - 1].numbers.isEmpty { parts.append(Part()) }
                guard parts[parts.count - 1].letter == nil else { return nil }
                parts[parts.count - 1].letter = letter
            case ",", ";":
                guard !hasComma, !parts[parts.count - 1].numbers.isEmpty else { return nil }
                hasComma = true
                parts.append(Part())
            case " ", "\t", "°", "º", "'", "\"", "′", "″", "’", "”":
                break
            default:
                return nil
            }
            rest = rest.dropFirst()
            guard parts.count <= 3 else { return nil }
        }
        parts.removeAll { $0.numbers.isEmpty && $0.letter == nil }
        // Two numbers side by side are two angles; degrees and minutes need a letter or a sign.
        if parts.count == 1, parts[0].letter == nil, parts[0].numbers.count == 2 {
            var (first, second) = (parts[0], Part())
            second.numbers = [first.numbers.removeLast()]
            return [first, second]
        }
        return parts
    }
}
