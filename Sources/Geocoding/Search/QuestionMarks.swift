// Words around house numbers which say nothing of the street: `Nr. 3`, `Apt 4`, `д. 3`.

/// Finds a question's words which only announce a house number, or name a flat, a floor or a
/// staircase.
enum QuestionMarks {
    /// Words in front of a house number, in folded form.
    private static let announcing = Set(
        """
        nr no num numero nummer number numer hausnummer hnr nro nru n house haus д дом буд будинок
        km cp čp cislo broj br αριθ αρ رقم
        """.split { $0.isWhitespace }.map { NameFolding.folded(String($0)) })
    /// Signs of countries in front of a postcode: `D-69120`.
    private static let countries = Set(
        """
        d de a at ch f fr i it b be nl l lu pl cz sk dk s se n no fin fi h hu e es p pt si slo hr
        hr ro bg gr fl li lv lt ee ie uk ua by rs
        """.split { $0.isWhitespace }.map(String.init))
    private static let leastPostcode = 4
    /// Words behind a house number in languages without blanks between them.
    private static let following: Set<String> = ["号", "號", "호", "번지", "番地", "番", "nr"]
    /// Words in front of a postcode.
    private static let postcodeMarks = Set(
        "cep cap cp plz zip psc postcode postal code postleitzahl".split(separator: " ").map {
            String($0)
        })
    /// Words that name a part of a house, with what is behind them.
    private static let parts = Set(
        """
        apt apartment apartamento apartamentos suite ste unit flat room rm floor fl lot кв квартира
        оф офис подъезд под этаж эт корп whg wohnung stiege stg stock app appartement appt bat
        batiment etage esc escalier escalera bloc ap apto piso puerta pta andar sala loja fracao
        interno int scala piano lok lokal daire kat lgh porta bte boite bus apart cj conj
        conjunto bloco bl torre oficina ofic depto dpto planta bureau local k d bldg building wing
        """.split { $0.isWhitespace }.map(String.init))
    /// Words that name one behind the house's number, often with a number of their own before them.
    private static let laterParts = Set(
        """
        floor fl andar etage og stock stiege kat planta piso piano emelet patro etaj izq izda
        izquierda dcha derecha dto dta direito direita esq esqo esquerdo esquerda hs huis pis baixos
        bajo links rechts eg ug dg
        """.split { $0.isWhitespace }.map(String.init))
    /// Two letters that people write with a slash: without number, on the ground floor.
    private static let pairs: Set<[String]> = [["s", "n"], ["r", "c"]]

    /// Returns for each word whether it is beside the point.
    ///
    /// A part of a house is so only if the question has another number, which is the house's. No
    /// word is so if it is a name's own, as in `rue du Lot 3`.
    ///
    /// - Parameters:
    ///   - all: The words, each with the number of its part between commas.
    ///   - isNamed: Whether a name has the word at the second place, behind the one at the first.
    static func areAside(
        _ all: [(part: Int, word: String)], isNamed: (_ first: Int, _ second: Int) -> Bool
    ) -> [Bool] {
        let words = all.map(\.word)
        var aside = [Bool](repeating: false, count: words.count)
        let hasDigits = words.map { NameFolding.isNumber($0) && !Ordinals.isInDigits($0) }
        // The number in `Calle 26 #13-19` is the street's.
        var free = words.indices.count { hasDigits[$0] && ($0 == 0 || !isNamed($0 - 1, $0)) }
        for (place, word) in words.enumerated().dropLast().reversed() {
            let next = words[place + 1]
            if countries.contains(word), isCode(next), place > 0 || words.count > 2,
                !isNamed(place, place + 1)
            {
                aside[place] = true
                continue
            }
            if isPart(words, place, hasDigits, isNamed) {
                let isLetter = next.unicodeScalars.count == 1 && !hasDigits[place + 1]
                let others = place > 0 ? hasDigits[..<place] : hasDigits[...]
                let isPart =
                    hasDigits[place + 1] && free > 1 || isLetter && others.contains(true)
                aside[place] = isPart || hasDigits[place + 1] && place > 0
                if isPart { aside[place + 1] = true }
                if isPart, hasDigits[place + 1] { free -= 1 }
            } else if hasDigits[place + 1] || aside[place + 1] && announcing.contains(next),
                announcing.contains(word)
            {
                // `N 4 Street` is North Fourth Street.
                aside[place] = word != "n" || place > 0 && place + 2 == words.count
            } else if word == "c", next == "p", place + 2 < words.count, hasDigits[place + 2] {
                (aside[place], aside[place + 1]) = (true, true)
            }
        }
        for (place, word) in words.enumerated().dropFirst() where hasDigits[place - 1] {
            if following.contains(word) { aside[place] = true }
        }
        markLaterParts(all, hasDigits, &aside, isNamed)
        return aside
    }

