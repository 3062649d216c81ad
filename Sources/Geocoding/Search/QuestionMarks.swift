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
    /// Words that name a part of a house, with what is behind them.
    private static let parts = Set(
        """
        apt apartment apartamento apartamentos suite ste unit flat room rm floor fl lot кв квартира
        оф офис подъезд под этаж эт корп whg wohnung stiege stg stock app appartement appt bat
        batiment etage esc escalier escalera bloc ap apto piso puerta pta andar sala loja fracao
        interno int scala piano lok lokal daire kat lgh porta bte boite bus
        """.split { $0.isWhitespace }.map(String.init))

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
            if parts.contains(word), place > 0 ? !isNamed(place - 1, place) : free > 1 {
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
        return aside
    }

    /// Returns a text in which a number sign is a word: `#4` as `unit 4`.
    static func withWords(_ text: String) -> String {
        text.contains("#") ? text.replacing("#", with: " unit ") : text
    }
}
