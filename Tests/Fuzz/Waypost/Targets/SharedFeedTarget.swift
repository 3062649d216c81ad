// Fuzz target for feeds as servers store them for each other, past their checksums.

import DataStructures
import LiveTraffic
import NetworkBuilder
import RoadNetwork
import RoutingEngine

extension FuzzTarget {
    /// A stored feed's bytes behind the checksum, which is added to every input: otherwise it would
    /// refuse them all.
    static let sharedFeed = FuzzTarget(
        name: "shared-feed",
        words: ["traffic/Route", "speed", "closed", "\u{0}\u{1}\u{2}", "way,direction,"],
        entries: { bench in try storedFeeds(bench) }
    ) { bench in
        let network = try NetworkDataset(bytes: try Town(bench).dataset())
        var limits = FeedLimits()
        limits.maximumRows = 10_000
        let bounds = limits
        return { bytes in
            try isTaken {
                let sum = bytes.withUnsafeBytes { DatasetChecksum.of($0) }
                let start = stride(from: UInt64(0), to: 64, by: 8).map {
                    UInt8(truncatingIfNeeded: sum >> $0)
                }
                let stored = try SharedFeed(encoded: Array("WPF1".utf8) + start + bytes).encoded
                let again = try same("a stored feed") { try SharedFeed(encoded: stored) }
                try expectSame(again.encoded, stored, "a stored feed")
                guard case .state(let rows) = again.content else { return }
                let state = try FeedState(
                    encoded: rows, on: network, limits: bounds, until: .now + .seconds(5))
                let written = state.encoded()
                let other = try same("stored rows") {
                    try FeedState(encoded: written, on: network, limits: bounds, until: nil)
                }
                try expectSame(other.encoded(), written, "stored rows")
                let snapshot = state.snapshot(made: again.time, lapse: 900_000)
                for edge in 0..<UInt32(network.edgeCount) {
                    guard let speed = snapshot.speed(of: edge, at: again.time) else { continue }
                    guard speed > 0, speed.isFinite else {
                        throw Violation("an edge has the speed \(speed)")
                    }
                }
            }
        }
    }

    /// The corpus's feeds, both as sent and as the rows they left in force.
    private static func storedFeeds(_ bench: FuzzBench) throws -> [[UInt8]] {
        let network = try NetworkDataset(bytes: try Town(bench).dataset())
        let time: Int64 = 1_795_417_200_000
        var stored: [SharedFeed.Content] = []
        for bytes in try bench.entries(of: "feed") {
            stored.append(.feed(bytes, .changes, FeedMapping()))
            let content = try FeedReader(limits: FeedLimits(), mapping: FeedMapping()).read(bytes)
            var state = FeedState(network: network)
            state.apply(
                try FeedPlacer(network: network).place(content), .changes, at: time,
                lapse: 900_000)
            stored.append(.state(state.encoded()))
        }
        return stored.map {
            Array(
                SharedFeed(layer: "Town/Route", time: time, source: "a caller", content: $0)
                    .encoded.dropFirst(12))
        }
    }
}
