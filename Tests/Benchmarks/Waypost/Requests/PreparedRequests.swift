// The places of a benchmark run, written once so that Waypost and its peers get the same requests.

import Foundation
import Geo

/// The places of one benchmark run. Peers read the same file.
struct PreparedRequests: Codable {
    /// Longitude and latitude, to seven decimals.
    typealias Place = [Double]

    /// The network they were made for.
    var fingerprint: String
    var seed: UInt64
    /// Origins and destinations, all on streets.
    var pairs: [[Place]]
    /// For each pair the centers of ten squares, the first on its path.
    var tenSquares: [[Place]]
    /// The same for large squares, for the first pairs.
    var tenGreatSquares: [[Place]]
    /// For each of the first pairs a hundred places, the first on its path.
    var hundredPlaces: [[Place]]
    /// A barrier set sent repeatedly.
    var keptPoints: [Place]
    var keptSquares: [Place]
    /// Places on streets for tables and sequences.
    var places: [Place]

    /// Reads a file written by ``write(to:)``.
    static func read(_ path: String) throws -> PreparedRequests {
        try JSONDecoder().decode(
            PreparedRequests.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try encoder.encode(self).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}

extension Coordinate {
    init(_ place: PreparedRequests.Place) { self.init(x: place[0], y: place[1]) }

    /// The place as written in the file.
    var place: PreparedRequests.Place {
        [x, y].map { ($0 * 1e7).rounded() / 1e7 }
    }
}

/// Squares along the meridians, by center and side.
enum Square {
    /// Sides in meters, by the work that uses them.
    static let small = 100.0
    static let analysis = 200.0
    static let great = 2_000.0

    /// The closed ring, clockwise from the south-west corner.
    static func ring(round center: Coordinate, sideMeters: Double) -> [Coordinate] {
        let scale = Geodesic.metersPerDegree(atLatitude: center.y)
        let (dx, dy) = (sideMeters / 2 / scale.x, sideMeters / 2 / scale.y)
        return [(-dx, -dy), (-dx, dy), (dx, dy), (dx, -dy), (-dx, -dy)].map {
            Coordinate(x: center.x + $0.0, y: center.y + $0.1)
        }
    }
}
