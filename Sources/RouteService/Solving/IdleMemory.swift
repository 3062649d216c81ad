// Gives memory back that only a burst of requests needed.

import ServiceLifecycle

/// Looks now and then for working memory that no request has needed for a while.
///
/// Each request that runs beside others takes a working memory of its own, of some megabytes on a
/// network of a city; they are kept for the next ones and would stay for good.
struct IdleMemory: Service {
    let catalog: ServiceCatalog
    let memory: MemoryReturn
    var interval = Duration.seconds(10)

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while true {
                do { try await Task.sleep(for: interval) } catch is CancellationError { return }
                var isReleased = false
                for layer in catalog.layers
                where layer.answering.releaseIdleMemory(unusedFor: interval) { isReleased = true }
                if isReleased { memory.returnSoon() }
            }
        }
    }
}
