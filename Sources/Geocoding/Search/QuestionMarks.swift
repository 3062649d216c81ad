// Words around house numbers which say nothing of the street: `Nr. 3`, `Apt 4`, `д. 3`.

/// Finds the words in a question that only announce a house number, and those that name a part of
/// a house: a flat, a floor, a staircase.
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
        interno int scala piano lok lokal daire kat lgh porta bte boite bus ap apart cj conj
        conjunto bloco bl torre oficina ofic depto dpto planta bureau local k d bldg building wing
        """.split { $0.isWhitespace }.map(String.init))
    /// Words that name one behind the house's number, often with a number of their own before them.
    private static let laterParts = Set(
        """
        floor fl andar etage og stock stiege kat planta piso piano emelet patro etaj izq izda
        izquierda dcha derecha dto dta direito direita esq esquerdo esquerda hs huis pis baixos bajo
        links rechts eg ug dg
        """.split { $0.isWhitespace }.map(String.init))
    /// Two letters that people write with a slash: without number, on the ground floor.
    private static let pairs: Set<[String]> = [["s", "n"], ["r", "c"]]

    /// Returns for each word whether it is beside the point.
    ///
    /// A part of a house is so only if the question has another number, which is the house's. No
    /// word is so if it is a name's own, as in `rue du Lot 3`.
    ///
    /// - Parameter isNamed: Whether a name has the word at the second place, and the one at the
    ///   first before it.
    static func areAside(
        _ words: [String], isNamed: (_ first: Int, _ second: Int) -> Bool
    ) -> [Bool] {
        var aside = [Bool](repeating: false, count: words.count)
        let hasDigits = words.map { NameFolding.isNumber($0) && !Ordinals.isInDigits($0) }
        var free = hasDigits.count { $0 }
        for (place, word) in words.enumerated().dropLast().reversed() {
            let next = words[place + 1]
            let isCode = hasDigits[place + 1] && next.utf8.count >= leastPostcode
            if countries.contains(word), isCode, place > 0 || words.count > 2,
                !isNamed(place, place + 1)
            {
                aside[place] = true
                continue
            }
            // `2nd floor` is no floor 12 of `2nd floor, 12 Main Street`.
            let isLater = place > 0 && Ordinals.isInDigits(words[place - 1])
            if parts.contains(word), !isLater, place > 0 ? !isNamed(place - 1, place) : free > 1 {
                let isLetter = next.unicodeScalars.count == 1 && !hasDigits[place + 1]
                let isPart =
                    hasDigits[place + 1] && free > 1
                    || isLetter && hasDigits[..<place].contains(true)
                aside[place] = isPart || hasDigits[place + 1]
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
        markLaterParts(words, hasDigits, &aside, isNamed)
        return aside
    }

    /// Sets aside `2nd floor`, `3º andar` and `267 huis` behind a house's number, and `s/n`.
    private static func markLaterParts(
        _ words: [String], _ hasDigits: [Bool], _ aside: inout [Bool],
        _ isNamed: (_ first: Int, _ second: Int) -> Bool
    ) {
        for place in words.indices.dropFirst() where !isNamed(place - 1, place) {
            if pairs.contains([words[place - 1], words[place]]), place > 1 {
                (aside[place - 1], aside[place]) = (true, true)
            }
            guard laterParts.contains(words[place]), !aside[place],
                words[..<place].contains(where: NameFolding.isNumber)
            else { continue }
            aside[place] = true
            let hasHouse = words[..<(place - 1)].indices.contains { hasDigits[$0] && !aside[$0] }
            if Ordinals.isInDigits(words[place - 1])
                || hasHouse && NameFolding.isNumber(words[place - 1])
            {
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
