// House numbers with ranges and halves, as people write them.

/// Brings house numbers into one form: `12–14` and `12 - 14` are `12-14`, `31/33` is `31-33`, `9½`
/// is `9 1/2`.
enum HouseNumbers {
    private static let dashes: Set<Unicode.Scalar> = ["-", "‐", "‑", "‒", "–", "—", "−", "－", "ー"]
    private static let fractionSigns: [Unicode.Scalar: String] = [
        "½": " 1/2", "¼": " 1/4", "¾": " 3/4",
    ]
    private static let fractions: Set<String> = ["1/2", "1/3", "2/3", "1/4", "3/4"]
    /// A greater distance between two numbers is no range of houses.
    private static let longestRange: UInt32 = 100
    /// The same for numbers with a slash: `2/14` is a door.
    private static let longestSlashedRange: UInt32 = 6
    private static let mostDigits = 5
    /// How many digits postcodes have before their dash and behind it: in Poland, Portugal, Brazil,
    /// the United States and Japan; and without a dash in many countries.
    private static let postcodeShapes: Set<[Int]> = [
        [2, 3], [4, 3], [5, 3], [5, 4], [3, 4], [5], [6],
    ]

    /// Returns a text whose ranges of numbers have a plain hyphen without blanks, and whose
    /// fractions have plain digits.
    ///
    /// - Complexity: O(*n*) in the text's length.
    static func withPlainSigns(_ text: String) -> String {
        let isSign = { (scalar: Unicode.Scalar) in
            dashes.contains(scalar) || fractionSigns[scalar] != nil || scalar == "/"
        }
        guard text.unicodeScalars.contains(where: isSign) else { return text }
        let scalars = Array(text.unicodeScalars.prefix(4 * NameFolding.mostTextLetters))
        var result = String.UnicodeScalarView()
        var place = 0
        while place < scalars.count {
            let scalar = scalars[place]
            if let end = endOfSlash(scalars, place) {
                while result.last == " " { result.removeLast() }
                result.append("/")
                place = end
                continue
            }
            if let end = endOfHyphen(scalars, place) {
                while result.last == " " { result.removeLast() }
                result.append("-")
                place = end
                continue
            }
            if let fraction = fractionSigns[scalar] {
                result.append(contentsOf: fraction.unicodeScalars)
            } else {
                result.append(scalar)
            }
            place += 1
        }
        return String(result)
    }

    /// Returns where the number behind a slash with blanks begins: `12 / 3` is `12/3`.
    private static func endOfSlash(_ scalars: [Unicode.Scalar], _ place: Int) -> Int? {
        guard scalars[place] == "/" else { return nil }
        let before = scalars[..<place].reversed().drop { $0 == " " }.first
        let end = scalars[(place + 1)...].firstIndex { $0 != " " } ?? scalars.count
        guard let before, isDigit(before), end < scalars.count, isDigit(scalars[end]) else {
            return nil
        }
        return end
    }

    /// Returns where the number behind a dash begins, if the dash joins two numbers.
    private static func endOfHyphen(_ scalars: [Unicode.Scalar], _ place: Int) -> Int? {
        guard dashes.contains(scalars[place]) else { return nil }
        let blanksBefore = scalars[..<place].reversed().prefix { $0 == " " }.count
        let blanksAfter = scalars[(place + 1)...].prefix { $0 == " " }.count
        let end = place + 1 + blanksAfter
        let before = scalars[..<(place - blanksBefore)].reversed().prefix(mostDigits)
            .prefix(while: isDigit)
        let after = scalars[end...].prefix(mostDigits).prefix(while: isDigit)
        guard !before.isEmpty, !after.isEmpty else { return nil }
        if blanksBefore + blanksAfter == 0 { return end }
        return isRange(value(before.reversed()), value(Array(after))) ? end : nil
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || ("０"..."９").contains(scalar)
    }

    private static func value(_ digits: [Unicode.Scalar]) -> UInt32 {
        digits.reduce(0) { 10 * $0 + ($1.value & 0xF) }
    }

    private static func isRange(
        _ first: UInt32, _ last: UInt32, atMost most: UInt32 = longestRange
    ) -> Bool {
        0 < first && first < last && last - first <= most
    }

    /// Whether a word is a part of a house: `1/2`.
    static func isFraction(_ word: String) -> Bool { fractions.contains(word) }

