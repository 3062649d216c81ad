// Helpers for scenarios: ask a drawing for routes, and read answers in terms of its letters.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

/// Solves a request on a drawing.
func answer(
    _ sketch: NetworkSketch, _ stops: some DrawnStops,
    _ change: (inout RouteParameters) -> Void = { _ in }
) throws -> AnalysisResult {
    try answer(from: NetworkLayer.sketched(sketch), stops.places(on: sketch), change)
}

/// Solves a request on a layer.
func answer(
    from layer: NetworkLayer, _ places: [Coordinate],
    _ change: (inout RouteParameters) -> Void = { _ in }
) throws -> AnalysisResult {
    var parameters = RouteParameters(through: places)
    change(&parameters)
    return try layer.solve(parameters)
}

/// The error of a request on a drawing that fails.
func failure(
    _ sketch: NetworkSketch, _ stops: some DrawnStops,
    _ change: (inout RouteParameters) -> Void = { _ in }
) throws -> RouteRequestError? {
    try failure(from: NetworkLayer.sketched(sketch), stops.places(on: sketch), change)
}

/// The error of a request on a layer that fails.
func failure(
    from layer: NetworkLayer, _ places: [Coordinate],
    _ change: (inout RouteParameters) -> Void = { _ in }
) throws -> RouteRequestError? {
    var parameters = RouteParameters(through: places)
    change(&parameters)
    return failure(from: layer, parameters)
}

/// The error of a request that fails.
func failure(
    from layer: NetworkLayer, _ parameters: RouteParameters,
    under control: SolveControl = SolveControl()
) -> RouteRequestError? {
    do throws(RouteRequestError) {
        _ = try layer.solve(parameters, control: control)
        return nil
    } catch {
        return error
    }
}

/// The least impedance in milliseconds through some stops, `nil` without a path.
func milliseconds(
    _ sketch: NetworkSketch, _ stops: some DrawnStops,
    _ change: (inout RouteParameters) -> Void = { _ in }
) throws -> Int64? {
    do {
        return try answer(sketch, stops) {
            // If a stop cannot be visited there is no path, rather than a shorter one.
            $0.ignoreInvalidLocations = false
            change(&$0)
        }.impedance
    } catch let error as RouteRequestError where error.identifier == .noSolution {
        return nil
    }
}

/// A layer over a drawing with some defaults changed.
func layer(
    _ sketch: NetworkSketch, _ settings: (inout RouteLayerConfiguration) -> Void
) throws -> NetworkLayer {
    let drawn = try NetworkLayer.sketched(sketch)
    var configuration = drawn.configuration
    settings(&configuration)
    return NetworkLayer(network: drawn.network, configuration: configuration)
}

extension NetworkSketch {
    /// A place some meters to the right of the street between two letters.
    func place(
        _ from: Character, _ to: Character, at share: Double, right meters: Double
    ) -> Coordinate {
        let on = place(from, to, at: share)
        let scale = Geodesic.metersPerDegree(atLatitude: on.y)
        let (a, b) = (place(from), place(to))
        let (dx, dy) = ((b.x - a.x) * scale.x, (b.y - a.y) * scale.y)
        let length = (dx * dx + dy * dy).squareRoot()
        return Coordinate(
            x: on.x + dy / length * meters / scale.x, y: on.y - dx / length * meters / scale.y)
    }

    /// A rectangle round a part of a street, some meters to each side.
    func box(
        _ from: Character, _ to: Character, _ part: ClosedRange<Double>, meters: Double = 20
    ) -> [Coordinate] {
        [
            place(from, to, at: part.lowerBound, right: meters),
            place(from, to, at: part.upperBound, right: meters),
            place(from, to, at: part.upperBound, right: -meters),
            place(from, to, at: part.lowerBound, right: -meters),
            place(from, to, at: part.lowerBound, right: meters),
        ]
    }

    /// A line across a street.
    func across(
        _ from: Character, _ to: Character, at share: Double, meters: Double = 20
    ) -> [Coordinate] {
        [place(from, to, at: share, right: meters), place(from, to, at: share, right: -meters)]
    }

    /// The letters along a route's line, in order.
    func letters(along result: AnalysisResult, route: Int = 0) -> String {
        guard let features = result.routes?.features, route < features.count,
            case .polyline(let paths, _) = features[route].geometry
        else { return "" }
        return String(
            paths.flatMap(\.self).compactMap { vertex in letters.first { place($0) == vertex } })
    }

    /// Letters as an input.
    func input(_ letters: String) -> LocationInput { .places(places(letters)) }

    /// Letters as an input whose rows have them for names, and the same attributes else.
    func named(_ letters: String, _ attributes: [String: AttributeValue] = [:]) -> LocationInput {
        .places(
            places(letters),
            attributes: letters.map { letter in
                attributes.merging(["Name": .string(String(letter))]) { $1 }
            })
    }
}

