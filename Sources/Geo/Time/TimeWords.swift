// Words in dates and times, in the languages spreadsheets use.

/// Recognizes words in dates and times.
enum TimeWords {
    /// Returns the month for a lowercase name or abbreviation.
    static func month(_ word: String) -> Int? {
        // Three letters distinguish all months but two, which differ in the fourth.
        if word.hasPrefix("juil") { return 7 }
        if word.hasPrefix("juin") { return 6 }
        return months[String(word.prefix(3))]
    }

    private static let months: [String: Int] = [
        "jan": 1, "ene": 1, "gen": 1, "jän": 1, "sty": 1, "led": 1, "янв": 1,
        "feb": 2, "fev": 2, "fév": 2, "lut": 2, "úno": 2, "фев": 2,
        "mar": 3, "mär": 3, "mrz": 3, "maa": 3, "mrt": 3, "mår": 3, "bře": 3, "мар": 3,
        "apr": 4, "avr": 4, "abr": 4, "kwi": 4, "dub": 4, "апр": 4,
        "may": 5, "mai": 5, "maj": 5, "mag": 5, "mei": 5, "kvě": 5, "мая": 5, "май": 5,
        "jun": 6, "giu": 6, "cze": 6, "čer": 6, "июн": 6,
        "jul": 7, "lug": 7, "lip": 7, "июл": 7,
        "aug": 8, "aoû": 8, "aou": 8, "ago": 8, "sie": 8, "srp": 8, "авг": 8,
        "sep": 9, "set": 9, "wrz": 9, "zář": 9, "сен": 9,
        "oct": 10, "okt": 10, "ott": 10, "out": 10, "paź": 10, "říj": 10, "окт": 10,
        "nov": 11, "lis": 11, "ноя": 11,
        "dec": 12, "dez": 12, "déc": 12, "dic": 12, "des": 12, "gru": 12, "pro": 12, "дек": 12,
    ]

    /// Returns whether a word means afternoon; `nil` if it means neither half of the day.
    static func isAfternoon(_ word: String) -> Bool? {
        switch word {
        case "am", "오전", "上午", "午前", "πμ": false
        case "pm", "오후", "下午", "午後", "μμ": true
        default: nil
        }
    }

    /// Returns whether a word marks the number before it as an hour, or the text before it as a
    /// time.
    static func isHour(_ word: String) -> Bool { ["h", "u", "uhr", "hrs", "hod"].contains(word) }

    /// Words within dates and times that mean nothing here: `2 de marzo`.
    static let fillers: Set<String> = [
        "de", "del", "of", "the", "at", "um", "à", "kl", "o", "alle", "den", "le", "st", "nd", "rd",
        "th", "er", "г",
    ]

    /// Returns whether a word is a weekday or its abbreviation.
    static func isWeekday(_ word: String) -> Bool {
        weekdays.contains(String(word.prefix(2)))
    }

    private static let weekdays: Set<String> = [
        "mo", "tu", "we", "th", "fr", "sa", "su", "di", "mi", "do", "so", "lu", "ma", "me", "je",
        "ve", "sá", "gi", "se", "te", "qu", "zo", "wo", "vr", "pn", "po", "út", "st", "čt", "pá",
    ]
}
