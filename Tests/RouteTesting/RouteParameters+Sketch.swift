// Requests on drawings.

package import Geo
import NetworkBuilder
package import Preparation
import RoadNetwork
package import RouteAPI
import RouteAnalysis

extension NetworkLayer {
    /// A layer over a drawing: by car, one-way streets respected, total length, no directions.
    ///
    /// - Parameter now: The time of the layer's clock; by default the system's.
    package static func sketched(
        _ sketch: NetworkSketch, now: Int64? = nil
    ) throws -> NetworkLayer {
        var configuration = RouteLayerConfiguration(
            impedanceAttributeName: "TravelTime",
            restrictionAttributeNames: [
                "Driving an Automobile", "Oneway", "Through Traffic Prohibited",
            ],
            accumulateAttributeNames: ["Length"], directionsTimeAttributeName: "TravelTime")
        configuration.restrictUTurns = .noBacktrack
        configuration.outputGeometryPrecision = 0
        let network = try sketch.build()
        guard let now else { return NetworkLayer(network: network, configuration: configuration) }
        return NetworkLayer(network: network, configuration: configuration, now: { now })
    }
}

extension RouteParameters {
    /// A request through some places that returns its stops.
    package init(through places: [Coordinate]) {
        self.init()
        stops = LocationInput(features: .places(places))
        returnStops = true
        analysis.service.returnQuanta = true
    }
}

extension FeatureSet {
    /// Points with attributes.
    ///
    /// - Parameter attributes: For each point its values by field name.
    package static func places(
        _ places: [Coordinate], attributes: [[String: AttributeValue]] = []
    ) -> FeatureSet {
        shapes(places.map { .point($0) }, .point, attributes: attributes)
    }

    /// Shapes with attributes.
    package static func shapes(
        _ shapes: [Geometry], _ type: GeometryType, attributes: [[String: AttributeValue]] = []
    ) -> FeatureSet {
        let names = Set(attributes.flatMap(\.keys)).sorted()
        var set = FeatureSet(
            geometryType: type, spatialReference: .wgs84,
            fields: names.map { Field($0, .string) })
        for (index, shape) in shapes.enumerated() {
            let values = index < attributes.count ? attributes[index] : [:]
            set.features.append(
                Feature(values: names.map { values[$0] ?? .null }, geometry: shape))
        }
        return set
    }
}

extension LocationInput {
    /// Points with attributes as an input.
    package static func places(
        _ places: [Coordinate], attributes: [[String: AttributeValue]] = []
    ) -> LocationInput {
        LocationInput(features: .places(places, attributes: attributes))
    }

    /// Shapes with attributes as an input.
    package static func shapes(
        _ shapes: [Geometry], _ type: GeometryType, attributes: [[String: AttributeValue]] = []
    ) -> LocationInput {
        LocationInput(features: .shapes(shapes, type, attributes: attributes))
    }
}

extension AnalysisResult {
    /// A value from a route's row.
    package func route(_ index: Int, _ field: String) -> AttributeValue? {
        guard let routes, index < routes.features.count else { return nil }
        return routes.value(field, of: routes.features[index])
    }

    /// A value from a stop's row.
    package func stop(_ index: Int, _ field: String) -> AttributeValue? {
        guard let stops, index < stops.features.count else { return nil }
        return stops.value(field, of: stops.features[index])
    }
}
