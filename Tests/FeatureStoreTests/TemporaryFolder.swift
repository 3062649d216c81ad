// A temporary folder for one test, and layers to fill it with.

import Foundation
import Geo

@testable import FeatureStore

/// A folder removed with its last reference.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-store-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("the folder \(path) stays: \(error)")
        }
    }

    func file(_ name: String) -> String { path + "/" + name }

    func write(_ text: String, to name: String) throws -> String {
        let file = file(name)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }

    func store(
        _ name: String = "test.gpkg", _ access: GeoPackageStore.Access = .create
    ) throws -> GeoPackageStore {
        try GeoPackageStore(path: file(name), access: access)
    }
}

extension LayerSchema {
    /// Deliveries with one field of each type.
    static let deliveries = LayerSchema(
        name: "deliveries", geometryType: .point,
        fields: [
            LayerField("customer", .string, length: 40),
            LayerField("driver", .string, hasIndex: true),
            LayerField("parcels", .integer), LayerField("weight", .double),
            LayerField("day", .date, storedType: "DATE"), LayerField("due", .date),
        ])
}

extension FeatureSet {
    /// Deliveries on a diagonal from (0, 0): number 1 at (1, 0.5), number 2 at (2, 1), and so on.
    static func deliveries(_ count: Int) -> FeatureSet {
        let drivers = ["Ada", "Ben", "Cléo"]
        let start: Int64 = 1_772_409_600_000
        let features = (1...count).map { number -> Feature in
            let day = start + Int64(number % 4) * 86_400_000
            let due = start + Int64(number) * 60_000
            let weight: AttributeValue =
                number % 5 == 0 ? .null : .double(Double(number) / 4)
            let values: [AttributeValue] = [
                .string("Customer \(number)"), .string(drivers[number % 3]), .integer(number % 7),
                weight, .date(day), .date(due),
            ]
            // Within the coordinate system's area, as edits require.
            let place = Coordinate(x: Double(number % 170), y: Double(number % 170) / 2)
            return Feature(values: values, geometry: .point(place))
        }
        return FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: LayerSchema.deliveries.fields.map { Field($0.name, $0.type) },
            features: features)
    }

    /// A field's values, in order.
    func column(_ name: String) -> [AttributeValue] {
        features.map { value(name, of: $0) ?? .null }
    }
}

extension LayerStore {
    /// Makes the layer of deliveries and fills it.
    @discardableResult
    func addDeliveries(_ count: Int) throws -> [Int64] {
        try create(.deliveries)
        let edits = LayerEdits(adds: count == 0 ? nil : .deliveries(count))
        return try apply(edits, to: "deliveries").adds.compactMap(\.objectID)
    }

    /// The ids of rows that meet a condition.
    func ids(_ condition: String?, layer: String = "deliveries") throws -> [Int64] {
        try objectIDs(LayerQuery(layer: layer, where: condition, limit: 100_000))
    }
}

/// A box as a polygon.
func box(_ minX: Double, _ minY: Double, _ maxX: Double, _ maxY: Double) -> Geometry {
    .polygon(rings: [
        [
            Coordinate(x: minX, y: minY), Coordinate(x: minX, y: maxY),
            Coordinate(x: maxX, y: maxY), Coordinate(x: maxX, y: minY),
            Coordinate(x: minX, y: minY),
        ]
    ])
}
