// What operands are, as far as their words and fields say.

/// The kind of an operand: a number beside a date counts days, and a text beside one is a date.
enum WhereKind: Hashable, Sendable {
    /// `DATE '…'`, `CURRENT_DATE`, a field of dates, and what lies some time before or after.
    case date
    /// A time such as `INTERVAL '7' DAY`, in milliseconds.
    case interval
    /// The milliseconds between two dates.
    case difference
    /// A number, as a literal or by arithmetic and functions.
    case number
    case text
    /// Null, or a field that has no dates: its numbers are numbers.
    case plain
    /// A field whose type is not known.
    case unknown
    /// A number of an unclear unit, such as a date times two.
    case mixed

    /// Whether values count days beside a date.
    var countsDays: Bool { self == .number || self == .plain }

    /// Whether values are times beside a date.
    private var isTime: Bool { self == .interval || self == .difference }

    /// Returns the kind of an operation's result.
    func result(_ operation: WhereOperation, _ other: Self) -> Self {
        switch operation {
        case .joined: .text
        case .plus, .minus: sum(operation, other)
        case .times, .divided: product(operation, other)
        }
    }

    private func sum(_ operation: WhereOperation, _ other: Self) -> Self {
        if self == .date, other == .date { return operation == .minus ? .difference : .mixed }
        if self == .date { return .date }
        if other == .date { return operation == .plus ? .date : .mixed }
        if isTime, other.isTime { return self == other ? self : .interval }
        return plainResult(other)
    }

    private func product(_ operation: WhereOperation, _ other: Self) -> Self {
        if isTime, other.isTime, operation == .divided { return .number }
        if self == .interval, other.countsDays { return .interval }
        if other == .interval, countsDays, operation == .times { return .interval }
        return plainResult(other)
    }

    /// Returns a number's kind unless something else is part of it.
    private func plainResult(_ other: Self) -> Self {
        Self.number(from: [self, other])
    }

    /// Returns the kind of a number that is made from other values.
    static func number(from kinds: [Self]) -> Self {
        if kinds.contains(.unknown) { return .unknown }
        return kinds.allSatisfy { $0.countsDays || $0 == .text } ? .number : .mixed
    }

    /// The kind of the value with a minus.
    var negated: Self { isTime ? self : Self.number(from: [self]) }

    /// Returns the kind of COALESCE, whose value is any of several. A text counts as a date if the
    /// others are dates.
    static func any(of kinds: [Self]) -> Self {
        if kinds.contains(.unknown) { return .unknown }
        let others = Set(kinds).subtracting([.plain])
        if others.subtracting([.text]) == [.date] { return kinds.contains(.plain) ? .mixed : .date }
        guard others.count == 1, let kind = others.first else {
            return others.isEmpty ? .plain : .mixed
        }
        return kind.countsDays && kinds.contains(.plain) ? .plain : kind
    }
}
