// A request for the closest facilities. Parameters that are `nil` take the layer's default.

/// The direction of the paths between incidents and facilities.
public enum TravelDirection: String, Hashable, Sendable, CaseIterable {
    /// From the incidents to the facilities.
    case toFacility = "esriNATravelDirectionToFacility"
    /// From the facilities to the incidents.
    case fromFacility = "esriNATravelDirectionFromFacility"
}

/// The use of a time of day.
public enum TimeOfDayUsage: String, Hashable, Sendable, CaseIterable {
    /// The start of routes.
    case startTime = "esriNATimeOfDayUseAsStartTime"
    /// The end of routes.
    case endTime = "esriNATimeOfDayUseAsEndTime"
}

/// A request for the closest facilities of incidents. Parameters that are `nil` take the layer's
/// default.
///
///     var parameters = ClosestFacilityParameters()
///     parameters.incidents = LocationInput(features: accidents)
///     parameters.facilities = LocationInput(features: hospitals)
///     parameters.defaultTargetFacilityCount = 2
public struct ClosestFacilityParameters: OperationParameters {
    /// The number of facilities to find for each incident.
    public var defaultTargetFacilityCount: Int?
    /// The direction of the routes.
    public var travelDirection: TravelDirection?
    /// The greatest impedance of a route, in the unit of the impedance.
    public var defaultCutoff: Double?
    /// The use of the time of day.
    public var timeOfDayUsage: TimeOfDayUsage?
    /// Whether the answer has the routes.
    public var returnCFRoutes: Bool?
    /// Whether the answer has the facilities.
    public var returnFacilities: Bool?
    /// Whether the answer has the incidents.
    public var returnIncidents: Bool?
    /// The common parameters.
    public var analysis = AnalysisParameters()

    /// Makes a request that takes every default.
    public init() {}

    /// The places for which facilities are found.
    public var incidents: LocationInput? {
        get { analysis.inputs[Self.incidentsName] }
        set { analysis.inputs[Self.incidentsName] = newValue }
    }

    /// The places of which the closest are found.
    public var facilities: LocationInput? {
        get { analysis.inputs[Self.facilitiesName] }
        set { analysis.inputs[Self.facilitiesName] = newValue }
    }

    /// The parameter that carries the incidents.
    package static let incidentsName = "incidents"
    /// The parameter that carries the facilities.
    package static let facilitiesName = "facilities"
}
