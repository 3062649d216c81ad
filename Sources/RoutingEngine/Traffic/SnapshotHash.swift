// A traffic snapshot's id: a hash of its content.

import RoadNetwork

/// A hash of 128 bits over everything that a snapshot depends on. It recognizes content but offers
/// no security: a feed can be constructed to have the same hash as another.
struct SnapshotHash {
    private var high = DatasetChecksum()
    private var low = DatasetChecksum()

    /// Hashes a snapshot.
    ///
    /// - Parameter network: The network's fingerprint.
    init(
        _ network: String, made: Int64, _ speeds: SpeedRows, _ closures: ClosureRows,
        _ events: EventRows
    ) {
        add(Array(network.utf8))
        add([made, Int64(speeds.edges.count), Int64(closures.begins.count)])
        add(speeds.edges)
        add(speeds.speeds)
        add(speeds.begins)
        add(speeds.ends)
        add(closures.edges)
        add(closures.first.map { Int64($0) })
        add(closures.begins)
        add(closures.ends)
        // Snapshots without events keep the ids that servers without events give them.
        if !events.rows.isEmpty { add(events.encoded) }
    }

    /// The hash as 32 hexadecimal digits.
    var text: String { NetworkFingerprint(high: high.value, low: low.value).description }

    private mutating func add(_ values: [some BitwiseCopyable]) {
        values.withUnsafeBytes { bytes in
            high.add(bytes)
            // The second half mixes the parts' checksums in another order.
            var part = DatasetChecksum()
            part.add(bytes)
            var salted = part.value ^ 0xD6E8_FEB8_6659_FD93
            withUnsafeBytes(of: &salted) { low.add($0) }
        }
    }
}
