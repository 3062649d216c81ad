// Finds built-up areas by the density of streets.

import Geo
import RoadNetwork

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The density of streets, in kilometers per square kilometer, over a cell and its neighbors.
struct StreetDensity {
    /// The side of a cell. A cell and its eight neighbors, 0.56 km² together, decide about the
    /// cell.
    private static let cellMeters = 250.0
    private static let metersPerDegree = 111_195.0
    /// Lines are counted in steps no longer than this, each at one place.
    private static let stepMeters = 100.0
    /// Closer to the poles, columns of cells would vanish.
    private static let greatestLatitude = 85.0

    private var meters: [Int64: Float] = [:]

    /// Measures the pieces of ordinary streets.
    init(_ roads: RoadCollection, _ nodes: NodeTable, _ pieces: RoadPieces, nodeRows: [UInt32]) {
        for piece in pieces.pieces {
            let ruling = roads.rulings[Int(roads.wayRuling[Int(piece.way)])]
            guard Self.counts(ruling.roadClass) else { continue }
            let line = (piece.first...piece.last).map { nodes.place(Int(nodeRows[$0])) }
            Self.walk(line) { place, length in
                meters[Self.cell(place, 0, 0), default: 0] += Float(length)
            }
        }
    }

    /// Whether a class counts. Highways cross open country too, and mappers draw service roads and
    /// paths in one town but not in the next.
    private static func counts(_ roadClass: RoadClass) -> Bool {
        RoadClass.primary.rawValue <= roadClass.rawValue
            && roadClass.rawValue <= RoadClass.livingStreet.rawValue
    }

    /// Returns the share of a line's length with dense streets around it.
    ///
    /// - Parameter kilometers: Kilometers of streets per square kilometer from which streets are
    ///   dense.
    func builtUpShare(of line: [FixedCoordinate], atLeast kilometers: Double) -> Double {
        let least = kilometers * 9 * Self.cellMeters * Self.cellMeters / 1000
        var (inside, total) = (0.0, 0.0)
        var last: (cell: Int64, isBuiltUp: Bool)?
        Self.walk(line) { place, length in
            let cell = Self.cell(place, 0, 0)
            let known = last.flatMap { $0.cell == cell ? $0.isBuiltUp : nil }
            let isBuiltUp = known ?? (metersAround(place) >= least)
            last = (cell, isBuiltUp)
            total += length
            if isBuiltUp { inside += length }
        }
        return total > 0 ? inside / total : 0
    }

    private func metersAround(_ place: FixedCoordinate) -> Double {
        var sum = 0.0
        for row in Int64(-1)...1 {
            for column in Int64(-1)...1 {
                sum += Double(meters[Self.cell(place, row, column)] ?? 0)
            }
        }
        return sum
    }

    /// Returns the number of the cell some steps north and east of a place.
    private static func cell(_ place: FixedCoordinate, _ north: Int64, _ east: Int64) -> Int64 {
        let height = cellMeters / metersPerDegree
        let latitude = min(max(place.coordinate.y, -greatestLatitude), greatestLatitude)
        let row = Int64((latitude / height).rounded(.down)) + north
        // Columns have the width of their own row.
        let width = height / cos(min(abs(Double(row)) * height, greatestLatitude) * .pi / 180)
        let column = Int64((place.coordinate.x / width).rounded(.down)) + east
        return row << 32 ^ (column & 0xFFFF_FFFF)
    }

    /// Visits places along a line, with the length each represents.
    private static func walk(_ line: [FixedCoordinate], _ visit: (FixedCoordinate, Double) -> Void)
    {
        for (from, to) in zip(line, line.dropFirst()) where from != to {
            let length = LineLength.meters(from, to)
            let steps = max(1, (length / stepMeters).rounded(.up))
            for step in 0..<Int32(min(steps, 10_000)) {
                let share = (Double(step) + 0.5) / steps
                func between(_ one: Int32, _ other: Int32) -> Int32 {
                    one + Int32(((Double(other) - Double(one)) * share).rounded())
                }
                let place = FixedCoordinate(
                    longitudeE7: between(from.longitudeE7, to.longitudeE7),
                    latitudeE7: between(from.latitudeE7, to.latitudeE7))
                visit(place, length / steps)
            }
        }
    }
}
