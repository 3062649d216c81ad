// Shared by the tests of batches: a temporary folder, rows, answers, and outputs to compare.

import FeatureStore
import Foundation
import Geo
import RouteAPI

@testable import Batches

/// A folder for a test's files, removed with this object.
final class TestFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-batches-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(at: url)
        } catch {
            print("\(url.path) was not removed: \(error)")
        }
    }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    func store() throws -> GeoPackageStore { try store(at: path("\(UUID().uuidString).gpkg")) }

    func store(at path: String) throws -> GeoPackageStore {
        try GeoPackageStore(path: path, access: .create)
    }
}

/// Deliveries with a name, a driver and a place each.
func deliveries(_ drivers: [String?]) -> FeatureSet {
    FeatureSet(
        geometryType: .point, spatialReference: .wgs84,
        fields: [Field("Name", .string), Field("driver", .string), Field("weight", .integer)],
        features: drivers.enumerated().map { row, driver in
            Feature(
                values: [
                    .string("Stop \(row + 1)"), driver.map { .string($0) } ?? .null,
                    .integer(row % 5),
                ],
                geometry: .point(Coordinate(x: 7 + Double(row) / 1_000, y: 43)))
        })
}

/// Many deliveries, assigned in turn to drivers `D001`, `D002` and so on.
func deliveries(groups: Int, stopsEach count: Int) -> FeatureSet {
    deliveries(
        (0..<groups * count).map { row in
            let digits = String(row % groups + 1)
            return "D" + String(repeating: "0", count: max(0, 3 - digits.count)) + digits
        })
}

/// An answer with one route through stops in their order, a totaled cost, another that is not
/// totaled, directions and a message.
func answer(to stops: FeatureSet) -> AnalysisResult {
    var result = AnalysisResult()
    let name = stops.features.first.flatMap { stops.value("RouteName", of: $0) } ?? .null
    let count = stops.features.count
    let places = stops.features.compactMap { feature -> Coordinate? in
        guard case .point(let place)? = feature.geometry else { return nil }
        return place
    }
    result.routes = FeatureSet(
        geometryType: .polyline, spatialReference: .wgs84,
        fields: [
            Field("ObjectID", .objectID), Field("Name", .string), Field("FirstStopID", .integer),
            Field("LastStopID", .integer), Field("StopCount", .integer),
            Field("Total_TravelTime", .double), Field("Total_WalkTime", .double),
        ],
        features: [
            Feature(
                values: [
                    .integer(1), name, .integer(1), .integer(count), .integer(count),
                    .double(Double(count)), .null,
                ], geometry: .polyline(paths: [places]))
        ])
    result.stops = FeatureSet(
        geometryType: .point, spatialReference: .wgs84,
        fields: [
            Field("ObjectID", .objectID), Field("Name", .string), Field("RouteName", .string),
            Field("Sequence", .integer), Field("Status", .integer),
            Field("Cumul_TravelTime", .double), Field("Cumul_WalkTime", .double),
            Field("driver", .string),
        ],
        features: stops.features.enumerated().map { row, feature in
            Feature(
                values: [
                    .integer(row + 1), stops.value("Name", of: feature) ?? .null, name,
                    .integer(row + 1), .integer(0), .double(Double(row)), .null,
                    stops.value("driver", of: feature) ?? .null,
                ], geometry: feature.geometry)
        })
    var routeName = ""
    if case .string(let text) = name { routeName = text }
    var directions = RouteDirections(
        routeID: 1, routeName: routeName, totalLength: 1, totalTimeMinutes: 2,
        totalDriveTimeMinutes: 2, envelope: Envelope(places), spatialReference: .wgs84,
        steps: [])
    directions.steps = [
        DirectionStep(
            length: 1, timeMinutes: 2, text: "Start at \(routeName)",
            maneuverType: "esriDMTDepart", line: [places[0], places[0]])
    ]
    result.directions = [directions]
    result.messages = [Message(.warning, "about all"), Message(.warning, "about \(routeName)")]
    return result
}

/// All rows of an output's tables, except the journal's.
func rowsByTable(of store: GeoPackageStore) throws -> [String: FeatureSet] {
    var tables: [String: FeatureSet] = [:]
    for schema in try store.layers() where schema.name != BatchJournal.table {
        tables[schema.name] = try store.features(LayerQuery(layer: schema.name, limit: 100_000))
            .features
    }
    return tables
}
