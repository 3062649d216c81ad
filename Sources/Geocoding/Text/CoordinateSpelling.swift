// Brings other spellings of coordinates than plain numbers into the form that `CoordinateText`
// reads.

import Foundation

/// Turns labels, brackets, decimal commas and links to maps into plain coordinates.
enum CoordinateSpelling {
    /// Longer texts are no coordinates, and no links to a map.
    static let mostLetters = 80
    private static let mostLinkLetters = 500

    /// Words that people and programs write before or behind a coordinate, each with its letter.
    private static let labels: [String: Character] = [
        "lat": "n", "latitude": "n", "breite": "n", "y": "n", "lon": "e", "lng": "e", "long": "e",
        "longitude": "e", "länge": "e", "x": "e",
    ].merging(directions) { $1 }
    private static let directions: [String: Character] = [
        "north": "n", "nord": "n", "norte": "n", "east": "e", "ost": "e", "est": "e", "este": "e",
        "leste": "e", "south": "s", "süd": "s", "sud": "s", "sur": "s", "sul": "s", "west": "w",
        "ouest": "w", "ovest": "w", "oeste": "w",
    ]
    /// What else stands beside whole numbers alone.
    private static let wholeSigns: Set<Character> = Set("0123456789 ,;/|:-–−")
    /// Where links have coordinates; the latitude comes first in all of them.
    private static let linkMarks = ["#map=", "!3d", "/@", "?q=", "&q=", "query=", "ll=", "loc:"]

    /// Returns a text without blanks around it and without a sign at its end.
    static func trimmed(_ text: String) -> String {
        var text = Substring(text.trimmingCharacters(in: .whitespacesAndNewlines))
        while let last = text.last, ".,;".contains(last) { text = text.dropLast() }
        return String(text)
    }

    /// Whether a text has only whole numbers, maybe with directions: `45 S 100 E` and `45 South 100
    /// East` may be addresses, `12:30` a time. Minutes beside directions are of coordinates alone.
    static func isWhole(_ text: String) -> Bool {
        let text = text.lowercased()
        let words = text.split { !$0.isLetter }
        let areDirections = words.allSatisfy {
            directions[String($0)] != nil || $0.count == 1 && $0.allSatisfy(isDirection)
        }
        let hasMinutes = !words.isEmpty && text.split { !$0.isNumber }.count > 3
        return areDirections && !hasMinutes
            && text.allSatisfy { $0.isLetter || wholeSigns.contains($0) }
    }

    /// Returns the ways to read a text as coordinates, the likeliest first.
    ///
    /// - Parameter text: A text that is ``trimmed(_:)``.
    static func readings(of text: String) -> [String] {
        let text = text.lowercased()
        if let place = placeOfLink(text) { return [place] }
        guard text.utf8.count <= mostLetters else { return [] }
        guard let plain = plain(text) else { return [] }
        return [withDecimalPoints(plain), plain].compactMap { $0 }
    }

    /// Returns a text with letters in place of labels, and without brackets around it; `nil` if a
    /// word in it is no label.
    private static func plain(_ text: String) -> String? {
        var text = Substring(text)
        var isPoint = false
        if text.hasPrefix("point") {
            text = text.dropFirst(5).drop { $0 == " " }
            isPoint = text.first == "("
            guard isPoint else { return nil }
        }
        for (open, close) in [("(", ")"), ("[", "]"), ("{", "}")]
        where text.hasPrefix(open) && text.hasSuffix(close) {
            text = text.dropFirst().dropLast()
        }
        if isPoint {
            let numbers = text.split(separator: " ")
            return numbers.count == 2 ? "e \(numbers[0]), n \(numbers[1])" : nil
        }
        guard !hasLateAxis(text) else { return nil }
        var result = ""
        var rest = text
        while let letter = rest.first {
            guard letter.isLetter else {
                // `lat: 41` and `x=8` have a sign behind the label, `"lat": 41` one before it.
                let isSign = letter == "=" || letter == "&" || letter == ":" && !endsInDigit(result)
                result.append(isSign ? " " : letter)
                rest = rest.dropFirst()
                continue
            }
            let word = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(word.count)
            if word.count == 1 {
                result += labels[String(word)].map { "\($0) " } ?? String(word)
            } else if let label = labels[String(word)] {
                result += " \(label) "
            } else {
                return nil
            }
        }
        return result
    }

    /// Whether an `x` or a `y` stands behind a number, but no such label before: `7 y 50` and
    /// `12 x 3` are no coordinates.
    private static func hasLateAxis(_ text: Substring) -> Bool {
        guard let number = text.firstIndex(where: \.isNumber) else { return false }
        return !text[..<number].contains(where: isAxis) && text[number...].contains(where: isAxis)
    }

    private static func isDirection(_ letter: Character) -> Bool { "nsewo".contains(letter) }

    private static func isAxis(_ letter: Character) -> Bool { letter == "x" || letter == "y" }

    private static func endsInDigit(_ text: String) -> Bool {
        text.last.map { $0.isASCII && $0.isNumber } ?? false
    }

    /// Returns a text with decimal points in place of decimal commas; `nil` if it has no such
    /// comma.
    ///
    /// If there are three commas without a blank, the middle one divides: `41,15,8,61`.
    private static func withDecimalPoints(_ text: String) -> String? {
        guard !text.contains("."), text.contains(",") else { return nil }
        var letters = Array(text)
        let commas = letters.indices.filter { place in
            letters[place] == "," && place > 0 && place + 1 < letters.count
                && letters[place - 1].isNumber && letters[place + 1].isNumber
        }
        let isDense = commas.count == 3 && !text.contains(where: { " ;\t".contains($0) })
        for (number, place) in commas.enumerated() where !(isDense && number == 1) {
            letters[place] = "."
        }
        return commas.isEmpty ? nil : String(letters)
    }

    /// Returns the place of a link to a map, as `latitude, longitude`; `nil` if a text is none.
    private static func placeOfLink(_ text: String) -> String? {
        guard text.utf8.count <= mostLinkLetters else { return nil }
        let text = text.replacing("%2c", with: ",").replacing("%20", with: " ")
        if text.hasPrefix("geo:") { return pair(text.dropFirst(4), separators: ",") }
        if text.hasPrefix("@") { return pair(text.dropFirst(), separators: ",") }
        guard text.hasPrefix("http") || text.hasPrefix("www.") else { return nil }
        if let latitude = text.firstRange(of: "mlat=")?.upperBound,
            let longitude = text.firstRange(of: "mlon=")?.upperBound
        {
            return "\(number(text[latitude...])), \(number(text[longitude...]))"
        }
        for mark in linkMarks {
            guard let found = text.firstRange(of: mark) else { continue }
            var rest = text[found.upperBound...]
            // The zoom comes first.
            if mark == "#map=" { rest = rest.drop { $0 != "/" }.dropFirst() }
            if mark == "!3d" { rest = Substring(rest.replacing("!4d", with: ",")) }
            if let place = pair(rest, separators: ",/") { return place }
        }
        return nil
    }

    private static func number(_ text: Substring) -> Substring {
        text.prefix { "+-.0123456789".contains($0) }
    }

    private static func pair(_ text: Substring, separators: String) -> String? {
        let first = number(text)
        let rest = text.dropFirst(first.count)
        guard let separator = rest.first, separators.contains(separator) else { return nil }
        let second = number(rest.dropFirst().drop { $0 == " " })
        guard Double(first) != nil, Double(second) != nil else { return nil }
        return "\(first), \(second)"
    }
}
