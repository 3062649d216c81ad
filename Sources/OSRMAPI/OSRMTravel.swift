// Reads how to travel: the travel mode with a request's exclusions, and the costs to read.

import Geo
import RouteAPI

/// The travel settings for a request.
struct OSRMTravel: Sendable {
    /// The mode with the request's changes; `nil` if the layer has no modes.
    private(set) var mode: TravelMode?
    /// The restrictions to use if there is no mode.
    private let restrictions: [String]?
    /// The cost to minimize.
    let impedance: String
    let time: String
    let length: String?
    /// The way to travel, in OSRM's word for `mode`.
    let modeWord: String

    /// Reads the profile with `exclude` and `restrictions`. If `travelMode` is sent, use it
    /// instead.
    ///
    /// - Throws: ``OSRMError`` if the layer cannot meet the settings; the message says what there
    ///   is.
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
        // A mode with all its settings hides parameter values, so write them into the mode.
        if let values = own.travel.attributeParameterValues {
            var changes = TravelModeChanges()
            changes.attributeParameterValues = values
            mode = mode.map { changes.applied(to: $0) }
        }
        // Ask for whole lines: they are simplified here, and steps refer to their points.
        mode?.simplificationTolerance = nil
        restrictions = all
        impedance = mode?.impedanceAttributeName ?? configuration.impedanceAttributeName
        time = mode?.timeAttributeName ?? configuration.directionsTimeAttributeName
        length = mode?.distanceAttributeName ?? layer.lengthName
        modeWord = Self.word(for: mode)
        self.mode = mode
    }

    /// Sets the parameters common to all operations.
    func apply(to analysis: inout AnalysisParameters) {
        analysis.travel.travelMode = mode.map { .settings($0) }
        analysis.travel.restrictionAttributeNames = mode == nil ? restrictions : nil
        if mode != nil { analysis.travel.attributeParameterValues = nil }
        analysis.locations.ignoreInvalidLocations = false
        analysis.locations.preserveObjectID = true
        analysis.output.outSR = .wgs84
        analysis.output.outputGeometryPrecision = 0
    }

    /// Returns the costs to total besides the minimized one.
    func costs(withLength hasLength: Bool) -> [String] {
        ([time] + (hasLength ? length.map { [$0] } ?? [] : [])).filter { $0 != impedance }
    }

    private static func word(for mode: TravelMode?) -> String {
        guard let mode else { return "driving" }
        if mode.type == "WALK" { return "walking" }
        return OSRMLayer.isBicycle(mode) ? "cycling" : "driving"
    }

    /// Whether to continue straight on at coordinates between the ends if the request does not say:
    /// as `continue_straight_at_waypoint` in OSRM's profiles, which is true for cars, and false for
    /// bicycles and on foot.
    var continuesStraight: Bool { modeWord == "driving" }
}
