// The standing barriers of a service, read again when their layers have changed.

import FeatureStore
import Geo
import NetworkAnalysis
import RouteAPI
import Synchronization

/// The stored layers whose rows are barriers in every request.
///
/// In a server, a ``StandingWatch`` looks for changes and puts them in force when all is prepared;
/// requests take what is in force (``inForce``). Elsewhere, and for as long as no look succeeds, a
/// solve asks for versions itself, and reads what has changed (``current(limits:_:)``).
final class StandingLayers: Sendable {
    private struct Known {
        var versions: [LayerVersion]
        var barriers: StandingBarriers
    }

    private struct InForce {
        var known: Known
        /// The traffic that the costs under the barriers were prepared for.
        var traffic: String?
        /// When the versions were read last.
        var looked: ContinuousClock.Instant
    }

    /// What is in force counts for requests for so long after a look. The next look may take a
    /// while, when it prepares a change; a store that cannot be read is a matter of requests then.
    private static let trust = Duration.seconds(10)

    private let layers: [StoredLayer]
    private let known = Mutex<Known?>(nil)
    private let prepared = Mutex<InForce?>(nil)
    /// Held while a change is prepared.
    private let preparing = Mutex(())

    /// Takes layers that are declared with a class of barriers.
    init(_ layers: [StoredLayer]) { self.layers = layers }

    /// The barriers in force, with all that requests need in the caches; `nil` when no look has
    /// succeeded of late.
    var inForce: StandingBarriers? {
        prepared.withLock { $0 }.flatMap {
            .now - $0.looked < Self.trust ? $0.known.barriers : nil
        }
    }

    /// Looks for changes of the layers and of the traffic, and puts them in force when they are
    /// prepared. Looks wait for one another: one that waited finds the change of its caller done.
    ///
    /// - Parameters:
    ///   - traffic: The snapshot of traffic in force, under which costs are prepared.
    ///   - prepare: Prepares requests with the barriers.
    func look(
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

    /// The barriers as they are now.
    ///
    /// - Parameter limits: The most barriers of a class, and of their vertices.
    /// - Throws: When a store cannot be read, or has more barriers than the limits: routes through
    ///   a closed street would be wrong.
    /// - Complexity: O(1) in the number of rows while no layer has changed.
    func current(limits: ServiceLimits, _ control: SolveControl) throws -> StandingBarriers {
        // The versions are read first: rows of a later change are read again.
        let versions = try versions(control)
        let last = known.withLock { $0 }
        if let last, last.versions == versions { return last.barriers }
        let barriers = StandingBarriers(
            try layers.map { try rows(of: $0, limits, control) })
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
