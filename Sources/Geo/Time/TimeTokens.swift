// Splits dates and times into numbers, words and signs, and reads them.

/// Reads times that are not written as ISO 8601.
struct TimeTokens {
    /// A time's date.
    enum Date {
        case none
        case day(Int, DateOrder?)
        case either(dayFirst: Int, monthFirst: Int)
    }

    /// The parts of a time found in a text.
    struct Parts {
        var date = Date.none
        /// Milliseconds after midnight.
        var time: Int64?
        /// How far the zone is ahead of UTC.
        var offset: Int64?
    }

    private enum Token: Hashable {
        case number(Int, digits: Int)
        case word(String)
        case sign(Unicode.Scalar)
        case blank
    }

    private var tokens: [Token] = []
    private var position = 0

    init(_ text: String) {
        var letters = ""
        var (number, digits) = (0, 0)
        func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }
        func end(_ tokens: inout [Token]) {
            if digits > 0 { tokens.append(.number(number, digits: digits)) }
            if !letters.isEmpty { tokens.append(.word(letters)) }
            (letters, number, digits) = ("", 0, 0)
        }
        for scalar in text.lowercased().unicodeScalars {
            if ("0"..."9").contains(scalar), digits < 9 {
                if digits == 0 { end(&tokens) }
                number = number * 10 + Int(scalar.value - 0x30)
                digits += 1
            } else if let sign = Self.signs[scalar] {
                end(&tokens)
                tokens.append(.sign(sign))
            } else if scalar.properties.isAlphabetic {
                if digits > 0 { end(&tokens) }
                letters.unicodeScalars.append(scalar)
            } else {
                end(&tokens)
                tokens.append(isBlank(scalar) ? .blank : .sign(scalar))
            }
        }
        end(&tokens)
        join()
    }

    /// Chinese, Japanese and Korean signs between year, month and day, and their equivalents.
    private static let signs: [Unicode.Scalar: Unicode.Scalar] = [
        "年": "/", "月": "/", "日": " ", "時": ":", "时": ":", "分": ":", "秒": " ", "년": "/",
        "월": "/", "일": " ", "\u{2010}": "-", "\u{2013}": "-", "\u{2212}": "-",
    ]

    /// Joins `a.m.` to a single word, and drops meaningless words.
    private mutating func join() {
        var joined: [Token] = []
        for token in tokens {
            switch (joined.last, token) {
            case (.word(let half)?, .word("m")) where ["a", "p"].contains(half):
                joined[joined.count - 1] = .word(half + "m")
            case (.word(let word)?, .sign("."))
            where word.count <= 4 || TimeWords.month(word) != nil:
                continue
            case (.word(let half)?, .blank) where ["a", "p"].contains(half): continue
            case (_, .word(let word)) where TimeWords.fillers.contains(word): continue
            case (.blank?, .blank), (nil, .blank): continue
            default: joined.append(token)
            }
        }
        while joined.last == .blank || joined.last == .sign(" ") { joined.removeLast() }
        tokens = joined
        moveYear()
    }

    /// Moves the year behind the day in `Mon Mar 2 09:30:00 2026`, as C and Unix write it.
    private mutating func moveYear() {
        guard tokens.count > 8, case .number(_, digits: 4)? = tokens.last,
            tokens[tokens.count - 2] == .blank, tokens[1] == .blank, tokens[3] == .blank,
            tokens[5] == .blank, case .word(let weekday) = tokens[0], TimeWords.isWeekday(weekday),
            case .word(let month) = tokens[2], TimeWords.month(month) != nil,
            case .number(_, digits: 1...2) = tokens[4], case .number(_, digits: 1...2) = tokens[6]
        else { return }
        let year = tokens.removeLast()
        tokens.removeLast()
        tokens.insert(contentsOf: [.blank, year], at: 5)
    }

    /// Returns the parts; `nil` if something is left over or makes no sense.
    mutating func parts() -> Parts? {
        var parts = Parts()
        skipBlanks()
        if let date = date() {
            parts.date = date
            skipBlanks(and: ",")
            _ = take(.word("t"))
            if position < tokens.count {
                guard let (time, offset) = time() else { return nil }
                (parts.time, parts.offset) = (time, offset)
            }
        } else {
            position = 0
            guard let (time, offset) = time() else { return nil }
            (parts.time, parts.offset) = (time, offset)
            skipBlanks(and: ",")
            if position < tokens.count {
                guard let date = date() else { return nil }
                parts.date = date
            }
        }
        skipBlanks()
        return position == tokens.count ? parts : nil
    }

    private mutating func skipBlanks(and sign: Unicode.Scalar = " ") {
        while position < tokens.count,
            [.blank, .sign(" "), .sign(sign)].contains(tokens[position])
        {
            position += 1
        }
    }

    private mutating func take(_ token: Token) -> Bool {
        guard position < tokens.count, tokens[position] == token else { return false }
        position += 1
        return true
    }

    private mutating func number() -> (value: Int, digits: Int)? {
        guard position < tokens.count, case .number(let value, let digits) = tokens[position] else {
            return nil
        }
        position += 1
        return (value, digits)
    }

    private mutating func word() -> String? {
        guard position < tokens.count, case .word(let word) = tokens[position] else { return nil }
        position += 1
        return word
    }

    // MARK: Dates

    private mutating func date() -> Date? {
        let begin = position
        if let word = word(), TimeWords.month(word) == nil || isWeekdayAlone(word) {
            guard TimeWords.isWeekday(word) else { return nil }
            skipBlanks(and: ",")
        } else {
            position = begin
        }
        let start = position
        if let date = dateOfNumbers() { return date }
        position = start
        if let date = dateWithName() { return date }
        position = start
        return nil
    }

    /// Returns whether a word that could be a month, such as `mar` for Tuesday, precedes a whole
    /// date.
    private func isWeekdayAlone(_ word: String) -> Bool {
        guard TimeWords.isWeekday(word) else { return false }
        let rest = tokens[position...]
        return rest.count { if case .number = $0 { true } else { false } } >= 3
            && rest.contains { $0 == .sign("/") || $0 == .sign("-") || $0 == .sign(".") }
    }

    private mutating func dateOfNumbers() -> Date? {
        guard let first = number(), let sign = dateSign(), let second = number(),
            let other = dateSign(), other == sign, let third = number()
        else { return nil }
        // Hungarian and Croatian dates end with a dot.
        if sign == "." { _ = take(.sign(".")) }
        func day(_ year: (value: Int, digits: Int), _ month: Int, _ day: Int) -> Int? {
            TimeText.dayNumber(year.value, month, day, digits: year.digits)
        }
        if first.digits == 4 {
            return day(first, second.value, third.value).map { .day($0, nil) }
        }
        guard first.digits <= 2, second.digits <= 2, third.digits == 4 || third.digits == 2 else {
            return nil
        }
        let dayFirst = day(third, second.value, first.value)
        if sign == "." { return dayFirst.map { .day($0, nil) } }
        switch (dayFirst, day(third, first.value, second.value)) {
        case (let dayFirst?, let monthFirst?):
            return dayFirst == monthFirst
                ? .day(dayFirst, nil) : .either(dayFirst: dayFirst, monthFirst: monthFirst)
        case (let dayFirst?, nil): return .day(dayFirst, .dayFirst)
        case (nil, let monthFirst?): return .day(monthFirst, .monthFirst)
        case (nil, nil): return nil
        }
    }

    /// Reads the sign between a date's numbers, with blanks around it.
    private mutating func dateSign() -> Unicode.Scalar? {
        _ = take(.blank)
        defer { _ = take(.blank) }
        for sign in ["/", "-", "."] as [Unicode.Scalar] where take(.sign(sign)) { return sign }
        return nil
    }

    /// Reads `2 Mar 2026`, `2-Mar-26`, `March 2, 2026`, `2. März 2026`.
    private mutating func dateWithName() -> Date? {
        var (dayOfMonth, month): (Int?, Int?) = (nil, nil)
        for _ in 0..<2 {
            if let (value, digits) = number() {
                guard dayOfMonth == nil, digits <= 2 else { return nil }
                dayOfMonth = value
            } else if let word = word() {
                guard month == nil, let found = TimeWords.month(word) else { return nil }
                month = found
            }
            skipBlanks(and: ",")
            for sign in [".", "-", "/", ","] as [Unicode.Scalar] where take(.sign(sign)) {}
            skipBlanks()
        }
        guard let dayOfMonth, let month, let (year, digits) = number(), digits == 4 || digits == 2,
            let day = TimeText.dayNumber(year, month, dayOfMonth, digits: digits)
        else { return nil }
        return .day(day, nil)
    }

    // MARK: Times

    /// Reads a time of day with its zone: `9:30 PM`, `09:30:05,5`, `9h30`, `오후 9:30`, `9:30+01`.
    private mutating func time() -> (time: Int64, offset: Int64?)? {
        var isAfternoon = half()
        guard let (hour, digits) = number(), digits <= 2 else { return nil }
        var (minute, second, milliseconds) = (0, 0, Int64(0))
        var hasMinutes = false
        if let isWord = takeHourSign() {
            if let (value, digits) = number() {
                guard digits == 2 else { return nil }
                (minute, hasMinutes) = (value, true)
                if take(.sign(":")) || take(.sign(".")), let (value, digits) = number() {
                    guard digits == 2 else { return nil }
                    second = value
                    milliseconds = fraction()
                }
            } else {
                // `9h`, but not `9:`
                guard isWord else { return nil }
                hasMinutes = true
            }
        }
        skipBlanks()
        isAfternoon = isAfternoon ?? half()
        if hasMinutes { skipHourWord() }
        guard hasMinutes || isAfternoon != nil else { return nil }
        var hours = hour
        if let isAfternoon {
            guard (0...12).contains(hour) else {
                // Accept 21:30 PM as it stands.
                guard isAfternoon, hour < 24 else { return nil }
                return TimeText.clock(hour, minute, second).map { ($0 + milliseconds, nil) }
            }
            hours = hour % 12 + (isAfternoon ? 12 : 0)
        }
        guard let time = TimeText.clock(hours, minute, second, most: 48) else { return nil }
        skipBlanks()
        return (time + milliseconds, offset())
    }

    /// Reads the sign between hours and minutes; returns whether it is a word, as in `9h30`.
    private mutating func takeHourSign() -> Bool? {
        let start = position
        if take(.sign(":")) || take(.sign(".")) { return false }
        _ = take(.blank)
        if let word = word(), TimeWords.isHour(word) {
            _ = take(.blank)
            return true
        }
        position = start
        return nil
    }

    private mutating func skipHourWord() {
        let start = position
        if let word = word(), TimeWords.isHour(word) { return skipBlanks() }
        position = start
    }

    private mutating func half() -> Bool? {
        let start = position
        if let word = word(), let isAfternoon = TimeWords.isAfternoon(word) {
            skipBlanks()
            return isAfternoon
        }
        position = start
        return nil
    }

    /// Reads milliseconds after a point or a comma.
    private mutating func fraction() -> Int64 {
        let start = position
        if take(.sign(".")) || take(.sign(",")), let (value, digits) = number() {
            var (value, digits) = (value, digits)
            while digits < 3 { (value, digits) = (value * 10, digits + 1) }
            while digits > 3 { (value, digits) = (value / 10, digits - 1) }
            return Int64(value)
        }
        position = start
        return 0
    }

    /// Reads how far a zone is ahead of UTC: `Z`, `UTC`, `+01`, `+01:00`, `-0330`.
    private mutating func offset() -> Int64? {
        let start = position
        if let word = word() {
            if !["z", "utc", "gmt"].contains(word) {
                position = start
                return nil
            }
            if position == tokens.count { return 0 }
        }
        for (sign, factor) in [("+", Int64(1)), ("-", -1)] as [(Unicode.Scalar, Int64)]
        where take(.sign(sign)) {
            guard let (value, digits) = number(), digits == 2 || digits == 4 else { break }
            var (hours, minutes) = digits == 4 ? (value / 100, value % 100) : (value, 0)
            if digits == 2, take(.sign(":")), let (value, digits) = number(), digits == 2 {
                minutes = value
            }
            hours = min(hours, 24)
            return factor * Int64(hours * 3_600_000 + minutes * 60_000)
        }
        position = start
        return nil
    }
}
