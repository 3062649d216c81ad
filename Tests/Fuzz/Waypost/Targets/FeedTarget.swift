// Fuzz target for traffic feeds: tables, lines and points, placed on the town's streets.

import LiveTraffic
import NetworkBuilder
import RoadNetwork
import RoutingEngine

extension FuzzTarget {
    static let feed = FuzzTarget(
        name: "feed",
        words: [
            "way,direction,from_node,to_node,speed_kmh,closed,valid_from,valid_to\n", "10,", "11,",
            "forward", "backward", "both", "true", "false", "\r\n", ";", "\t", "\"", "\u{FEFF}",
            "2026-11-23T08:00:00Z", "-0", "1e308", "0.0000001", "301",
            "{\"type\":\"FeatureCollection\",\"features\":[", "\"geometry\":", "\"paths\":",
            "\"coordinates\":", "\"LineString\"", "\"speed\":", "\"closed\":", "\"direction\":",
            "\"validTo\":", "kind", "text", "id", "lanes_closed", "accident", "works",
            "\"wkid\":3857", "10.002", "50.0",
        ], readsTrees: false
    ) { bench in
        let network = try NetworkDataset(bytes: try Town(bench).dataset())
        var limits = FeedLimits()
        limits.maximumShapes = 200
        limits.maximumVertices = 2_000
        limits.seconds = 5
        let reader = FeedReader(limits: limits, mapping: FeedMapping())
        var state = FeedState(network: network)
        var time: Int64 = 1_795_417_200_000
        return { bytes in
            try isTaken {
                let content = try reader.read(bytes)
                let again = try reader.read(bytes)
                try expectSame(again.rows, content.rows, "a feed")
                let placer = FeedPlacer(network: network)
                let placed = try placer.place(content)
                guard placed.rows.count + placed.refused.count == content.rowCount else {
                    throw Violation("rows are lost between reading and placing")
                }
                time += 60_000
                state.apply(
                    placed, bytes.count % 3 == 0 ? .whole : .changes, at: time, lapse: 900_000)
                let snapshot = state.snapshot(made: time, lapse: 900_000)
                for edge in 0..<UInt32(network.edgeCount) {
                    guard let speed = snapshot.speed(of: edge, at: time) else { continue }
                    guard speed > 0, speed <= 300.001 else {
                        throw Violation("an edge has the speed \(speed)")
                    }
                }
            }
        }
    }
}
