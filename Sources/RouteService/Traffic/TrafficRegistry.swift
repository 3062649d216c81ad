// The intakes of traffic of a server: one for each open network.

import DataStructures
import LiveTraffic
import Logging
import NetworkAnalysis
import RouteAPI
import Synchronization

/// What puts traffic into force on each network of a server.
///
/// Traffic is that of a network: all services over it use it.
final class TrafficRegistry: Sendable {
    /// The priority of the work on feeds, as `nice` counts it: that of heavy solves, below other
    /// requests, which get ten times the time on a core that both want. With that of jobs, 19, a
    /// busy server would leave it a hundredth, and a feed of a country be minutes old when it
    /// counts.
    static let niceness: Int32 = 10

    /// The feeds of requests that wait for the lane, by intake.
    private let waiting = Mutex<[ObjectIdentifier: [WorkTicket]]>([:])
    private let intakes = Mutex<[ObjectIdentifier: TrafficIntake]>([:])

    /// What is shared with other servers; `nil` where nothing is.
    let shared: SharedFeeds?

    /// Where feeds are read, placed and put in force, one after the other.
    private let lane: Lane

    init(sharing shared: SharedFeeds? = nil, lanes: Lanes = Lanes()) {
        self.shared = shared
        lane = lanes.feeds
    }

    /// Does work on feeds in their lane, with the help of other cores, below the priority of
    /// requests.
    func work<Value: Sendable>(
        for caller: String = "", _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await lane.run(for: caller) {
            try ParallelWork.$niceness.withValue(Self.niceness, operation: body)
        }
    }

    /// A later feed took the place of one that was waiting.
    struct Superseded: Error, Hashable {}

    /// Does the work on a feed that a request sent. Of whole feeds that wait for one network only
    /// the newest counts: it takes the place of every feed before it, which need not be placed.
    ///
    /// - Throws: ``Superseded`` when a later whole feed came while this one waited;
    ///   ``LaneRefusal``, or the error of `body`.
    func take<Value: Sendable>(
        _ mode: FeedMode, by intake: TrafficIntake, for caller: String,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        let (ticket, id) = (WorkTicket(), ObjectIdentifier(intake))
        let earlier = waiting.withLock { waiting in
            let earlier = mode == .whole ? waiting.removeValue(forKey: id) : nil
            waiting[id, default: []].append(ticket)
            return earlier ?? []
        }
        for earlier in earlier { earlier.cancel(.interrupted) }
        defer {
            waiting.withLock { waiting in
                waiting[id]?.removeAll { $0 === ticket }
                if waiting[id]?.isEmpty ?? false { waiting[id] = nil }
            }
        }
        do {
            return try await lane.run(WorkOrder(ticket, caller: caller)) {
                try ParallelWork.$niceness.withValue(Self.niceness, operation: body)
            }
        } catch LaneRefusal.cancelled {
            throw Superseded()
        }
    }

    /// The intake of the network of the layer with a path; `nil` where there is none.
    func intake(atPath path: String, in catalog: ServiceCatalog) -> TrafficIntake? {
        catalog.layers.first { ResourcePath.layer($0) == path }.flatMap { intake(of: $0) }
    }

    /// The paths of all layers over the network of one, which share its traffic.
    static func paths(
        withNetworkOf layer: PublishedLayer, in catalog: ServiceCatalog
    ) -> Set<String> {
        let own = ResourcePath.layer(layer)
        guard let network = layer.answering as? NetworkLayer else { return [own] }
        return Set(
            catalog.layers.filter { other in
                (other.answering as? NetworkLayer)?.traffic === network.traffic
            }.map { ResourcePath.layer($0) }
        ).union([own])
    }

    /// The intake of a layer's network; `nil` for a layer without a network.
    func intake(of layer: PublishedLayer) -> TrafficIntake? {
        guard let network = layer.answering as? NetworkLayer else { return nil }
        let id = ObjectIdentifier(network.traffic)
        return intakes.withLock { intakes in
            if let known = intakes[id] {
                if let settings = layer.traffic?.settings, settings != known.settings {
                    known.settings = settings
                }
                return known
            }
            let made = TrafficIntake(
                layer: network, settings: layer.traffic?.settings ?? TrafficIntake.Settings())
            intakes[id] = made
            return made
        }
    }

    /// Puts the traffic of layers in force on the networks that take the place of theirs, before
    /// these are published. It blocks the thread.
    ///
    /// - Parameters:
    ///   - old: The layers that are published.
    ///   - new: The layers that will be.
    func carry(from old: ServiceCatalog, to new: ServiceCatalog, _ logger: Logger) {
        var earlier: [String: PublishedLayer] = [:]
        for layer in old.layers { earlier[ResourcePath.layer(layer)] = layer }
        for layer in new.layers {
            let path = ResourcePath.layer(layer)
            guard let network = layer.answering as? NetworkLayer,
                let before = earlier[path]?.answering as? NetworkLayer,
                before.traffic !== network.traffic
            else { continue }
            let (id, last) = (ObjectIdentifier(network.traffic), ObjectIdentifier(before.traffic))
            let known = intakes.withLock { ($0[id], $0[last]) }
            guard known.0 == nil, let intake = known.1, intake.status.receipt != nil else {
                continue
            }
            do throws(FeedError) {
                let carried = try intake.replaced(
                    on: network, settings: layer.traffic?.settings ?? intake.settings)
                intakes.withLock { $0[id] = carried }
            } catch {
                logger.error(
                    "the traffic of \(path) is not placed on its new network",
                    metadata: ["reason": "\(error)"])
            }
        }
    }

    /// Drops the intakes of networks that no layer of a catalog has.
    func retain(_ catalog: ServiceCatalog) {
        let used = Set(
            catalog.layers.compactMap { layer in
                (layer.answering as? NetworkLayer).map { ObjectIdentifier($0.traffic) }
            })
        // The last reference to a network is not dropped under the lock.
        let dropped = intakes.withLock { intakes -> [TrafficIntake] in
            let gone = intakes.filter { !used.contains($0.key) }
            for id in gone.keys { intakes[id] = nil }
            return Array(gone.values)
        }
        withExtendedLifetime(dropped) {}
    }
}
