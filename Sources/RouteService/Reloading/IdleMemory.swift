// Releases memory that only a burst of requests needed.

import PublishedServices
import ServiceLifecycle
import ServiceTransport

/// Periodically releases working memory that no request has used for a while, and free memory that
/// the allocator holds.
///
/// Each concurrent request uses its own search space, some megabytes on a city's network. The
/// spaces are kept for later requests and would otherwise never be released.
struct IdleMemory: Service {
    let published: PublishedCatalog
    let memory: MemoryTrimmer
    var interval = Duration.seconds(1)
    /// Working memory unused for this long is released.
    var unused = Duration.seconds(10)

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            var nextRelease = ContinuousClock.now + unused
            while true {
                do { try await Task.sleep(for: interval) } catch is CancellationError { return }
                memory.trimExcess()
                guard ContinuousClock.now >= nextRelease else { continue }
                nextRelease = ContinuousClock.now + unused
                if releaseWorkingMemory() { memory.scheduleTrim() }
            }
        }
    }

    /// Releases all layers' unused working memory; returns whether there was any.
    private func releaseWorkingMemory() -> Bool {
        published.current.layers.reduce(false) { isReleased, layer in
            layer.answering.releaseIdleMemory(unusedFor: unused) || isReleased
        }
    }
}