extension ODCostMatrixParameters {
    /// A request for the costs between some places.
    init(from origins: LocationInput?, to destinations: LocationInput?) {
        self.init()
        self.origins = origins
        self.destinations = destinations
    }
}

extension ClosestFacilityParameters {
    /// A request for the facilities closest to some places.
    init(from incidents: LocationInput?, to facilities: LocationInput?) {
        self.init()
        self.incidents = incidents
        self.facilities = facilities
    }
}

extension AnalysisResult {
    /// A number from a route's row.
    func total(_ field: String, route: Int = 0) -> Double? { number(self.route(route, field)) }

    /// The first route's impedance in whole units of its cost: milliseconds, or centimeters.
    var impedance: Int64? { quanta?.first?.impedance }

    /// The impedance of each route.
    var impedances: [Int64] { quanta?.map(\.impedance) ?? [] }

    /// A number from a stop's row.
    func number(_ field: String, stop: Int) -> Double? { number(self.stop(stop, field)) }

    func status(stop: Int) -> LocationStatus? {
        guard case .integer(let code) = self.stop(stop, "Status") else { return nil }
        return LocationStatus(rawValue: code)
    }

    /// A value from the first point barrier's row.
    func barrier(_ field: String) -> AttributeValue? {
        guard let set = barriers.point, let index = set.fieldIndex(field),
            let row = set.features.first
        else { return nil }
        return row.values[index]
    }

    /// The handle of a route that was asked for with `returnRouteHandle`.
    func handle(route: Int = 0) -> String? {
        guard case .string(let text)? = self.route(route, "RouteHandle") else { return nil }
        return text
    }

    /// All messages as one text.
    var messageText: String { messages.map(\.text).joined(separator: "\n") }

    func number(_ value: AttributeValue?) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number
        case .date(let milliseconds): Double(milliseconds)
        case .null, .string, nil: nil
        }
    }
}

extension AnalysisResult {
    /// A field's values in a table, empty without the table.
    func column(_ table: String, _ field: String) -> [AttributeValue] {
        self[table: table]?.column(field) ?? []
    }
}

extension FeatureSet {
    /// A field's values in every row.
    func column(_ field: String) -> [AttributeValue] {
        features.map { value(field, of: $0) ?? .null }
    }
}

extension RouteRequestError {
    /// All details as one text.
    var text: String { details.joined(separator: "\n") }
}

extension RouteParameters {
    /// Sets the stops' attributes, for each stop its values by field name.
    mutating func setStops(_ attributes: [[String: AttributeValue]]) {
        let places = stops?.features.features.compactMap { feature -> Coordinate? in
            if case .point(let place) = feature.geometry { place } else { nil }
        }
        stops = .places(places ?? [], attributes: attributes)
    }
}

extension OperationParameters {
    /// Requests a departure at an instant in epoch milliseconds.
    mutating func depart(at instant: Int64) {
        analysis.time.startTime = .milliseconds(instant)
        analysis.time.startTimeIsUTC = true
    }

    /// Lets no location move, even on closed streets and islands.
    mutating func keepInPlace() {
        analysis.locations.locateSettings = LocateSettingsByInput(
            fallback: LocateSettings(toleranceMeters: 5_000, allowAutoRelocate: false))
    }

    /// Adds polygon barriers, one for each list of rings.
    mutating func barPolygons(
        _ shapes: [[[Coordinate]]], _ attributes: [[String: AttributeValue]] = []
    ) {
        analysis.locations.barriers.polygon = .shapes(
            shapes.map { .polygon(rings: $0) }, .polygon, attributes: attributes)
    }

    mutating func barLines(
        _ lines: [[Coordinate]], _ attributes: [[String: AttributeValue]] = []
    ) {
        analysis.locations.barriers.line = .shapes(
            lines.map { .polyline(paths: [$0]) }, .polyline, attributes: attributes)
    }

    mutating func barPoints(
        _ places: [Coordinate], _ attributes: [[String: AttributeValue]] = []
    ) {
        analysis.locations.barriers.point = .places(places, attributes: attributes)
    }
}

extension AttributeParameterValue {
    /// How a restriction is used: `PROHIBITED`, `AVOID_HIGH`, a factor.
    static func usage(_ usage: String, of restriction: String) -> AttributeParameterValue {
        AttributeParameterValue(
            attributeName: restriction, parameterName: "Restriction Usage", value: usage)
    }

    /// The vehicle's height, which the drawing's height restriction reads.
    static func vehicleHeight(_ meters: String) -> AttributeParameterValue {
        AttributeParameterValue(
            attributeName: "Height Restriction", parameterName: "Vehicle Height (meters)",
            value: meters)
    }

    /// The walker's speed in km/h.
    static func walkingSpeed(_ speed: String) -> AttributeParameterValue {
        AttributeParameterValue(
            attributeName: "WalkTime", parameterName: "Walking Speed (km/h)", value: speed)
    }
}
