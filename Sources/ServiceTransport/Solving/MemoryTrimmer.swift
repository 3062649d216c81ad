// Returns the allocator's free memory to the system.

import CMalloc
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Returns free memory to the system after large requests, and when much has accumulated.
///
/// glibc keeps freed memory from parsed JSON in the arenas of the threads that parsed it: after ten
/// inputs of 15 MB by URL, 280 MB stayed resident. Metrics for single requests leave as much
/// whenever another arena grows. Pages are returned once for all requests in the same second.
package final class MemoryTrimmer: Sendable {
    /// Smaller requests do not leave enough memory to justify a trim.
    static let leastBytes = 1 << 20
    /// How much free memory to keep for the next requests.
    static let mostFreeBytes = 64 << 20

    private let isPlanned = Atomic(false)
    private let count = Atomic(0)
    private let delay: TimeAmount
    private let lane: Lane

    /// - Parameters:
    ///   - delay: How long to wait for other large requests to end.
    ///   - lane: Where pages are returned.
    init(delay: TimeAmount = .seconds(1), lane: Lane = Lanes().upkeep) {
        self.delay = delay
        self.lane = lane
    }

    /// Makes the process's allocator return large blocks to the system as soon as they are freed.
    /// Otherwise the weights of evicted metrics would stay between others of the same size.
    package static func returnLargeBlocks() { waypost_map_blocks_from(2 << 20) }

    /// How many trims there have been.
    var trimCount: Int { count.load(ordering: .relaxed) }

    /// Schedules a trim after a request that held many bytes.
    package func requestEnded(bytes: Int) {
        if bytes >= Self.leastBytes { scheduleTrim() }
    }

    /// Schedules a trim if much memory is free, as under continuous load.
    package func trimExcess() {
        if Self.freeBytes() > Self.mostFreeBytes { scheduleTrim() }
    }

    /// Returns how many resident bytes are not allocated: the allocator's free pages, and the
    /// process's stacks and globals (some ten megabytes).
    ///
    /// Returns 0 if the system or the C library does not report them.
    static func freeBytes() -> Int {
        let used = Int(waypost_used_bytes())
        // Pages: size, resident, resident and backed by files.
        guard used > 0, let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        else { return 0 }
        let pages = text.split(separator: " ").prefix(3).compactMap { Int($0) }
        guard pages.count == 3 else { return 0 }
        return (pages[1] - pages[2]) * Int(sysconf(Int32(_SC_PAGESIZE))) - used
    }

    /// Trims after the delay; calls during the delay are combined into one trim.
    package func scheduleTrim() {
        guard !isPlanned.exchange(true, ordering: .acquiringAndReleasing) else { return }
        MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: delay) { [self] in
            isPlanned.store(false, ordering: .releasing)
            // A trim walks over all arenas, which would block an event loop.
            Task {
                try await lane.run(for: "memory") { [self] in
                    _ = waypost_return_free_pages()
                    count.add(1, ordering: .relaxed)
                }
            }
        }
    }
}
