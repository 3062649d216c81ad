// A server's traffic intakes: one for each open network.

import LiveTraffic
import Logging
import Preparation
import PublishedServices
import RouteAPI
import ServiceDefinitions
import ServiceTransport
import Synchronization
import SystemResources

/// Puts traffic into force on each of a server's networks.
///
/// Traffic belongs to a network, so all services over it share one `TrafficIntake`. The registry
/// finds or creates the intake for a layer, carries traffic over when a reload replaces a network,
/// and drops intakes whose network is no longer published.
///
/// Feeds are read, placed and put into force on the lane for feeds, one after the other, with help
/// from other cores. ``TrafficEndpoint`` brings posted feeds, ``TrafficWatch`` the sources in
/// definitions and ``SharedFeeds`` those from other servers. Among posted whole feeds that wait for
/// a network, only the newest is placed, since it replaces every earlier one.
final class TrafficRegistry: Sendable {
    /// Posted feeds that wait for the lane, by intake.
    private let waiting = Mutex<[ObjectIdentifier: [WorkTicket]]>([:])
    private let intakes = Mutex<[ObjectIdentifier: TrafficIntake]>([:])

    /// What is shared with other servers; `nil` if nothing is.
    let shared: SharedFeeds?

    /// Where feeds are read, placed and put into force, one after the other.
    private let lane: Lane

    init(sharing shared: SharedFeeds? = nil, lanes: Lanes = Lanes()) {
        self.shared = shared
        lane = lanes.feeds
    }

    /// Works on feeds in their lane, with help from other cores, below the priority of requests.
    func work<Value: Sendable>(
        for caller: String = "", _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await lane.run(for: caller) {
            try ParallelWork.$niceness.withValue(Lanes.preparationNiceness, operation: body)
        }
    }

    /// A later feed replaced this one while it waited.
    struct Superseded: Error, Hashable {}

    /// Works on a feed that a request posted. Among whole feeds that wait for a network, only the
    /// newest counts: it replaces every feed before it, and these need not be placed.
    ///
    /// - Throws: ``Superseded`` if a later whole feed came while this one waited; ``LaneRefusal``;
    ///   the error of `body`.
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
                try ParallelWork.$niceness.withValue(Lanes.preparationNiceness, operation: body)
            }
        } catch LaneRefusal.cancelled {
            throw Superseded()
        }
    }

    /// Returns the intake for the layer at a path; `nil` if there is none.
    func intake(atPath path: String, in catalog: ServiceCatalog) -> TrafficIntake? {
        catalog.layers.first { ResourcePath.layer($0) == path }.flatMap { intake(of: $0) }
    }

    /// Returns the paths of all layers that share a layer's network, and so its traffic.
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

    /// Returns the intake for a layer's network; `nil` for a layer without a network.
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

    /// Puts layers' traffic into force on the networks that replace theirs, before these are
    /// published. Blocks the thread.
    ///
    /// - Parameters:
    ///   - old: The layers published now.
    ///   - new: The layers to be published.
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

    /// Drops the intakes for networks that no layer in a catalog has.
    func retain(_ catalog: ServiceCatalog) {
        let used = Set(
            catalog.layers.compactMap { layer in
                (layer.answering as? NetworkLayer).map { ObjectIdentifier($0.traffic) }
            })
        // Keep the last references until the lock is released: freeing a network takes time.
        let dropped = intakes.withLock { intakes -> [TrafficIntake] in
            let gone = intakes.filter { !used.contains($0.key) }
            for id in gone.keys { intakes[id] = nil }
            return Array(gone.values)
        }
        withExtendedLifetime(dropped) {}
    }
}
