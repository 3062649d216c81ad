// A layer and requests for the tests of tasks.

import Geo
import Geoprocessing
import RouteAPI

/// A layer of a type with the attributes that tool clients expect.
func toolLayer(_ type: LayerType = .route) -> LayerDescription {
    var configuration = RouteLayerConfiguration(
        impedanceAttributeName: "TravelTime",
        restrictionAttributeNames: ["Driving an Automobile", "Avoid Gates"],
        accumulateAttributeNames: ["Kilometers"], directionsTimeAttributeName: "TravelTime")
    configuration.layerType = type
    configuration.travelModes = [
        ("m1", "Driving Time", "TravelTime"), ("m2", "Driving Distance", "Kilometers"),
        ("m3", "Walking Time", "WalkTime"),
    ].map { id, name, impedance in
        TravelMode(
            id: id, name: name, type: "AUTOMOBILE", impedanceAttributeName: impedance,
            timeAttributeName: impedance == "WalkTime" ? "WalkTime" : "TravelTime",
            distanceAttributeName: "Kilometers", restrictionAttributeNames: [],
            uTurnPolicy: .allowBacktrack)
    }
    configuration.defaultTravelMode = "m1"
    func cost(
        _ name: String, _ unit: NetworkUnit,
        _ parameters: [NetworkAttributeDescription.Parameter] = []
    ) -> NetworkAttributeDescription {
        NetworkAttributeDescription(name: name, usage: .cost, units: unit, parameters: parameters)
    }
    let usage = NetworkAttributeDescription.Parameter(
        name: "Restriction Usage", defaultValue: "PROHIBITED")
    return LayerDescription(
        configuration: configuration, networkName: "City", edgeSourceName: "Streets", buildTime: 0,
        attributes: [
            cost("TravelTime", .minutes),
            cost("WalkTime", .minutes, [.init(name: "Walking Speed (km/h)", defaultValue: "5")]),
            cost("Kilometers", .kilometers), cost("Seconds", .seconds),
        ]
            + ["Driving an Automobile", "Avoid Gates", "Walking"].map {
                NetworkAttributeDescription(
                    name: $0, usage: .restriction, units: .unknown, parameters: [usage])
            }, fingerprint: "f00d", attribution: "© OpenStreetMap contributors")
}

func form(_ fields: [(String, String)]) -> FormParameters {
    FormParameters(fields.map { (name: $0.0, value: $0.1) })
}

/// Two stops as tool clients send them.
let twoStops = """
    {"features":[{"geometry":{"x":7.41,"y":43.73},"attributes":{"OBJECTID":5,"Name":"A"}},\
    {"geometry":{"x":7.42,"y":43.74},"attributes":{"OBJECTID":7,"Name":"B"}}]}
    """

/// An operation's field after translating a tool's request.
func field(
    _ name: String, of fields: [(String, String)], tool: GPTool = .findRoutes
) throws -> String? {
    let task = GPTask(tool, of: toolLayer(tool.layerType))
    let locations = tool.locations.map { ($0.input, twoStops) }
    let given = Set(fields.map(\.0))
    return try task.request(form(locations.filter { !given.contains($0.0) } + fields))
        .fields.text(name)
}

extension FeatureSet {
    /// A column's values.
    func column(_ name: String) -> [AttributeValue]? {
        fieldIndex(name).map { place in features.map { $0.values[place] } }
    }
}
