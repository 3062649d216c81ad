// A cost of a network.

/// A cost attribute: something that adds up along a route.
public struct CostAttribute: Codable, Hashable, Sendable {
    /// The name in requests.
    public var name: String
    /// Time or length.
    public var kind: CostKind
    /// The unit of reported values, as Esri names it (`esriNAUMinutes`).
    public var units: String
    /// The stored column: time in milliseconds, length in centimeters.
    public var column: Int
    /// How many reported units one quantum of the column is.
    public var unitsPerQuantum: Double
    /// Whether the column is stored for this attribute; `false` if it is derived from another.
    public var isStored: Bool
    /// The mode family of a request whose impedance this is, unless a travel mode says otherwise.
    public var family: String?
    /// Other names that requests may use, such as names in networks that clients know.
    public var aliases: [String]?
    /// Parameters that requests may set, with the values that the column was made with.
    public var parameters: [AttributeParameter]?
    /// Whether live speeds change the cost, if the definition says so; see
    /// ``NetworkDescription/followsSpeeds(_:)``.
    public var liveSpeeds: LiveSpeedRule?

    /// Declares a cost attribute.
    public init(
        name: String, kind: CostKind, units: String, column: Int, unitsPerQuantum: Double,
        isStored: Bool = true, family: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.units = units
        self.column = column
        self.unitsPerQuantum = unitsPerQuantum
        self.isStored = isStored
        self.family = family
    }
}

/// What a cost attribute measures, which decides its quantum.
public enum CostKind: String, Codable, Hashable, Sendable {
    /// Stored in milliseconds.
    case time
    /// Stored in centimeters.
    case length
}
