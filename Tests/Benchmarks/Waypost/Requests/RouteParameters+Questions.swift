// The measured requests, as callers would write them.

import Geo
import RouteAPI
import RouteAnalysis

extension RouteParameters {
    /// Requests only the totals of a route by car, with the layer's defaults.
    init(stops places: [Coordinate]) {
        self.init(stops: FeatureSet.located(places.map { (.point($0), []) }, fields: []))
    }

    /// The same through stops given as rows.
    init(stops rows: FeatureSet) {
        self.init()
        stops = LocationInput(features: rows)
        returnRoutes = true
        returnStops = false
        analysis.directions.returnDirections = false
        analysis.output.outputLines = OutputLineType.none
        analysis.travel.accumulateAttributeNames = []
    }

    /// Requests everything a client shows: true lines, stops and English directions.
    mutating func askForEverything() {
        returnStops = true
        analysis.askForEverything()
        analysis.travel.accumulateAttributeNames = nil
    }

    /// Bars squares, or makes the streets in them cheaper.
    ///
    /// - Parameter scaled: Whether a square, by its position, halves costs instead of barring.
    mutating func addSquares(
        _ centers: [Coordinate], sideMeters: Double, scaled: (Int) -> Bool = { _ in false }
    ) {
        let rows = centers.enumerated().map { index, center in
            let ring = Square.ring(round: center, sideMeters: sideMeters)
            return (
                Geometry.polygon(rings: [ring]),
                [AttributeValue.integer(scaled(index) ? 1 : 0), .double(scaled(index) ? 0.5 : 1)]
            )
        }
        analysis.locations.barriers.polygon = LocationInput(
            features: .located(
                rows, type: .polygon,
                fields: [Field("BarrierType", .integer), Field("Attr_TravelTime", .double)]))
    }

    mutating func addPoints(_ places: [Coordinate]) {
        analysis.locations.barriers.point = LocationInput(
            features: .located(places.map { (.point($0), []) }, fields: []))
    }

    /// Sets a combination of impedance, restrictions and vehicle values that is unique to the
    /// number.
    mutating func useSettings(number: Int) {
        let impedances = ["TravelTime", "TruckTravelTime", "Length"]
        analysis.travel.impedanceAttributeName = impedances[number % impedances.count]
        let optional = ["Avoid Toll Roads", "Avoid Unpaved Roads", "Avoid Private Roads"]
        analysis.travel.restrictionAttributeNames =
            [
                "Driving a Truck", "Oneway", "Through Traffic Prohibited", "Height Restriction",
                "Weight Restriction",
            ] + optional.indices.filter { number >> $0 & 1 == 1 }.map { optional[$0] }
        func value(_ attribute: String, _ parameter: String, _ value: Int) {
            let text = "\(value / 100).\(value % 100 / 10)\(value % 10)"
            analysis.travel.attributeParameterValues =
                (analysis.travel.attributeParameterValues ?? []) + [
                    AttributeParameterValue(
                        attributeName: attribute, parameterName: parameter, value: text)
                ]
        }
        value("Height Restriction", "Vehicle Height (meters)", 200 + number)
        value("Weight Restriction", "Vehicle Weight (tonnes)", 350 + 7 * number)
    }
}

extension AnalysisParameters {
    /// Requests true lines with every vertex and English directions.
    mutating func askForEverything() {
        directions.returnDirections = true
        directions.directionsLanguage = "en"
        output.outputLines = .trueShape
        output.outputGeometryPrecision = 0
    }
}

extension FeatureSet {
    /// Rows in longitude and latitude.
    static func located(
        _ rows: [(Geometry, [AttributeValue])], type: GeometryType = .point, fields: [Field]
    ) -> FeatureSet {
        FeatureSet(
            geometryType: type, spatialReference: .wgs84, fields: fields,
            features: rows.map { Feature(values: $0.1, geometry: $0.0) })
    }

    /// Stops as rows that state their place on the network, as the layer found it.
    static func prelocated(_ inputs: [LocatedInput]) -> FeatureSet {
        let rows = inputs.compactMap { input -> (Geometry, [AttributeValue])? in
            guard let place = input.snapped, let edge = input.sourceOID, let along = input.posAlong
            else { return nil }
            let side = input.sideOfEdge.map { AttributeValue.integer($0) } ?? .null
            return (.point(place), [.integer(edge), .double(along), side])
        }
        return .located(
            rows,
            fields: [
                Field("SourceOID", .integer), Field("PosAlong", .double),
                Field("SideOfEdge", .integer),
            ])
    }
}
