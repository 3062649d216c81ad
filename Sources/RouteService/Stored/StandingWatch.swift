// Watches the layers of standing barriers and puts changes in force.

import Logging
import PublishedServices
import ServiceLifecycle
import ServiceTransport
import SystemResources

/// Prepares standing barriers beside requests, as traffic is: requests use the barriers in force,
/// and none waits for a store or computes the costs under new barriers.
struct StandingWatch: Service {
    let published: PublishedCatalog
    let lane: Lane
    var interval = Duration.milliseconds(250)

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while true {
                await Self.look(at: published.current.layers, in: lane)
                do { try await Task.sleep(for: interval) } catch is CancellationError { return }
            }
        }
    }

    /// Looks at layers' standing barriers once, and returns when they are in force.
    ///
    /// If a store cannot be read, requests fail to read it, too, and report it.
    static func look(at layers: [PublishedLayer], in lane: Lane) async {
        for layer in layers where layer.stored.hasStanding {
            do {
                try await lane.run(for: "standing") {
                    ParallelWork.$niceness.withValue(Lanes.preparationNiceness) {
                        layer.stored.putStandingInForce(of: layer)
                    }
                }
            } catch {
                return
            }
        }
    }
}

extension StoredLayers {
    /// Reads changed standing barriers and puts them in force on a layer. Blocks the thread.
    func putStandingInForce(of layer: PublishedLayer) {
        standing?.look(limits: layer.limits, traffic: layer.answering.trafficID) {
            layer.answering.prepare($0)
        }
    }
}