    /// Whether a word may be a postcode behind a country's sign.
    private static func isCode(_ word: String) -> Bool {
        NameFolding.isNumber(word) && !Ordinals.isInDigits(word)
            && word.utf8.count >= leastPostcode
    }

    /// Whether a word announces a part of a house. It does not if it belongs to a name, as it does
    /// in `rue du Lot` and `D 3`.
    private static func isPart(
        _ words: [String], _ place: Int, _ hasDigits: [Bool],
        _ isNamed: (_ first: Int, _ second: Int) -> Bool
    ) -> Bool {
        guard parts.contains(words[place]) else { return false }
        if place > 0 {
            let before = words[place - 1]
            // `2nd floor` is no floor 12 of `2nd floor, 12 Main Street`, and `3 andar` none 4000.
            let isLater =
                Ordinals.isInDigits(before)
                || laterParts.contains(words[place]) && hasDigits[place - 1]
                    && hasDigits[..<(place - 1)].contains(true) && isCode(words[place + 1])
            if isLater || isNamed(place - 1, place) { return false }
        }
        return !isNamed(place, place + 1)
    }

    /// Sets aside `2nd floor`, `3º andar` and `267 huis` behind a house's number, and `s/n`.
    private static func markLaterParts(
        _ all: [(part: Int, word: String)], _ hasDigits: [Bool], _ aside: inout [Bool],
        _ isNamed: (_ first: Int, _ second: Int) -> Bool
    ) {
        for place in all.indices.dropFirst() {
            let (before, word) = (all[place - 1].word, all[place].word)
            if place > 1, pairs.contains([before, word]), !isNamed(place - 1, place) {
                (aside[place - 1], aside[place]) = (true, true)
            }
            guard laterParts.contains(word), !aside[place],
                all[..<place].contains(where: { NameFolding.isNumber($0.word) }),
                !isNamed(place - 1, place)
            else { continue }
            // Before a street's name, a comma ends the part: `12 Links Road` is a street.
            let isBehindName = (0..<place).contains { !hasDigits[$0] && !aside[$0] }
            let isOpening =
                !isBehindName && place + 1 < all.count && all[place + 1].part != all[place].part
            guard isBehindName || isOpening || Ordinals.isInDigits(before) else { continue }
            aside[place] = true
            let houses = isOpening ? (place + 1)..<all.count : 0..<(place - 1)
            let hasHouse = houses.contains { hasDigits[$0] && !aside[$0] }
            if Ordinals.isInDigits(before) || hasHouse && NameFolding.isNumber(before) {
                aside[place - 1] = true
            }
        }
    }

    /// Returns a text without a mark in front of a postcode: `CEP 01301-100`, `D-69120`.
    static func withoutPostcodeMark(_ text: String) -> String {
        let words = NameFolding.words(text, atMost: 5)
        guard let first = words.first, countries.union(postcodeMarks).contains(first) else {
            return text
        }
        return words.dropFirst().joined(separator: " ")
    }

    /// Returns a text in which a number sign is a word: `#4` as `unit 4`.
    static func withWords(_ text: String) -> String {
        text.contains("#") ? text.replacing("#", with: " unit ") : text
    }
}
