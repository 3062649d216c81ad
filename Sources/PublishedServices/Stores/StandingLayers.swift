// A service's standing barriers, read again when their layers have changed.

import FeatureStore
import Geo
import Preparation
package import RouteAPI
import ServiceDefinitions
import ServiceTransport
import Synchronization

/// The stored layers whose rows are barriers in every request.
///
/// On a server, a ``StandingWatch`` looks for changes. A changed set of barriers comes into force
/// only once the costs under it are prepared; until then requests use the last one (``inForce``),
/// and none waits. So an edit takes effect a moment later, but never slows a request down.
///
/// In a worker, in tests, and while no look has succeeded lately, nothing is in force. A solve then
/// compares the layers' versions itself and reads what has changed (``current(limits:_:)``).
///
/// If a store cannot be read, requests fail rather than ignore its barriers: a route through a
/// closed street would be wrong. A locked store is being written by another program, so the next
/// look tries again, and the barriers in force stay for up to ten seconds.
package final class StandingLayers: Sendable {
    private struct Known {
        var versions: [LayerVersion]
        var barriers: StandingBarriers
    }

    private struct InForce {
        var known: Known
        /// The traffic snapshot for which the costs under the barriers were prepared.
        var traffic: String?
        /// When the versions were last read.
        var looked: ContinuousClock.Instant
    }

    /// For how long requests trust what is in force after a look. Preparing a change may delay the
    /// next look; after that, requests read the store themselves.
    private static let trust = Duration.seconds(10)

    private let layers: [StoredLayer]
    private let known = Mutex<Known?>(nil)
    private let prepared = Mutex<InForce?>(nil)
    /// Held while a change is prepared.
    private let preparing = Mutex(())

    /// Takes layers whose declaration makes them barriers of some class.
    init(_ layers: [StoredLayer]) { self.layers = layers }

    /// The barriers in force, with everything that requests need already cached; `nil` if no recent
    /// look has succeeded.
    var inForce: StandingBarriers? {
        prepared.withLock { $0 }.flatMap {
            .now - $0.looked < Self.trust ? $0.known.barriers : nil
        }
    }

    /// Looks for changes to the layers and the traffic, prepares them and puts them in force. Looks
    /// wait for one another: when a waiting look begins, its caller's change may already be in
    /// force.
    ///
    /// - Parameters:
    ///   - traffic: The traffic snapshot in force, for which costs are prepared.
    ///   - prepare: Prepares requests with the barriers.
    package func look(
        limits: ServiceLimits, traffic: String?, preparing prepare: (StandingBarriers) -> Void
    ) {
        preparing.withLock { _ in
            do {
                let versions = try versions(SolveControl())
                let last = prepared.withLock { last in
                    last?.looked = .now
                    return last
                }
                if let last, last.known.versions == versions, last.traffic == traffic { return }
                let barriers = try current(limits: limits, SolveControl())
                prepare(barriers)
                prepared.withLock { prepared in
                    prepared = InForce(
                        known: Known(versions: versions, barriers: barriers), traffic: traffic,
                        looked: .now)
                }
            } catch is ServiceError {
                // Another program has locked the store for a while.
                return
            } catch {
                // Requests read the layers themselves, and answer with the reason.
                prepared.withLock { $0 = nil }
            }
        }
    }

    /// Returns the barriers as they are now.
    ///
    /// - Parameter limits: Bounds the barriers of each class and their vertices.
    /// - Throws: An error if a store cannot be read or has more barriers than allowed: routes
    ///   through a closed street would be wrong.
    /// - Complexity: O(1) in the number of rows while no layer has changed.
    func current(limits: ServiceLimits, _ control: SolveControl) throws -> StandingBarriers {
        // Read the versions first: if rows change after that, they are read again.
        let versions = try versions(control)
        let last = known.withLock { $0 }
        if let last, last.versions == versions { return last.barriers }
        let read = try layers.map { try rows(of: $0, limits, control) }
        // The same rows stay the same barriers, whose costs are prepared: another table of the file
        // may have changed, or these rows after their versions were read.
        let barriers =
            last.flatMap { $0.barriers.rows == read ? $0.barriers : nil } ?? StandingBarriers(read)
        try check(barriers, limits)
        return known.withLock { known in
            // Another solve may have read them meanwhile; its barriers are in the cache.
            if let known, known.versions == versions { return known.barriers }
            known = Known(versions: versions, barriers: barriers)
            return barriers
        }
    }

    private func versions(_ control: SolveControl) throws -> [LayerVersion] {
        try layers.map { layer in
            try reading(layer, control) { () throws(FeatureStoreError) -> LayerVersion in
                try layer.version()
            }
        }
    }

    private func rows(
        of layer: StoredLayer, _ limits: ServiceLimits, _ control: SolveControl
    ) throws -> StandingBarriers.Rows {
        guard let kind = layer.declaration.standing else {
            preconditionFailure("a standing layer has a class of barriers")
        }
        let limit = limits.maximumBarriers[kind]
        let read = try reading(layer, control) {
            () throws(FeatureStoreError) -> (features: FeatureSet, exceedsLimit: Bool) in
            try layer.rows(FeatureSelection(), limit: limit) { control.shouldStop }
        }
        if read.exceedsLimit { throw Self.tooMany(layer.name, limit, kind) }
        return StandingBarriers.Rows(layer: layer.name, kind: kind, features: read.features)
    }

    private func reading<Result>(
        _ layer: StoredLayer, _ control: SolveControl,
        _ read: () throws(FeatureStoreError) -> Result
    ) throws -> Result {
        do throws(FeatureStoreError) {
            return try read()
        } catch {
            switch error {
            case .cancelled, .locked, .replaced:
                throw error.failure(of: layer.name, parameter: nil, control)
            default: throw UnavailableLayer(layer: layer.name, reason: "\(error)")
            }
        }
    }

    /// Checks the limits over all layers.
    private func check(_ barriers: StandingBarriers, _ limits: ServiceLimits) throws {
        var vertices = 0
        for kind in BarrierClass.allCases {
            let own = barriers.rows.filter { $0.kind == kind }
            let count = own.reduce(0) { $0 + $1.features.features.count }
            guard count <= limits.maximumBarriers[kind] else {
                throw Self.tooMany(
                    own.map(\.layer).joined(separator: ", "), limits.maximumBarriers[kind], kind)
            }
            if kind == .point { continue }
            vertices += own.reduce(0) { sum, rows in
                rows.features.features.reduce(sum) {
                    $0 + ($1.geometry?.coordinates.count ?? 0)
                }
            }
        }
        guard vertices <= limits.maximumBarrierVertices else {
            throw Self.exceeded(
                "The standing barriers of this service have \(vertices) vertices; it allows "
                    + "\(limits.maximumBarrierVertices) (maximumBarrierVertices).")
        }
    }

    private static func tooMany(
        _ layers: String, _ limit: Int, _ kind: BarrierClass
    ) -> RouteRequestError {
        exceeded(
            "The standing layers \(layers) have more than \(limit) rows, which is the limit "
                + "\(kind.limitName) of this service; delete rows, or raise "
                + "the limit in its definition.")
    }

    private static func exceeded(_ text: String) -> RouteRequestError {
        RouteRequestError(
            .limitExceeded, code: 500, extendedCode: .tooManyBarriers, details: [text])
    }
}
