// Parses what has a word before it: moments, intervals and calls of functions.

extension WhereParser {
    mutating func moment(_ moment: WhereMoment) throws(WhereError) -> WhereExpression {
        guard let now else {
            throw WhereError(
                "\(moment.rawValue.uppercased()) is the time of a request, and this condition is "
                    + "kept for others; write a date such as DATE '2026-03-02'",
                position: token.position)
        }
        next += 1
        lastKind = moment == .time ? .text : .date
        return .literal(moment.value(at: now))
    }

    /// Parses `INTERVAL '7' DAY` or `INTERVAL '1 06:30:00' DAY TO SECOND` as milliseconds.
    mutating func interval() throws(WhereError) -> WhereExpression {
        next += 1
        guard case .text(let text) = token.kind else { throw unexpected("a text such as '7'") }
        let position = token.position
        next += 1
        let first = try intervalUnit()
        let last = take("to") ? try intervalUnit() : first
        guard let value = WhereIntervalUnit.milliseconds(of: text, from: first, to: last) else {
            throw WhereError(
                "'\(text.excerpt(40))' is not an interval such as '7' DAY or "
                    + "'1 06:30:00' DAY TO SECOND", position: position)
        }
        lastKind = .interval
        return .literal(.number(value))
    }

    private mutating func intervalUnit() throws(WhereError) -> WhereIntervalUnit {
        if case .word(let word) = token.kind,
            let unit = WhereIntervalUnit(rawValue: word.lowercased())
        {
            next += 1
            return unit
        }
        throw unexpected(
            "one of "
                + WhereIntervalUnit.allCases.map { $0.rawValue.uppercased() }
                .joined(separator: ", "))
    }

    mutating func call(
        _ function: WhereFunction, _ position: Int
    ) throws(WhereError) -> WhereExpression {
        try expect(sign: "(")
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw WhereError("it is nested more than \(Self.maximumDepth) deep", position: position)
        }
        var arguments: [WhereOperand]
        switch function {
        case .extract: arguments = try extraction()
        case .cast: arguments = try conversion()
        default:
            arguments = [try value()]
            // SUBSTRING(s FROM i FOR n) means SUBSTRING(s, i, n); POSITION(a IN b) means
            // POSITION(a, b).
            while take(sign: ",") || function == .substring && (take("from") || take("for"))
                || function == .position && take("in")
            {
                arguments.append(try value())
            }
        }
        try expect(sign: ")")
        guard function.argumentCounts.contains(arguments.count) else {
            throw WhereError(
                "\(function.rawValue.uppercased()) does not take \(arguments.count) values",
                position: position)
        }
        if function == .coalesce || function == .nullif { try readTexts(in: &arguments) }
        lastKind = function.kind(of: arguments)
        return .call(function, arguments.map(\.expression))
    }

    /// Reads texts beside dates as dates.
    private func readTexts(in arguments: inout [WhereOperand]) throws(WhereError) {
        guard let date = arguments.first(where: { $0.kind == .date }) else { return }
        // Where the columns are known, texts are read beside fields, but not in calls.
        let other = WhereOperand(
            expression: .literal(.null), kind: date.kind, position: date.position)
        for place in arguments.indices {
            arguments[place] = try arguments[place].beside(other, isTyped: dates != nil)
        }
    }

    private func word(_ text: String) -> WhereOperand {
        WhereOperand(expression: .literal(.text(text)), kind: .text, position: token.position)
    }

    /// Parses `YEAR FROM date` as the part's name and the date.
    private mutating func extraction() throws(WhereError) -> [WhereOperand] {
        guard case .word(let word) = token.kind,
            let part = WhereDatePart(rawValue: word.lowercased())
        else {
            throw unexpected(
                "one of "
                    + WhereDatePart.allCases.map { $0.rawValue.uppercased() }
                    .joined(separator: ", "))
        }
        next += 1
        try expect("from")
        return [self.word(part.rawValue), try value()]
    }

    /// Parses `value AS VARCHAR(10)` as the value, the type's name and the length.
    private mutating func conversion() throws(WhereError) -> [WhereOperand] {
        let operand = try value()
        try expect("as")
        guard case .word(let word) = token.kind, let type = WhereCastType(name: word.lowercased())
        else {
            throw unexpected(
                "one of "
                    + WhereCastType.allCases.map { $0.rawValue.uppercased() }
                    .joined(separator: ", "))
        }
        next += 1
        if word.lowercased() == "double" { _ = take("precision") }
        var arguments = [operand, self.word(type.rawValue)]
        guard take(sign: "(") else { return arguments }
        arguments.append(try value())
        // The scale in DECIMAL(10, 2).
        if take(sign: ",") { _ = try value() }
        try expect(sign: ")")
        return arguments
    }
}
