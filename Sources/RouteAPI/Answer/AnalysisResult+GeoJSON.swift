// An answer as one GeoJSON FeatureCollection, an extension of the ArcGIS interface.

import Geo

extension AnalysisResultWriter {
    /// Routes, stops and the steps of directions as one FeatureCollection, distinguished by the
    /// property `layer`: `routes`, `stops` or `directions`; on request `legs`, `events` and
    /// `spans`. What has no place on a map is in members of their own, as in other formats.
    ///
    /// - Precondition: The answer's shapes are in WGS 84, as RFC 7946 demands.
    public static func geoJSON(_ result: AnalysisResult, pretty: Bool = false) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        let decimals = result.geometryPrecision
        writer.beginObject()
        writer.member("type", "FeatureCollection")
        writer.array("features") { writer in
            for table in result.mapped {
                // Places that were only located are the stops of a solve.
                let layer = table.key == "locations" ? "stops" : table.key
                for feature in table.rows.features {
                    writer.geoJSONFeature(
                        feature, fields: table.rows.fields, layer: layer, decimals: decimals)
                }
            }
            let havePairs = result.directionsHavePairs
            let fields = DirectionFeatureSets.routeFields(havePairs) + stepFields
            for route in result.directions ?? [] {
                let before = route.page?.stepsBefore ?? 0
                for (place, step) in route.steps.enumerated() {
                    writer.geoJSONFeature(
                        feature(of: step, number: before + place + 1, in: route, havePairs),
                        fields: fields, layer: "directions", decimals: decimals)
                }
            }
        }
        if !result.messages.isEmpty {
            writer.names("messages", result.messages.map(\.text))
        }
        writer.object("network") { writer in
            writer.member("fingerprint", result.fingerprint)
            writer.member("attribution", result.attribution)
        }
        if let traffic = result.traffic { writer.traffic(traffic) }
        writer.directionsPages(result.directions ?? [])
        if let conditions = result.conditions { writer.conditions(conditions) }
        if let quanta = result.quanta { writer.quanta(quanta) }
        if let blockages = result.blockages { writer.blockages(blockages) }
        if let replanning = result.replanning { writer.replanning(replanning) }
        writer.endObject()
        return writer.bytes
    }

    private static let stepFields = [
        Field("RouteName", .string), Field("Sequence", .integer), Field("Text", .string),
        Field("Length", .double), Field("Minutes", .double), Field("ManeuverType", .string),
        Field("ArriveTimeUTC", .date),
    ]

    private static func feature(
        of step: DirectionStep, number: Int, in route: RouteDirections, _ havePairs: Bool
    ) -> Feature {
        // A start or finish has no length: as a line it would be invisible.
        let isPlace = step.line.allSatisfy { $0 == step.line[0] }
        let shape: Geometry? =
            isPlace ? step.line.first.map { .point($0) } : .polyline(paths: [step.line])
        var values = DirectionFeatureSets.routeValues(of: route, havePairs)
        values += [
            .string(route.routeName), .integer(number), .string(step.text), .double(step.length),
            .double(step.timeMinutes), .string(step.maneuverType),
            step.arriveTimeUTC.map(AttributeValue.date) ?? .null,
        ]
        return Feature(values: values, geometry: shape)
    }
}