    /// Whether a word may be a postcode by its shape: `20-060`, `4000-123`, `01310-100`,
    /// `10001-1234`, `100-0001`, `10115`, or a half of one: `h3g`, `1s8`. A few houses have it too,
    /// such as `99-101`.
    static func mayBePostcode(_ word: String) -> Bool {
        let digits = word.utf8.map { (0x30...0x39).contains($0) }
        if digits == [false, true, false] || digits == [true, false, true], !word.contains("/"),
            !word.contains("-")
        {
            return true
        }
        let sides = word.split(separator: "-", omittingEmptySubsequences: false)
        return word.utf8.allSatisfy { $0 == UInt8(ascii: "-") || isDigit(Unicode.Scalar($0)) }
            && postcodeShapes.contains(sides.map(\.utf8.count))
    }

    /// Returns some words as a house number: `3号` is 3, and `3丁目5番7号` is `3-5-7`.
    static func number(_ words: [String]) -> String {
        var number = ""
        var isCounted = false
        for word in words {
            if !number.isEmpty, NameFolding.isIdeographic(word) {
                isCounted = true
                continue
            }
            if isCounted, NameFolding.isNumber(word) { number += "-" }
            isCounted = false
            if isFraction(word), NameFolding.isNumber(number) { number += " " }
            number += word
        }
        for fraction in fractions where number.hasSuffix("-\(fraction)") {
            return "\(number.dropLast(fraction.count + 1)) \(fraction)"
        }
        let parts = number.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            isRange(
                NameFolding.value(ofNumber: String(parts[0])),
                NameFolding.value(ofNumber: String(parts[1])), atMost: longestSlashedRange)
        else { return number }
        return "\(parts[0])-\(parts[1])"
    }

    /// Returns the numbers on both sides of a slash, which are a house and its door, or a flat and
    /// its house; and the ends of a range.
    static func sides(ofNumber number: String) -> [String] {
        let sides = number.split { $0 == "/" || $0 == "-" }.map(String.init)
        guard sides.count == 2, sides.allSatisfy(NameFolding.isNumber), !number.contains(" "),
            number.contains("/") || last(ofNumber: number) > NameFolding.value(ofNumber: number)
        else { return [] }
        return sides
    }

    /// Returns what else the numbers with a slash are asked as, for all numbers of one street.
    ///
    /// `736/14` is 736 and 14, a Czech house's two numbers, where most houses have two. If several
    /// share a number, as `12/1` and `12/2` do, they are doors, `12/1` beside 12 is a house of its
    /// own, and if there is a house 14 itself, 14 is that one.
    static func ownSides(of numbers: [String]) -> [String: [String]] {
        let known = Set(numbers)
        let slashed = known.filter { $0.contains("/") }
        guard 2 * slashed.count > known.count else { return [:] }
        let parts = Dictionary(uniqueKeysWithValues: slashed.map { ($0, sides(ofNumber: $0)) })
        let counts = Dictionary(parts.values.joined().map { ($0, 1) }, uniquingKeysWith: +)
        return parts.filter { _, sides in
            guard let house = sides.first, !known.contains(house) else { return false }
            return sides.allSatisfy { counts[$0] == 1 }
        }.mapValues { $0.filter { !known.contains($0) } }
    }

    /// Returns the house of a flat written before it, as 1500 of `400-1500`; `nil` for a range and
    /// for other numbers.
    static func house(behindFlat number: String) -> String? {
        let sides = number.split(separator: "-")
        guard sides.count == 2, sides.joined().utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            sides[1].first != "0", last(ofNumber: number) == NameFolding.value(ofNumber: number)
        else { return nil }
        return String(sides[1])
    }

    /// Returns the last number of a range, such as 14 of `12-14`; the number itself of others.
    static func last(ofNumber number: String) -> UInt32 {
        let first = NameFolding.value(ofNumber: number)
        let parts = number.split(separator: "-")
        guard parts.count == 2, parts[1].first != "0" else { return first }
        let last = NameFolding.value(ofNumber: String(parts[1]))
        return isRange(first, last) ? last : first
    }

    /// Whether a range has a house number: every number if its ends are odd and even, else only
    /// the numbers on its side.
    static func covers(_ first: UInt32, _ last: UInt32, _ number: UInt32) -> Bool {
        guard first < last, first <= number, number <= last else { return false }
        return (last - first) % 2 == 1 || (number - first) % 2 == 0
    }
}
