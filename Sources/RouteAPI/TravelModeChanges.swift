// A travel mode with some settings changed by a request.

/// Some settings of a travel mode. The rest come from the mode with the same id or name.
public struct TravelModeChanges: Hashable, Sendable {
    /// The id of the mode with the other settings.
    public var id: String?
    /// The name of the mode with the other settings.
    public var name: String?
    /// `AUTOMOBILE`, `TRUCK`, `WALK` or `OTHER`.
    public var type: String?
    /// A sentence describing the mode.
    public var summary: String?
    /// The cost to minimize.
    public var impedanceAttributeName: String?
    /// The time cost to report.
    public var timeAttributeName: String?
    /// The length cost to report.
    public var distanceAttributeName: String?
    /// The complete list of active restrictions.
    public var restrictionAttributeNames: [String]?
    /// Values for parameters. Other parameters keep the mode's values.
    public var attributeParameterValues: [AttributeParameterValue]?
    /// Whether the caller allows a hierarchy. Accepted but ignored.
    public var useHierarchy: Bool?
    /// Where routes may make U-turns.
    public var uTurnPolicy: UTurnPolicy?
    /// Whether and how far lines are simplified.
    public var simplification: Simplification?
    /// The unit of the tolerance in ``simplification``.
    public var simplificationToleranceUnits: MapUnit?

    /// How lines are simplified.
    public enum Simplification: Hashable, Sendable {
        /// Not at all.
        case none
        /// By at most this distance.
        case tolerance(Double)
    }

    /// Creates changes without settings.
    public init() {}

    /// Returns the mode with these settings replacing its own.
    public func applied(to mode: TravelMode) -> TravelMode {
        var merged = mode
        merged.type = type ?? mode.type
        merged.summary = summary ?? mode.summary
        merged.impedanceAttributeName = impedanceAttributeName ?? mode.impedanceAttributeName
        merged.timeAttributeName = timeAttributeName ?? mode.timeAttributeName
        merged.distanceAttributeName = distanceAttributeName ?? mode.distanceAttributeName
        merged.restrictionAttributeNames =
            restrictionAttributeNames ?? mode.restrictionAttributeNames
        let values = attributeParameterValues ?? []
        merged.attributeParameterValues =
            mode.attributeParameterValues.filter { old in !values.contains { $0.replaces(old) } }
            + values
        merged.useHierarchy = useHierarchy ?? mode.useHierarchy
        merged.uTurnPolicy = uTurnPolicy ?? mode.uTurnPolicy
        switch simplification {
        case nil: break
        case .some(.none): merged.simplificationTolerance = nil
        case .tolerance(let tolerance): merged.simplificationTolerance = tolerance
        }
        merged.simplificationToleranceUnits =
            simplificationToleranceUnits ?? mode.simplificationToleranceUnits
        return merged
    }

    /// A mode with only these settings; `nil` without the three costs, which have no default.
    public var alone: TravelMode? {
        guard let impedance = impedanceAttributeName, let time = timeAttributeName,
            let distance = distanceAttributeName
        else { return nil }
        return applied(
            to: TravelMode(
                id: id ?? "", name: name ?? "", type: "OTHER", impedanceAttributeName: impedance,
                timeAttributeName: time, distanceAttributeName: distance,
                restrictionAttributeNames: [], uTurnPolicy: .atDeadEndsAndIntersections))
    }

    /// Whether all settings are stated.
    var isWhole: Bool {
        alone != nil && restrictionAttributeNames != nil && attributeParameterValues != nil
            && uTurnPolicy != nil && simplification != nil
    }

    /// The mode's id or name, if nothing else is stated.
    var word: String? {
        var rest = self
        (rest.id, rest.name) = (nil, nil)
        return rest == TravelModeChanges() && (id == nil || name == nil) ? id ?? name : nil
    }
}

extension AttributeParameterValue {
    /// Whether this is a value for the same parameter, ignoring case.
    fileprivate func replaces(_ other: AttributeParameterValue) -> Bool {
        attributeName.lowercased() == other.attributeName.lowercased()
            && parameterName.lowercased() == other.parameterName.lowercased()
    }
}
