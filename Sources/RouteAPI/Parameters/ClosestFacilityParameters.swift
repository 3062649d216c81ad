// A request for the closest facilities as the caller meant it. What is `nil` takes the layer's
// default.

/// Which way the paths between incidents and facilities lead.
public enum TravelDirection: String, Hashable, Sendable, CaseIterable {
    /// From the incidents to the facilities.
    case toFacility = "esriNATravelDirectionToFacility"
    /// From the facilities to the incidents.
    case fromFacility = "esriNATravelDirectionFromFacility"
}

/// What a time of day stands for.
public enum TimeOfDayUsage: String, Hashable, Sendable, CaseIterable {
    /// When routes start.
    case startTime = "esriNATimeOfDayUseAsStartTime"
    /// When routes end.
    case endTime = "esriNATimeOfDayUseAsEndTime"
}

/// A whole request for the closest facilities of incidents. Every `nil` takes the layer's default.
///
///     var parameters = ClosestFacilityParameters()
///     parameters.incidents = LocationInput(features: accidents)
///     parameters.facilities = LocationInput(features: hospitals)
///     parameters.defaultTargetFacilityCount = 2
public struct ClosestFacilityParameters: OperationParameters {
    /// How many facilities are wanted for each incident.
    public var defaultTargetFacilityCount: Int?
    /// Which way the routes lead.
    public var travelDirection: TravelDirection?
    /// The greatest impedance of a route, in the unit of the impedance.
    public var defaultCutoff: Double?
    /// What the time of day stands for.
    public var timeOfDayUsage: TimeOfDayUsage?
    /// Whether routes are wanted.
    public var returnCFRoutes: Bool?
    /// Whether facilities are wanted.
    public var returnFacilities: Bool?
    /// Whether incidents are wanted.
    public var returnIncidents: Bool?
    /// What every analysis has.
    public var analysis = AnalysisParameters()

    /// Makes a request that takes every default.
    public init() {}

    /// The places that facilities are looked for.
    public var incidents: LocationInput? {
        get { analysis.inputs[Self.incidentsName] }
        set { analysis.inputs[Self.incidentsName] = newValue }
    }

    /// The places that are looked for.
    public var facilities: LocationInput? {
        get { analysis.inputs[Self.facilitiesName] }
        set { analysis.inputs[Self.facilitiesName] = newValue }
    }

    /// The parameter that carries the incidents.
    package static let incidentsName = "incidents"
    /// The parameter that carries the facilities.
    package static let facilitiesName = "facilities"
}
