// Travel modes, and values for network attributes' parameters.

/// A value for a network attribute's parameter, such as a vehicle's height.
public struct AttributeParameterValue: Hashable, Sendable, Codable {
    /// The network attribute's name.
    public var attributeName: String
    /// The parameter's name.
    public var parameterName: String
    /// A number, or a word such as `AVOID_MEDIUM` for a restriction usage.
    public var value: String

    /// Creates a parameter value.
    public init(attributeName: String, parameterName: String, value: String) {
        self.attributeName = attributeName
        self.parameterName = parameterName
        self.value = value
    }
}

/// A named set of travel settings, such as "Driving Time".
///
/// A layer publishes travel modes, and a request names one instead of sending its settings one by
/// one. Most of a mode's settings take precedence over the request's own.
public struct TravelMode: Hashable, Sendable {
    /// The mode's id, repeated as `itemId` on the wire.
    public var id: String
    /// The name shown to users. Requests may use it instead of the id.
    public var name: String
    /// `AUTOMOBILE`, `TRUCK`, `WALK` or `OTHER`.
    public var type: String
    /// A sentence describing the mode.
    public var summary: String
    /// The cost to minimize.
    public var impedanceAttributeName: String
    /// The time cost to report.
    public var timeAttributeName: String
    /// The length cost to report.
    public var distanceAttributeName: String
    /// The active restrictions.
    public var restrictionAttributeNames: [String]
    /// Values for the restrictions' and costs' parameters.
    public var attributeParameterValues: [AttributeParameterValue]
    /// Accepted but ignored: answers are exact with or without a hierarchy.
    public var useHierarchy: Bool
    /// Where routes may make U-turns.
    public var uTurnPolicy: UTurnPolicy
    /// How far simplified lines may be from the streets; `nil` turns simplification off.
    public var simplificationTolerance: Double?
    /// The unit of ``simplificationTolerance``.
    public var simplificationToleranceUnits: MapUnit

    /// Creates a travel mode.
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

/// How a request chooses its travel mode.
public enum TravelModeSelection: Hashable, Sendable {
    /// By id or name.
    case named(String)
    /// By stating all its settings.
    case settings(TravelMode)
    /// By stating some settings. The rest come from the mode with the same id or name.
    case changes(TravelModeChanges)
}
