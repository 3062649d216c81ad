// Plural and ordinal categories for whole numbers, from the Unicode Common Locale Data Repository
// (CLDR 46, "Language Plural Rules").

/// The categories by which a number selects a word; phrase files use their names.
enum PluralCategory: Int, CaseIterable, CodingKey, Hashable, Sendable {
    case zero, one, two, few, many, other
}

/// A language's plural rule: which category a count belongs to. Phrase files use its raw value.
enum PluralRule: String, Codable, Hashable, Sendable {
    /// One category: ja, ko, th, vi, zh, id.
    case none
    /// 1, and the rest: en, de, nl and most others.
    case one
    /// 0 and 1, and the rest: fr, hi, pt-BR.
    case zeroOne
    /// 1, 2 to 4, and the rest: cs, sk.
    case czech
    case polish
    /// By the last digits: ru, uk.
    case eastSlavic
    /// By the last digits: bs, hr, sr.
    case southSlavic
    case slovenian, lithuanian, latvian, romanian, hebrew, arabic

    /// Returns a number's category.
    ///
    /// - Precondition: `number` is not negative.
    func category(of number: Int) -> PluralCategory {
        let (ones, tens) = (number % 10, number % 100)
        let isTeen = (11...14).contains(tens)
        switch self {
        case .none: return .other
        case .one: return number == 1 ? .one : .other
        case .zeroOne: return number <= 1 ? .one : .other
        case .czech: return number == 1 ? .one : (2...4).contains(number) ? .few : .other
        case .polish:
            return number == 1 ? .one : (2...4).contains(ones) && !isTeen ? .few : .many
        case .eastSlavic, .southSlavic:
            if ones == 1, !isTeen { return .one }
            if (2...4).contains(ones), !isTeen { return .few }
            return self == .eastSlavic ? .many : .other
        case .slovenian:
            return tens == 1 ? .one : tens == 2 ? .two : tens == 3 || tens == 4 ? .few : .other
        case .lithuanian:
            return (11...19).contains(tens) || ones == 0 ? .other : ones == 1 ? .one : .few
        case .latvian:
            return (11...19).contains(tens) || ones == 0 ? .zero : ones == 1 ? .one : .other
        case .romanian:
            return number == 1 ? .one : number == 0 || (1...19).contains(tens) ? .few : .other
        case .hebrew: return number == 1 ? .one : number == 2 ? .two : .other
        case .arabic:
            switch number {
            case 0: return .zero
            case 1: return .one
            case 2: return .two
            default: return tens >= 11 ? .many : tens >= 3 ? .few : .other
            }
        }
    }

    /// The categories the rule can return.
    var categories: Set<PluralCategory> { Set((0...200).map(category)) }
}

/// A language's ordinal rule: which category an ordinal belongs to. Phrase files use its raw value.
enum OrdinalRule: String, Codable, Hashable, Sendable {
    /// One category.
    case uniform
    /// 1st, 2nd, 3rd, 4th, 11th, 21st.
    case english
    /// 1, and the rest: fr, ro, vi.
    case french, romanian, vietnamese
    /// 1 and 3, 2, 4, and the rest.
    case catalan
    /// Numbers ending in 1 and 2 but not in 11 and 12, and the rest.
    case swedish
    /// 8, 11, 80 and 800, and the rest.
    case italian
    /// 1 and 5, and the rest.
    case hungarian
    /// Numbers ending in 3 but not in 13, and the rest.
    case ukrainian
    case hindi

    /// Returns the category of a number from 1 on.
    func category(of number: Int) -> PluralCategory {
        let (ones, tens) = (number % 10, number % 100)
        switch self {
        case .uniform: return .other
        case .english:
            if (11...13).contains(tens) { return .other }
            return ones == 1 ? .one : ones == 2 ? .two : ones == 3 ? .few : .other
        case .french, .romanian, .vietnamese: return number == 1 ? .one : .other
        case .catalan:
            return number == 1 || number == 3
                ? .one : number == 2 ? .two : number == 4 ? .few : .other
        case .swedish: return (ones == 1 || ones == 2) && tens != 11 && tens != 12 ? .one : .other
        case .italian: return [8, 11, 80, 800].contains(number) ? .many : .other
        case .hungarian: return number == 1 || number == 5 ? .one : .other
        case .ukrainian: return ones == 3 && tens != 13 ? .few : .other
        case .hindi:
            switch number {
            case 1: return .one
            case 2, 3: return .two
            case 4: return .few
            case 6: return .many
            default: return .other
            }
        }
    }

    /// The categories the rule can return.
    var categories: Set<PluralCategory> { Set((1...1_000).map(category)) }
}

/// A value for each plural category, or one for all numbers.
struct ByNumber<Value: Sendable>: Sendable {
    private let all: Value?
    /// The values, indexed by the raw value of their category.
    private let values: [Value?]
    private let rule: PluralRule

    init(_ values: [PluralCategory: Value], _ rule: PluralRule) {
        (all, self.rule) = (nil, rule)
        self.values = PluralCategory.allCases.map { values[$0] }
    }

    init(all value: Value) { (all, values, rule) = (value, [], .none) }

    /// Applies a change to every value.
    func mapping<Other, Failure: Error>(
        _ change: (Value) throws(Failure) -> Other
    ) throws(Failure) -> ByNumber<Other> {
        if let all { return ByNumber<Other>(all: try change(all)) }
        var changed: [PluralCategory: Other] = [:]
        for category in PluralCategory.allCases {
            if let value = values[category.rawValue] { changed[category] = try change(value) }
        }
        return ByNumber<Other>(changed, rule)
    }

    /// Returns the value for a number; without a number, the value for numbers in general.
    subscript(number: Int?) -> Value? {
        if let all { return all }
        guard let number else {
            return values[PluralCategory.other.rawValue] ?? values[PluralCategory.many.rawValue]
        }
        return values[rule.category(of: number).rawValue]
    }
}
