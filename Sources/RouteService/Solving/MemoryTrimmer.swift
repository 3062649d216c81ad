// Memory that requests leave behind in the allocator.

import CMalloc
import Foundation
import NIOCore
import NIOPosix
import Synchronization

/// Returns free memory to the system some time after large requests, and when much has gathered.
///
/// glibc keeps what it got for a tree of values of megabytes of JSON, scattered over the arenas of
/// the threads that read it: after ten inputs of 15 MB by url 280 MB stayed for good. Metrics that
/// requests have of their own leave as much, each time another arena grows. The pages are returned
/// once for all requests of a second.
final class MemoryTrimmer: Sendable {
    /// Requests below so many bytes leave nothing worth the walk over the arenas.
    static let leastBytes = 1 << 20
    /// So much free memory may stay for the next requests.
    static let mostFreeBytes = 64 << 20

    private let isPlanned = Atomic(false)
    private let count = Atomic(0)
    private let delay: TimeAmount

    /// - Parameter delay: How long is waited for other large requests to end.
    init(delay: TimeAmount = .seconds(1)) { self.delay = delay }

    /// How often memory was returned.
    var trimCount: Int { count.load(ordering: .relaxed) }

    /// Says that a request has ended that held so many bytes.
    func requestEnded(bytes: Int) {
        if bytes >= Self.leastBytes { scheduleTrim() }
    }

    /// Returns what is free when it has become much, as it does under a load that never pauses.
    func trimExcess() {
        if Self.freeBytes() > Self.mostFreeBytes { scheduleTrim() }
    }

    /// The bytes in memory that are allocated by nobody: the free pages of the allocator, and what
    /// the process has beside it (stacks, globals, some ten megabytes).
    ///
    /// 0 where the system or the C library does not tell.
    static func freeBytes() -> Int {
        let used = Int(waypost_used_bytes())
        // Pages: size, resident, of these shared with files.
        guard used > 0, let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        else { return 0 }
        let pages = text.split(separator: " ").prefix(3).compactMap { Int($0) }
        guard pages.count == 3 else { return 0 }
        return (pages[1] - pages[2]) * Int(sysconf(Int32(_SC_PAGESIZE))) - used
    }

    /// Returns what is free after the delay, together with all that others free meanwhile.
    func scheduleTrim() {
        guard !isPlanned.exchange(true, ordering: .acquiringAndReleasing) else { return }
        MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: delay) { [self] in
            isPlanned.store(false, ordering: .releasing)
            // Walking over the arenas is no work for a loop that serves requests.
            NIOThreadPool.singleton.submit { [self] _ in
                _ = waypost_return_free_pages()
                count.add(1, ordering: .relaxed)
            }
        }
    }
}
