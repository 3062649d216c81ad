// OSM XML of roundabouts and plain roads anywhere on earth, for tests of the driving side.

import Geo
import RoadNetwork

@testable import NetworkBuilder

/// A map of roundabouts, each with a road, and of separate roads.
struct RingMap {
    private var nodes = ""
    private var ways = ""
    private var nodeCount: Int64 = 0
    private var wayCount: Int64 = 0

    /// Adds a roundabout of eight nodes, and a road of 100 m leading away from it.
    ///
    /// - Parameter count: The number of ways in the roundabout: 1, 2, 4 or 8.
    /// - Returns: The road's number; the ring's last way has the number before.
    @discardableResult
    mutating func ring(_ place: Coordinate, clockwise: Bool, ways count: Int = 1) -> Int64 {
        let circle = (0..<8).map { step in
            let angle = Double(clockwise ? -step : step) * 45
            return offset(place, meters: 15, angle: angle)
        }
        let ids = circle.map { node($0) }
        let closed = ids + ids.prefix(1)
        for start in stride(from: 0, to: 8, by: 8 / count) {
            way(Array(closed[start...start + 8 / count]), ["junction": "roundabout"])
        }
        return way([ids[0], node(offset(place, meters: 115, angle: 0))], [:])
    }

    /// Adds a road of 100 m.
    ///
    /// - Returns: Its number.
    @discardableResult
    mutating func road(_ place: Coordinate, _ tags: [String: String] = [:]) -> Int64 {
        way([node(place), node(offset(place, meters: 100, angle: 0))], tags)
    }

    @discardableResult
    private mutating func way(_ ids: [Int64], _ tags: [String: String]) -> Int64 {
        wayCount += 1
        ways += "<way id=\"\(wayCount)\">"
        for id in ids { ways += "<nd ref=\"\(id)\"/>" }
        for (key, value) in tags.merging(
            ["highway": "residential"], uniquingKeysWith: { own, _ in own }
        )
        .sorted(by: { $0.key < $1.key }) {
            ways += "<tag k=\"\(key)\" v=\"\(value)\"/>"
        }
        ways += "</way>\n"
        return wayCount
    }

    private mutating func node(_ place: Coordinate) -> Int64 {
        nodeCount += 1
        nodes += "<node id=\"\(nodeCount)\" lat=\"\(place.y)\" lon=\"\(place.x)\"/>\n"
        return nodeCount
    }

    /// A place so many meters away; 0° is east, 90° north.
    private func offset(_ place: Coordinate, meters: Double, angle: Double) -> Coordinate {
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        let direction = SIMD2<Double>(Self.cosine(angle), Self.cosine(angle - 90))
        return Coordinate(
            x: place.x + direction.x * meters / scale.x,
            y: place.y + direction.y * meters / scale.y)
    }

    private static func cosine(_ degrees: Double) -> Double {
        // Only whole eighths of a circle occur.
        let eighth = ((Int(degrees / 45) % 8) + 8) % 8
        let half = 0.5.squareRoot()
        return [1, half, 0, -half, -1, -half, 0, half][eighth]
    }

    func build(_ change: (inout NetworkDefinition) -> Void = { _ in }) throws -> BuiltTown {
        let folder = try Scratch()
        let text = "<osm version=\"0.6\">\n\(nodes)\(ways)</osm>"
        return try BuiltTown(inputs: [try folder.write("rings.osm", text.utf8)], change)
    }
}

extension BuiltTown {
    /// The driving sides of a way's segments.
    func sides(ofWay way: Int64) -> Set<DrivingSide> {
        Set(
            contents.segmentWay.indices.filter { contents.segmentWay[$0] == way }.flatMap {
                [2 * $0, 2 * $0 + 1].map {
                    EdgeFlags(rawValue: contents.edgeFlags[$0]).drivingSide
                }
            })
    }
}
