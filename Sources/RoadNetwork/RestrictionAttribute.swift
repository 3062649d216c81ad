// A restriction of a network.

/// A restriction attribute: a reason to keep off, avoid or prefer an edge.
public struct RestrictionAttribute: Codable, Hashable, Sendable {
    /// The parameter that turns a prohibition into an avoidance or a preference.
    public static let usageParameterName = "Restriction Usage"

    /// The name in requests.
    public var name: String
    /// This restriction's bit in the edges' restriction column.
    public var bit: Int
    /// When a flagged edge is restricted.
    public var rule: RestrictionRule
    /// Its parameters; the first is ``usageParameterName``.
    public var parameters: [AttributeParameter]
    /// The mode family of the traffic that it restricts.
    public var family: String?
    /// Restrictions that are active whenever this one is, with their own parameters, such as a
    /// vehicle's direction rule.
    public var includes: [String]
    /// For a restriction on through traffic, the access restriction of the traffic it concerns.
    public var access: String?
    /// For an access restriction, the OSM keys of its vehicles, the most specific first. Another
    /// may name what vehicles carry or draw. Conditions go by these keys: `no @ hazmat`.
    public var vehicles: [String]?
    /// Which restriction replaces this one under an access restriction, by the latter's name. For
    /// example, a road may charge a toll for cars but not for trucks.
    public var under: [String: String]?
    /// Whether it is about the direction of travel; `nil` means no.
    public var isAboutDirection: Bool?
    /// Whether it only holds what several restrictions have in common. They include it; requests
    /// and answers never name it. `nil` means no.
    public var isDerived: Bool?

    /// Declares a restriction attribute.
    public init(
        name: String, bit: Int, rule: RestrictionRule, parameters: [AttributeParameter],
        family: String? = nil, includes: [String] = [], access: String? = nil
    ) {
        self.name = name
        self.bit = bit
        self.rule = rule
        self.parameters = parameters
        self.family = family
        self.includes = includes
        self.access = access
    }

    /// The restriction's bit as a 64-bit mask.
    public var mask: UInt64 { 1 << UInt64(bit) }
}
