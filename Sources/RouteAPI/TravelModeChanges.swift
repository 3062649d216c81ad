// A travel mode of which a request states a part.

/// Settings of a travel mode, as far as somebody states them: the rest are those of the mode of the
/// same id or name.
public struct TravelModeChanges: Hashable, Sendable {
    /// The id of the mode that has the rest.
    public var id: String?
    /// The name of the mode that has the rest.
    public var name: String?
    /// `AUTOMOBILE`, `TRUCK`, `WALK` or `OTHER`.
    public var type: String?
    /// A sentence about it.
    public var summary: String?
    /// The cost to minimize.
    public var impedanceAttributeName: String?
    /// The cost that durations are reported in.
    public var timeAttributeName: String?
    /// The cost that lengths are reported in.
    public var distanceAttributeName: String?
    /// The active restrictions, all of them.
    public var restrictionAttributeNames: [String]?
    /// Values for parameters; parameters that are not among them keep the mode's.
    public var attributeParameterValues: [AttributeParameterValue]?
    /// Whether the caller allows a hierarchy.
    public var useHierarchy: Bool?
    /// Where the route may turn round.
    public var uTurnPolicy: UTurnPolicy?
    /// The greatest offset of generalized lines.
    public var simplification: Simplification?
    /// The unit of an offset.
    public var simplificationToleranceUnits: MapUnit?

    /// How lines are generalized.
    public enum Simplification: Hashable, Sendable {
        /// Not at all.
        case none
        /// By an offset at most.
        case tolerance(Double)
    }

    /// States nothing.
    public init() {}

    /// The mode with what is stated here in place of its own.
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

    /// A mode of what is stated alone, or `nil` without the three costs, which have no default.
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

    /// Whether nothing is left to another mode.
    var isWhole: Bool {
        alone != nil && restrictionAttributeNames != nil && attributeParameterValues != nil
            && uTurnPolicy != nil && simplification != nil
    }

    /// The one word that says which mode is meant, where nothing else is stated.
    var word: String? {
        var rest = self
        (rest.id, rest.name) = (nil, nil)
        return rest == TravelModeChanges() && (id == nil || name == nil) ? id ?? name : nil
    }
}

extension AttributeParameterValue {
    /// Whether this is a value for the same parameter, whose names may be in another case.
    fileprivate func replaces(_ other: AttributeParameterValue) -> Bool {
        attributeName.lowercased() == other.attributeName.lowercased()
            && parameterName.lowercased() == other.parameterName.lowercased()
    }
}
