// Looks at the layers of standing barriers, and puts what has changed in force.

import DataStructures
import Logging
import ServiceLifecycle

/// Prepares standing barriers beside service, as traffic is: requests use those in force, and none
/// waits for a store or computes the costs under new barriers.
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

    /// Looks at the standing barriers of layers once, and returns when they are in force.
    ///
    /// A store that cannot be read is that of requests, too, which say so.
    static func look(at layers: [PublishedLayer], in lane: Lane) async {
        for layer in layers where layer.stored.hasStanding {
            do {
                try await lane.run(for: "standing") {
                    ParallelWork.$niceness.withValue(TrafficRegistry.niceness) {
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
    /// Reads standing barriers that have changed and puts them in force on a layer. It blocks the
    /// thread.
    func putStandingInForce(of layer: PublishedLayer) {
        standing?.look(limits: layer.limits, traffic: layer.answering.trafficID) {
            layer.answering.prepare($0)
        }
    }
}
