// Memory of freed arc weights, for the next request with barriers.

import Synchronization

/// Arc weight memory of one hierarchy that is no longer used.
///
/// Deriving weights for a request with barriers takes milliseconds, but only in used memory: the
/// first write to each new page takes as long as copying ten.
final class SpareArcs: Sendable {
    /// The memory of one ``ArcWeights``.
    struct Memory: @unchecked Sendable {
        // Sendable: one thread holds it at a time.
        let up: UnsafeMutablePointer<UInt32>
        let down: UnsafeMutablePointer<UInt32>

        func deallocate() {
            up.deallocate()
            down.deallocate()
        }
    }

    /// As many as requests run at a time on a small machine.
    private static let most = 2
    /// Longer arrays are not kept, so that not too much memory lies idle.
    private static let mostArcs = 8 << 20

    private let isWanted: Bool
    private let kept = Mutex<[(memory: Memory, since: ContinuousClock.Instant)]>([])

    /// - Parameter arcCount: The hierarchy's number of arcs.
    init(arcCount: Int) { isWanted = arcCount <= Self.mostArcs }

    deinit { kept.withLock { for spare in $0 { spare.memory.deallocate() } } }

    /// Takes memory, with any content.
    func take() -> Memory? { kept.withLock { $0.popLast() }?.memory }

    /// Keeps memory for the next weights, or frees it.
    func give(_ memory: Memory) {
        let isKept = kept.withLock { kept in
            guard isWanted, kept.count < Self.most else { return false }
            kept.append((memory, .now))
            return true
        }
        if !isKept { memory.deallocate() }
    }

    /// Frees memory that has not been taken since a moment, and returns how many blocks were freed.
    func release(unusedSince moment: ContinuousClock.Instant) -> Int {
        let released = kept.withLock { kept in
            let old = kept.filter { $0.since < moment }
            kept.removeAll { $0.since < moment }
            return old
        }
        for spare in released { spare.memory.deallocate() }
        return released.count
    }
}
