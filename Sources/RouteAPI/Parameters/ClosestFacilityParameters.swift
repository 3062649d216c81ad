// A request for the closest facilities. Where a parameter is `nil`, the layer's default applies.

/// In which direction paths lead between incidents and facilities.
public enum TravelDirection: String, Hashable, Sendable, CaseIterable {
    /// From the incidents to the facilities.
    case toFacility = "esriNATravelDirectionToFacility"
    /// From the facilities to the incidents.
    case fromFacility = "esriNATravelDirectionFromFacility"
}

/// What a time of day means for routes.
public enum TimeOfDayUsage: String, Hashable, Sendable, CaseIterable {
    /// Routes start at that time.
    case startTime = "esriNATimeOfDayUseAsStartTime"
    /// Routes end at that time.
    case endTime = "esriNATimeOfDayUseAsEndTime"
}

/// A request for the facilities closest to incidents. Where a parameter is `nil`, the layer's
/// default applies.
///
///     var parameters = ClosestFacilityParameters()
///     parameters.incidents = LocationInput(features: accidents)
///     parameters.facilities = LocationInput(features: hospitals)
///     parameters.defaultTargetFacilityCount = 2
public struct ClosestFacilityParameters: Hashable, Sendable {
    /// How many facilities to find for each incident.
    public var defaultTargetFacilityCount: Int?
    /// Whether routes lead to facilities or away from them.
    public var travelDirection: TravelDirection?
    /// The highest impedance of a route, in the impedance's unit.
    public var defaultCutoff: Double?
    /// Whether routes start or end at the time of day.
    public var timeOfDayUsage: TimeOfDayUsage?
    /// Whether the answer has the routes.
    public var returnCFRoutes: Bool?
    /// Whether the answer has the facilities.
    public var returnFacilities: Bool?
    /// Whether the answer has the incidents.
    public var returnIncidents: Bool?
    /// The parameters common to all analyses.
    public var analysis = AnalysisParameters()

    /// Creates a request whose parameters are all `nil`.
    public init() {}

    /// The places that need a facility.
    public var incidents: LocationInput? {
        get { analysis.inputs[Self.incidentsName] }
        set { analysis.inputs[Self.incidentsName] = newValue }
    }

    /// The places to choose from.
    public var facilities: LocationInput? {
        get { analysis.inputs[Self.facilitiesName] }
        set { analysis.inputs[Self.facilitiesName] = newValue }
    }

    package static let incidentsName = "incidents"
    package static let facilitiesName = "facilities"
}
