// Releases memory that only a burst of requests needed.

import ServiceLifecycle

/// Periodically releases working memory that no request has used for a while, and free memory that
/// the allocator holds.
///
/// Each concurrent request uses a search space of its own, some megabytes on the network of a city;
/// the spaces are kept for later requests and would otherwise never be released.
struct IdleMemory: Service {
    let published: PublishedCatalog
    let memory: MemoryTrimmer
    var interval = Duration.seconds(1)
    /// The time after which unused working memory is released.
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

    /// Releases the unused working memory of all layers; whether there was any.
    private func releaseWorkingMemory() -> Bool {
        published.current.layers.reduce(false) { isReleased, layer in
            layer.answering.releaseIdleMemory(unusedFor: unused) || isReleased
        }
    }
}
