// Helpers for scenarios: ask a drawing for routes, and read answers in terms of its letters.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

/// Solves a request on a drawing.
func answer(
    _ sketch: NetworkSketch, _ places: [Coordinate],
    _ change: (inout RouteParameters) -> Void = { _ in }
) throws -> AnalysisResult {
    try answer(from: NetworkLayer.sketched(sketch), places, change)
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
    _ sketch: NetworkSketch, _ places: [Coordinate],
    _ change: (inout RouteParameters) -> Void = { _ in }
) throws -> RouteRequestError? {
    try failure(from: NetworkLayer.sketched(sketch), places, change)
}

/// The error of a request on a layer that fails.
func failure(
    from layer: NetworkLayer, _ places: [Coordinate],
    _ change: (inout RouteParameters) -> Void = { _ in }
) throws -> RouteRequestError? {
    var parameters = RouteParameters(through: places)
    change(&parameters)
    do throws(RouteRequestError) {
        _ = try layer.solve(parameters)
        return nil
    } catch {
        return error
    }
}

/// The least impedance in milliseconds through some places, `nil` without a path.
func milliseconds(
    _ sketch: NetworkSketch, _ places: [Coordinate],
    _ change: (inout RouteParameters) -> Void = { _ in }
) throws -> Int64? {
    try milliseconds(sketch) { parameters in
        parameters = RouteParameters(through: places)
        // If a stop cannot be visited there is no path, rather than a shorter one.
        parameters.ignoreInvalidLocations = false
        change(&parameters)
    }
}

/// The least impedance in milliseconds of a request on a drawing, `nil` without a path.
func milliseconds(
    _ sketch: NetworkSketch, _ change: (inout RouteParameters) -> Void = { _ in }
) throws -> Int64? {
    let layer = try NetworkLayer.sketched(sketch)
    var parameters = RouteParameters(through: [])
    change(&parameters)
    do throws(RouteRequestError) {
        return try layer.solve(parameters).quanta?.first?.impedance
    } catch {
        guard error.identifier == .noSolution else { throw error }
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
        [
            place(from, to, at: share, right: meters), place(from, to, at: share, right: -meters),
        ]
    }

    /// The letters along a route's line, in order.
    func letters(along result: AnalysisResult, route: Int = 0) -> String {
        guard let features = result.routes?.features, route < features.count,
            case .polyline(let paths, _) = features[route].geometry
        else { return "" }
        return String(
            paths.flatMap(\.self).compactMap { vertex in letters.first { place($0) == vertex } })
    }
}

extension AnalysisResult {
    /// A number from a route's row.
    func total(_ field: String, route: Int = 0) -> Double? { number(self.route(route, field)) }

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
        stops = LocationInput(features: .places(places ?? [], attributes: attributes))
    }

    /// Lets no stop move, even on closed streets and islands.
    mutating func keepStopsInPlace() {
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
        analysis.locations.barriers.point = LocationInput(
            features: .places(places, attributes: attributes))
    }
}
