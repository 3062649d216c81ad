// Memory that large requests leave behind in the allocator.

import CMalloc
import NIOCore
import NIOPosix
import Synchronization

/// Returns free memory to the system some time after large requests.
///
/// glibc keeps what it got for a tree of values of megabytes of JSON, scattered over the arenas of
/// the threads that read it: after ten inputs of 15 MB by url 280 MB stayed for good. The pages are
/// returned once for all requests of a second.
final class MemoryReturn: Sendable {
    /// Requests below so many bytes leave nothing worth the walk over the arenas.
    static let leastBytes = 1 << 20

    private let isPlanned = Atomic(false)
    private let count = Atomic(0)
    private let delay: TimeAmount

    /// - Parameter delay: How long is waited for other large requests to end.
    init(delay: TimeAmount = .seconds(1)) { self.delay = delay }

    /// How often memory was returned.
    var returns: Int { count.load(ordering: .relaxed) }

    /// Says that a request has ended that held so many bytes.
    func requestEnded(bytes: Int) {
        if bytes >= Self.leastBytes { returnSoon() }
    }

    /// Returns what is free after the delay, together with all that others free meanwhile.
    func returnSoon() {
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

/// Lets the threads of the process share as many pools of memory as there are cores.
///
/// glibc gives eight for each core, and what one thread frees is of no use to threads of another.
/// This bounds the pools, not what lies free in them: with 512 MiB of metrics of requests a server
/// under load has 860 MiB from the system and uses 580, as before.
func shareFreeMemory(cores: Int) { waypost_limit_arenas(Int32(max(2, cores))) }
