// How a request in OSRM's form travels: its travel mode with exclusions, and the costs to read.

import Geo
import RouteAPI

/// The travel settings of a request.
struct OSRMTravel: Sendable {
    /// The mode with the request's changes; `nil` if the layer has no modes.
    private(set) var mode: TravelMode?
    /// The restrictions, where there is no mode.
    private let restrictions: [String]?
    /// The cost that is minimized.
    let impedance: String
    let time: String
    let length: String?

    /// Reads the profile, or `travelMode` in its place, with `exclude` and `restrictions`.
    ///
    /// - Throws: ``OSRMError`` naming what there is.
    init(
        _ request: OSRMRequest, _ own: AnalysisParameters, on layer: OSRMLayer
    ) throws(OSRMError) {
        var mode: TravelMode?
        switch own.travel.travelMode {
        case nil: mode = try layer.mode(named: request.profile)
        case .named(let name)?: mode = try layer.mode(named: name)
        case .settings(let settings)?: mode = settings
        case .changes?:
            throw OSRMError(
                .invalidValue,
                "travelMode has some settings only; send a mode's name, or all of its settings.")
        }
        let configuration = layer.configuration
        let excluded = try layer.restrictions(excluding: request.options.exclude)
        let usual = mode?.restrictionAttributeNames ?? configuration.restrictionAttributeNames
        let kept = own.travel.restrictionAttributeNames ?? usual
        let all = kept + excluded.filter { !kept.contains($0) }
        mode?.restrictionAttributeNames = all
        // Beside all settings of a mode, values of parameters would not count.
        if let values = own.travel.attributeParameterValues {
            var changes = TravelModeChanges()
            changes.attributeParameterValues = values
            mode = mode.map { changes.applied(to: $0) }
        }
        // Lines come whole: simplified ones are made here, and steps refer to points.
        mode?.simplificationTolerance = nil
        restrictions = all
        impedance = mode?.impedanceAttributeName ?? configuration.impedanceAttributeName
        time = mode?.timeAttributeName ?? configuration.directionsTimeAttributeName
        length = mode?.distanceAttributeName ?? layer.lengthName
        self.mode = mode
    }

    /// Sets the parameters that all operations share.
    func apply(to analysis: inout AnalysisParameters) {
        analysis.travel.travelMode = mode.map { .settings($0) }
        analysis.travel.restrictionAttributeNames = mode == nil ? restrictions : nil
        if mode != nil { analysis.travel.attributeParameterValues = nil }
        analysis.locations.ignoreInvalidLocations = false
        analysis.locations.preserveObjectID = true
        analysis.output.outSR = .wgs84
        analysis.output.outputGeometryPrecision = 0
    }

    /// The costs to total besides the one that is minimized.
    func costs(withLength hasLength: Bool) -> [String] {
        ([time] + (hasLength ? length.map { [$0] } ?? [] : [])).filter { $0 != impedance }
    }

    /// How one travels, as OSRM's `mode` says it.
    var modeWord: String {
        guard let mode else { return "driving" }
        if mode.type == "WALK" { return "walking" }
        return OSRMLayer.isBicycle(mode) ? "cycling" : "driving"
    }
}
