// The traffic of one request: which snapshot it uses, and what of it holds when it departs.

import Geo
import RoadNetwork
package import RouteAPI
package import RoutingEngine

/// The snapshot of traffic that a request uses, and when the request departs.
package struct RequestTraffic: Sendable {
    package let snapshot: TrafficSnapshot
    /// When the routes depart, in epoch milliseconds: the start time of the request, or else the
    /// time at which it was read.
    package let departure: Int64

    /// The snapshot as answers name it.
    package var use: TrafficUse { TrafficUse(id: snapshot.id, made: snapshot.made) }

    /// What the snapshot means for a family: speeds as they are at the departure, and closures.
    ///
    /// - Parameter milliseconds: How long the travel may take, for closures that begin or end
    ///   within it; 0 for closures as they are at the departure.
    package func epoch(family: Int, during milliseconds: Int64 = 0) -> TrafficEpoch? {
        snapshot.epoch(at: departure, until: departure + milliseconds, family: family)
    }

    /// The messages about the snapshot: that it was used, or that its speeds do not hold.
    func messages(_ clock: RequestClock) -> [Message] {
        func text(_ instant: Int64) -> String {
            clock.text(ofLocal: clock.local(ofUTC: instant))
        }
        let name = "traffic snapshot \(snapshot.id), made \(text(snapshot.made))"
        guard snapshot.hasSpeeds(at: departure), let lapses = snapshot.lapses else {
            guard let lapses = snapshot.lapses else {
                return [Message(.informative, "The closures of \(name), were used.")]
            }
            let state =
                departure >= lapses
                ? "lapsed at \(text(lapses))" : "do not hold at the departure \(text(departure))"
            return [
                Message(
                    .warning,
                    "The live speeds of \(name), \(state): times are those without live speeds, "
                        + "and only its closures were used.")
            ]
        }
        return [
            Message(
                .informative,
                "The live speeds and closures of \(name), were used; the last speed lapses at "
                    + "\(text(lapses)).")
        ]
    }
}

extension EffectiveParameters {
    /// Whether live speeds and closures count; they do where an operation has no parameter for it.
    var usesTraffic: Bool { value(\.time.useTraffic) ?? true }
}

/// The source of the traffic of requests.
package enum TrafficSource: Sendable {
    /// The snapshots of the network: the current one, or that which a request names.
    case board(TrafficBoard)
    /// The snapshots of the network, for traces from their first to their last time. One that was
    /// made long after them says nothing about the streets at their time.
    case past(TrafficBoard, ClosedRange<Int64>)
    /// What another request used, for a trial of that request with changes; `nil` for none.
    case same(RequestTraffic?)

    /// The traffic of a request.
    ///
    /// - Parameter start: The start time of the request in epoch milliseconds.
    /// - Returns: `nil` when there is no snapshot, when the request wants none, and for a family
    ///   that traffic does not concern.
    /// - Throws: When the request names a snapshot that is not kept.
    func traffic(
        of effective: EffectiveParameters, start: Int64?, family: Int
    ) throws(RouteRequestError) -> RequestTraffic? {
        guard effective.usesTraffic else { return nil }
        switch self {
        case .same(let known):
            return known.map {
                RequestTraffic(snapshot: $0.snapshot, departure: start ?? $0.departure)
            }
        case .board(let board):
            return try snapshot(effective, board, family).map {
                RequestTraffic(snapshot: $0, departure: start ?? board.now())
            }
        case .past(let board, let time):
            guard let snapshot = try snapshot(effective, board, family),
                time.upperBound >= snapshot.made - snapshot.validityMilliseconds
            else { return nil }
            return RequestTraffic(snapshot: snapshot, departure: start ?? time.lowerBound)
        }
    }

    /// The snapshot that a request of a family uses; `nil` for a family that traffic does not
    /// concern.
    private func snapshot(
        _ effective: EffectiveParameters, _ board: TrafficBoard, _ family: Int
    ) throws(RouteRequestError) -> TrafficSnapshot? {
        try snapshot(effective.requested.time.trafficSnapshot, board).flatMap {
            $0.network.description.hasTraffic(family: family) ? $0 : nil
        }
    }

    /// Why a snapshot that a request names has no effect.
    func cause(ofIgnoring effective: EffectiveParameters) -> String {
        guard effective.usesTraffic else { return "useTraffic is false" }
        if case .past = self {
            return "traffic does not concern this kind of travel, or the traces are older"
        }
        return "traffic does not concern this kind of travel"
    }

    /// The snapshot of an id, the current one without an id.
    private func snapshot(
        _ id: String?, _ board: TrafficBoard
    ) throws(RouteRequestError) -> TrafficSnapshot? {
        guard let id, !id.isEmpty else { return board.current }
        if let kept = board.snapshot(id: id) { return kept }
        let known = board.kept.map(\.id)
        throw .invalidParameter(
            "trafficSnapshot",
            "no snapshot of traffic with the id \"\(id.excerpt(40))\" is kept. "
                + (known.isEmpty
                    ? "There is no snapshot; leave the parameter out."
                    : "Kept are, newest last: \(known.joined(separator: ", ")). Without the "
                        + "parameter the current one is used."))
    }
}
