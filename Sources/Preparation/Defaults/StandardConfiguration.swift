// The defaults for a layer without a service definition.

package import Directions
package import RoadNetwork
package import RouteAPI
import RoutingEngine

extension RouteLayerConfiguration {
    /// Makes defaults and travel modes from the usual attributes, as far as the network has them.
    ///
    /// The ids are the ones that ArcGIS uses for the same modes.
    package static func standard(for network: NetworkDescription) -> RouteLayerConfiguration {
        let modes = StandardMode.all.compactMap { $0.travelMode(on: network) }
        let firstTime = network.costs.first { $0.kind == .time }?.name
        let firstLength = network.costs.first { $0.kind == .length }?.name
        let main = modes.first
        var layer = RouteLayerConfiguration(
            impedanceAttributeName: main?.impedanceAttributeName ?? firstTime ?? firstLength ?? "",
            restrictionAttributeNames: main?.restrictionAttributeNames ?? [],
            accumulateAttributeNames: ["Kilometers", "Miles"].filter {
                network.cost(named: $0) != nil
            },
            directionsTimeAttributeName: main?.timeAttributeName ?? firstTime ?? "")
        layer.directionsSupportedLanguages = DirectionsLanguages.builtIn.supported
        layer.travelModes = modes
        layer.defaultTravelMode = main?.id ?? ""
        return layer
    }
}

extension RouteLayerConfiguration {
    /// Adds languages from a folder of phrase files. A file replaces the built-in language with the
    /// same tag.
    ///
    /// - Throws: An error naming the file, the phrase, its variant and the line.
    package mutating func addPhrases(in folder: String) throws {
        let files = try DirectionsLanguages.files(in: folder)
        let languages = try DirectionsLanguages(files: files)
        directionsPhrases = LayerPhrases(files: files, languages: languages)
        directionsSupportedLanguages = languages.supported
    }

    /// Returns the supported language closest to the requested one; `nil` if there is none.
    package func language(nearest requested: String) -> String? {
        languages.nearest(to: requested, preferred: directionsLanguage)
    }

    package var languages: DirectionsLanguages {
        guard let phrases = directionsPhrases else { return .builtIn }
        guard let languages = phrases.languages as? DirectionsLanguages else {
            preconditionFailure("phrases are languages of directions, as addPhrases reads them")
        }
        return languages
    }
}

/// A travel mode that uses the shipped attribute names.
private struct StandardMode {
    var id: String
    var name: String
    var type: String
    var summary: String
    var impedance: String
    var time: String
    var restrictions: [String]
    var uTurns: UTurnPolicy
    var tolerance: Double

    static let all: [StandardMode] = [
        driving("FEgifRtFndKNcJMJ", "Driving Time", "TravelTime", "The fastest route by car."),
        driving(
            "iKjmHuBSIqdEfOVr", "Driving Distance", "Kilometers", "The shortest route by car."),
        trucking(
            "ZzzRtYcPLjXFBKwr", "Trucking Time", "TruckTravelTime", "The fastest route by truck."),
        trucking(
            "UBaNfFWeKcrRVYIo", "Trucking Distance", "Kilometers", "The shortest route by truck."),
        StandardMode(
            id: "caFAgoThrvUpkFBW", name: "Walking Time", type: "WALK",
            summary: "The fastest route on foot.", impedance: "WalkTime", time: "WalkTime",
            restrictions: ["Walking", "Through Pedestrian Traffic Prohibited"],
            uTurns: .allowBacktrack, tolerance: 2),
        StandardMode(
            id: "yFuMFwIYblqKEefX", name: "Walking Distance", type: "WALK",
            summary: "The shortest route on foot.", impedance: "Kilometers", time: "WalkTime",
            restrictions: ["Walking", "Through Pedestrian Traffic Prohibited"],
            uTurns: .allowBacktrack, tolerance: 2),
        StandardMode(
            id: "WaypostCycling01", name: "Cycling Time", type: "OTHER",
            summary: "The fastest route by bicycle.", impedance: "BicycleTime", time: "BicycleTime",
            restrictions: ["Riding a Bicycle", "Through Bicycle Traffic Prohibited"],
            uTurns: .allowBacktrack, tolerance: 5),
        StandardMode(
            id: "WaypostEmergency", name: "Emergency Time", type: "OTHER",
            summary:
                "The fastest route for an emergency vehicle, one-way streets in both directions.",
            impedance: "TravelTime", time: "TravelTime",
            restrictions: ["Driving an Emergency Vehicle"], uTurns: .allowBacktrack, tolerance: 10),
    ]

    private static func driving(
        _ id: String, _ name: String, _ impedance: String, _ summary: String
    ) -> StandardMode {
        StandardMode(
            id: id, name: name, type: "AUTOMOBILE", summary: summary, impedance: impedance,
            time: "TravelTime",
            restrictions: [
                "Driving an Automobile", "Through Traffic Prohibited", "Avoid Carpool Roads",
                "Avoid Alleys",
            ],
            uTurns: .atDeadEndsAndIntersections, tolerance: 10)
    }

    private static func trucking(
        _ id: String, _ name: String, _ impedance: String, _ summary: String
    ) -> StandardMode {
        StandardMode(
            id: id, name: name, type: "TRUCK", summary: summary, impedance: impedance,
            time: "TruckTravelTime",
            restrictions: [
                "Driving a Truck", "Through Truck Traffic Prohibited", "Height Restriction",
                "Width Restriction", "Length Restriction", "Weight Restriction",
                "Weight per Axle Restriction", "Avoid Carpool Roads", "Avoid Alleys",
            ], uTurns: .atDeadEndsOnly, tolerance: 10)
    }

    /// Makes the mode for a network; returns `nil` if the network lacks any of its costs.
    ///
    /// If the impedance is a length, the mode leaves out restrictions that would scale it. Its
    /// routes are the shortest open ones, and do not avoid alleys at any length.
    func travelMode(on network: NetworkDescription) -> TravelMode? {
        guard let minimized = network.cost(named: impedance), network.cost(named: time) != nil,
            let distance = ["Kilometers", "Length", "Miles"]
                .first(where: { network.cost(named: $0) != nil })
        else { return nil }
        let known = restrictions.filter { name in
            network.restriction(named: name).map { minimized.kind == .time || $0.isProhibiting }
                ?? false
        }
        guard known.first == restrictions.first else { return nil }
        return TravelMode(
            id: id, name: name, type: type, summary: summary, impedanceAttributeName: impedance,
            timeAttributeName: time, distanceAttributeName: distance,
            restrictionAttributeNames: known, uTurnPolicy: uTurns,
            simplificationTolerance: tolerance)
    }
}

extension RestrictionAttribute {
    /// Whether the restriction prohibits if a request does not state its usage.
    package var isProhibiting: Bool {
        guard let usage = parameters.first(where: { $0.name == Self.usageParameterName }) else {
            return true
        }
        return ParameterValues.usage(usage.defaultValue) == .prohibits
    }
}
