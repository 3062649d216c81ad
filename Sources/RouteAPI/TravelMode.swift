// Travel modes, and values for the parameters of network attributes.

/// A value for a parameter of a network attribute.
public struct AttributeParameterValue: Hashable, Sendable, Codable {
    /// The network attribute.
    public var attributeName: String
    /// Its parameter.
    public var parameterName: String
    /// A number, or a word such as `AVOID_MEDIUM` for a restriction usage.
    public var value: String

    /// Makes a parameter value.
    public init(attributeName: String, parameterName: String, value: String) {
        self.attributeName = attributeName
        self.parameterName = parameterName
        self.value = value
    }
}

/// A named set of travel settings.
public struct TravelMode: Hashable, Sendable {
    /// The mode's id; `itemId` on the wire repeats it.
    public var id: String
    /// The name for users.
    public var name: String
    /// `AUTOMOBILE`, `TRUCK`, `WALK` or `OTHER`.
    public var type: String
    /// A sentence that describes it.
    public var summary: String
    /// The cost to minimize.
    public var impedanceAttributeName: String
    /// The cost that durations are reported in.
    public var timeAttributeName: String
    /// The cost that lengths are reported in.
    public var distanceAttributeName: String
    /// The active restrictions.
    public var restrictionAttributeNames: [String]
    /// Their parameter values.
    public var attributeParameterValues: [AttributeParameterValue]
    /// Accepted without effect: answers are exact, with or without a hierarchy.
    public var useHierarchy: Bool
    /// Where routes may make U-turns.
    public var uTurnPolicy: UTurnPolicy
    /// The greatest offset of generalized lines, or `nil` for none.
    public var simplificationTolerance: Double?
    /// The unit of ``simplificationTolerance``.
    public var simplificationToleranceUnits: MapUnit

    /// Makes a travel mode.
    public init(
        id: String, name: String, type: String, summary: String = "",
        impedanceAttributeName: String, timeAttributeName: String, distanceAttributeName: String,
        restrictionAttributeNames: [String],
        attributeParameterValues: [AttributeParameterValue] = [], useHierarchy: Bool = false,
        uTurnPolicy: UTurnPolicy, simplificationTolerance: Double? = nil,
        simplificationToleranceUnits: MapUnit = .meters
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.summary = summary
        self.impedanceAttributeName = impedanceAttributeName
        self.timeAttributeName = timeAttributeName
        self.distanceAttributeName = distanceAttributeName
        self.restrictionAttributeNames = restrictionAttributeNames
        self.attributeParameterValues = attributeParameterValues
        self.useHierarchy = useHierarchy
        self.uTurnPolicy = uTurnPolicy
        self.simplificationTolerance = simplificationTolerance
        self.simplificationToleranceUnits = simplificationToleranceUnits
    }
}

/// The travel mode of a request.
public enum TravelModeSelection: Hashable, Sendable {
    /// By id or name.
    case named(String)
    /// With all its settings.
    case settings(TravelMode)
    /// With some settings; the rest are those of the mode of the same id or name.
    case changes(TravelModeChanges)
}
