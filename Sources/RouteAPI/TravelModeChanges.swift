// A travel mode of which a request states only a part.

/// Some settings of a travel mode; the others are those of the mode of the same id or name.
public struct TravelModeChanges: Hashable, Sendable {
    /// The id of the mode that has the other settings.
    public var id: String?
    /// The name of the mode that has the other settings.
    public var name: String?
    /// `AUTOMOBILE`, `TRUCK`, `WALK` or `OTHER`.
    public var type: String?
    /// A sentence that describes it.
    public var summary: String?
    /// The cost to minimize.
    public var impedanceAttributeName: String?
    /// The cost that durations are reported in.
    public var timeAttributeName: String?
    /// The cost that lengths are reported in.
    public var distanceAttributeName: String?
    /// The active restrictions, all of them.
    public var restrictionAttributeNames: [String]?
    /// Values for parameters; other parameters keep the mode's.
    public var attributeParameterValues: [AttributeParameterValue]?
    /// Whether the caller allows a hierarchy.
    public var useHierarchy: Bool?
    /// Where routes may make U-turns.
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

    /// Makes changes without settings.
    public init() {}

    /// The mode with these settings in place of its own.
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

    /// A mode of these settings alone, or `nil` without the three costs, which have no default.
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

    /// The id or name of the mode, where nothing else is stated.
    var word: String? {
        var rest = self
        (rest.id, rest.name) = (nil, nil)
        return rest == TravelModeChanges() && (id == nil || name == nil) ? id ?? name : nil
    }
}

extension AttributeParameterValue {
    /// Whether this is a value for the same parameter; case is ignored.
    fileprivate func replaces(_ other: AttributeParameterValue) -> Bool {
        attributeName.lowercased() == other.attributeName.lowercased()
            && parameterName.lowercased() == other.parameterName.lowercased()
    }
}
