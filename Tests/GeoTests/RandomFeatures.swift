// Random feature sets for round trips.

import DataStructures
import Geo

extension FeatureSet {
    /// A set of shapes of one kind with every type of column.
    static func random(using random: inout SeededGenerator) -> FeatureSet {
        let types: [GeometryType] = [.point, .polyline, .polygon]
        let type = types[Int.random(in: 0..<3, using: &random)]
        let features = (0..<Int.random(in: 0...6, using: &random)).map { row in
            Feature(
                values: [
                    .integer(row + 1), .integer(Int.random(in: -9...9, using: &random)),
                    .double(Double.random(in: -1e6...1e6, using: &random)),
                    Bool.random(using: &random) ? .null : .string("é\"\n,\(row)"),
                    .date(Int64.random(in: -9_999_999_999...1_900_000_000_000, using: &random)),
                ], geometry: Geometry.random(type, using: &random))
        }
        return FeatureSet(
            geometryType: type,
            spatialReference: Bool.random(using: &random) ? .wgs84 : .webMercator,
            fields: [
                Field("ObjectID", .objectID), Field("Code", .integer), Field("Size", .double),
                Field("Name", .string, length: 50), Field("When", .date),
            ], features: features)
    }
}

extension Geometry {
    /// A shape of a kind; rings are closed squares, counterclockwise, side by side.
    static func random(_ type: GeometryType, using random: inout SeededGenerator) -> Geometry {
        func coordinate() -> Coordinate {
            Coordinate(
                x: Double.random(in: -180...180, using: &random),
                y: Double.random(in: -90...90, using: &random))
        }
        let parts = Int.random(in: 1...3, using: &random)
        switch type {
        case .point: return .point(coordinate())
        case .multipoint: return .multipoint((0..<parts).map { _ in coordinate() })
        case .polyline:
            let count = Int.random(in: 2...9, using: &random)
            return .polyline(paths: (0..<parts).map { _ in (0..<count).map { _ in coordinate() } })
        case .polygon:
            return .polygon(
                rings: (0..<parts).map { part in
                    let (x, y) = (Double(part) * 10, Double.random(in: -50...50, using: &random))
                    return [(0, 0), (5, 0), (5, 5), (0, 5), (0, 0)].map {
                        Coordinate(x: x + $0.0, y: y + $0.1)
                    }
                })
        }
    }
}
