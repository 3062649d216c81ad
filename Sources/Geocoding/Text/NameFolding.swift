// Texts without case, diacritics and punctuation, as words.

import Foundation

/// Reduces names and questions to comparable words.
package enum NameFolding {
    /// Further words do not count.
    package static let mostWords = 24
    /// Further letters in a word do not count.
    static let mostLetters = 40
    /// Further letters in a text do not count.
    package static let mostTextLetters = 400

    /// Letters that Unicode does not take apart.
    private static let plain: [Unicode.Scalar: String] = [
        "ß": "ss", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "æ": "ae", "œ": "oe", "þ": "th",
        "ı": "i", "ħ": "h", "ŀ": "l", "ʻ": "", "ʼ": " ", "’": " ", "º": "", "ª": "",
        // The same letters of one script in several shapes.
        "ς": "σ", "ى": "ي", "ی": "ي", "ک": "ك", "ة": "ه", "ء": "", "ـ": "",
    ]

    /// Returns a text in lower case without diacritics: `Praça` as `praca`.
    ///
    /// Method: Unicode compatibility decomposition (NFKD, Unicode Standard Annex 15) without
    /// combining marks of European, Hebrew and Arabic scripts; in other scripts marks are letters.
    ///
    /// - Complexity: O(*n*) in the text's length.
    package static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        var marked = ""
        for scalar in text.unicodeScalars {
            if scalar == "º" || scalar == "ª" {
                // `1º` and `1.º` are 1, but `Stª` and `St.ª` are Sta.
                let isDotted = marked.unicodeScalars.last == "."
                let before = marked.unicodeScalars.dropLast(isDotted ? 1 : 0).last
                guard before?.properties.isAlphabetic == true else { continue }
                if isDotted { marked.unicodeScalars.removeLast() }
            }
            marked.unicodeScalars.append(scalar)
        }
        var result = ""
        for scalar in marked.decomposedStringWithCompatibilityMapping.unicodeScalars
        where !isMark(scalar) {
            for lower in scalar.properties.lowercaseMapping.unicodeScalars where !isMark(lower) {
                if let other = plain[lower] {
                    result += other
                } else if let digit = lower.properties.numericType == .decimal
                    ? lower.properties.numericValue : nil
                {
                    result += "\(Int(digit))"
                } else {
                    result.unicodeScalars.append(lower)
                }
            }
        }
        return result
    }

    /// Whether a scalar only marks the letter before it.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7,
            0x064B...0x065F, 0x0670, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
            0xFE20...0xFE2F, 0x200B...0x200F, 0xFEFF, 0xAD:
            true
        default:
            false
        }
    }

    /// Returns a text's words: `Av. 25-B, 4000-123` as `av`, `25`, `b`, `4000-123`.
    ///
    /// A hyphen or slash between digits belongs to the word, as in postcodes and house numbers.
    /// So does the dot within a shortened word: `V.le` is `vle`. `三丁目` is `3`, `丁目`.
    package static func words(_ text: String, atMost most: Int = mostWords) -> [String] {
        let text = DistrictNumbers.withDigits(HouseNumbers.withPlainSigns(text))
        let scalars = Array(folded(text).unicodeScalars.prefix(mostTextLetters))
        var words: [String] = []
        var word = ""
        for (place, scalar) in scalars.enumerated() {
            if beginsWord(scalars, place), !word.isEmpty {
                words.append(word)
                word = ""
                if words.count == most { return words }
            }
            if isLetter(scalar) || joinsDigits(scalars, place) {
                if word.unicodeScalars.count < mostLetters { word.unicodeScalars.append(scalar) }
            } else if scalar == ".", isShortened(word, before: scalars[(place + 1)...]) {
                continue
            } else if !word.isEmpty {
                words.append(word)
                word = ""
            }
            if words.count == most { return words }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    /// Whether a word and the letters behind its dot are a shortened word, such as `p.zza`.
    private static func isShortened(
        _ head: String, before rest: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        var tail = ""
        for scalar in rest.prefix(StreetWords.mostShortened + 1) {
            guard isLetter(scalar) else { break }
            tail.unicodeScalars.append(scalar)
        }
        return StreetWords.isShortened(head, tail)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x80 { return isDigit(scalar) || ("a"..."z").contains(scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
            return true
        default:
            return false
        }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Whether a word ends before a sign without a blank: between ideographs and digits.
    private static func beginsWord(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
        guard place > 0 else { return false }
        let (before, here) = (scalars[place - 1], scalars[place])
        return isDigit(here) && isIdeograph(before) || isIdeograph(here) && isDigit(before)
    }

    /// Whether a letter is of a script that writes without blanks, or with few: Chinese, Japanese,
    /// Korean.
    private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x11FF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF,
            0x20000...0x323AF:
            true
        default: false
        }
    }

    /// Whether a word is of such a script.
    static func isIdeographic(_ word: String) -> Bool {
        word.unicodeScalars.first.map(isIdeograph) ?? false
    }

    private static func joinsDigits(_ scalars: [Unicode.Scalar], _ place: Int) -> Bool {
        let scalar = scalars[place]
        guard scalar == "-" || scalar == "/", place > 0, place + 1 < scalars.count else {
            return false
        }
        return isDigit(scalars[place - 1]) && isDigit(scalars[place + 1])
    }

    /// Whether a word begins with a digit, as house numbers and postcodes do.
    package static func isNumber(_ word: String) -> Bool {
        word.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    /// Whether a word has a digit, as all house numbers do.
    static func hasDigit(_ word: String) -> Bool {
        word.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    /// Returns a house number without blanks and in lower case: `12 A` as `12a`. Only a half keeps
    /// its blank: `9 1/2` is not `91/2`.
    package static func number(_ text: String) -> String {
        HouseNumbers.number(words(text, atMost: 6))
    }

    /// Returns a house number's first digits as a number; 0 if there are none.
    package static func value(ofNumber number: String) -> UInt32 {
        var value: UInt32 = 0
        for byte in number.utf8 {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte), value < 10_000_000 else {
                break
            }
            value = value * 10 + UInt32(byte - UInt8(ascii: "0"))
        }
        return value
    }
}
