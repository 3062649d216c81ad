// Gives memory back that only a burst of requests needed.

import ServiceLifecycle

/// Looks now and then for working memory that no request has needed for a while, and for free
/// memory that the allocator holds.
///
/// Each request that runs beside others takes a working memory of its own, of some megabytes on a
/// network of a city; they are kept for the next ones and would stay for good.
struct IdleMemory: Service {
    let catalog: ServiceCatalog
    let memory: MemoryTrimmer
    var interval = Duration.seconds(1)
    /// Working memory is let go when it was not needed for so long.
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

    /// Whether a layer had some to let go.
    private func releaseWorkingMemory() -> Bool {
        catalog.layers.reduce(false) { isReleased, layer in
            layer.answering.releaseIdleMemory(unusedFor: unused) || isReleased
        }
    }
}
