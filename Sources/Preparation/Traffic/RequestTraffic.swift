// One request's traffic: which snapshot it uses, and what in it holds at departure.

import Geo
import RoadNetwork
package import RouteAPI
package import RoutingEngine

/// The traffic snapshot a request uses, and when the request departs.
package struct RequestTraffic: Sendable {
    package let snapshot: TrafficSnapshot
    /// When the routes depart, in epoch milliseconds: the request's start time, or else the time at
    /// which it was read.
    package let departure: Int64

    /// The snapshot as answers name it.
    package var use: TrafficUse { TrafficUse(id: snapshot.id, made: snapshot.made) }

    /// Returns the snapshot's meaning for a family: the speeds at departure, and the closures.
    ///
    /// - Parameter milliseconds: How long travel may take, to include closures that begin or end
    ///   within it; 0 for the closures at departure.
    package func epoch(family: Int, during milliseconds: Int64 = 0) -> TrafficEpoch? {
        snapshot.epoch(at: departure, until: departure + milliseconds, family: family)
    }

    /// Writes messages about the snapshot: it was used, or its speeds do not hold.
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
                    "The live speeds of \(name), \(state): only its closures were used, and times "
                        + "are without live speeds.")
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
    /// Whether live speeds and closures count. They do if the operation has no parameter for it.
    package var usesTraffic: Bool { value(\.time.useTraffic) ?? true }
}

/// Where requests get their traffic.
package enum TrafficSource: Sendable {
    /// The network's snapshots: the current one, or one named by the request.
    case board(TrafficBoard)
    /// The network's snapshots, for traces from their first to their last time. A snapshot made
    /// long after them says nothing about the streets at their time.
    case past(TrafficBoard, ClosedRange<Int64>)
    /// The traffic of another request, if this one tries that request with changes; otherwise
    /// `nil`.
    case same(RequestTraffic?)

    /// Returns a request's traffic.
    ///
    /// - Parameter start: The request's start time in epoch milliseconds.
    /// - Returns: `nil` if there is no snapshot, the request wants none, or traffic does not
    ///   concern its family.
    /// - Throws: If the request names a snapshot that is not kept.
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

    /// Returns the snapshot a request uses; `nil` if traffic does not concern its family.
    private func snapshot(
        _ effective: EffectiveParameters, _ board: TrafficBoard, _ family: Int
    ) throws(RouteRequestError) -> TrafficSnapshot? {
        try snapshot(effective.requested.time.trafficSnapshot, board).flatMap {
            $0.network.description.hasTraffic(family: family) ? $0 : nil
        }
    }

    /// States why a named snapshot has no effect.
    func cause(ofIgnoring effective: EffectiveParameters) -> String {
        guard effective.usesTraffic else { return "useTraffic is false" }
        if case .past = self {
            return "traffic does not concern this kind of travel, or the traces are older"
        }
        return "traffic does not concern this kind of travel"
    }

    /// Returns the snapshot with an id, or the current one without an id.
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
