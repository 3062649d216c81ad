// Which barriers cut a way off: the least set that can be shown.
//
// Leaving all of them out shows whether barriers are to blame at all, and a way that is then free.
// First each barrier is tried alone, those on that way before the others; then the set on that
// way, which is thinned out one by one until each that is left is needed.

import RoadNetwork
import RouteAPI

/// Finds barriers whose removal lets a route through.
struct BarrierBlame {
    /// Barriers that are tried alone, at most.
    static let mostSingles = 32
    /// Barriers of a set that is thinned out, at most; greater ones are told whole.
    static let mostThinned = 32

    let network: NetworkDataset
    let barriers: ResolvedBarriers

    /// A barrier that bars, with its name for the caller.
    private struct Suspect {
        var reference: BarrierReference
        var resolved: ResolvedBarrier
    }

    /// The barriers that bar something, as the request names them.
    var references: [BarrierReference] { suspects.map(\.reference) }

    /// The barriers that bar a part of a segment.
    func references(touching segment: Int?) -> [BarrierReference] {
        guard let segment else { return [] }
        return suspects.filter { $0.resolved.segments.contains(segment) }.map(\.reference)
    }

    private var suspects: [Suspect] {
        let kinds: [(BarrierClass, [ResolvedBarrier])] = [
            (.point, barriers.points), (.line, barriers.lines), (.polygon, barriers.polygons),
        ]
        return kinds.flatMap { kind, list in
            list.filter { $0.input.kind == .restriction && !$0.segments.isEmpty }.map {
                Suspect(reference: $0.input.reference(kind), resolved: $0)
            }
        }
    }

    /// Looks for one barrier that is to blame.
    ///
    /// - Parameter solve: Solves a request with some rules lifted.
    /// - Returns: The barrier, if leaving out one is enough; and, if leaving out more helps, the
    ///   barriers to begin with.
    func single(
        _ request: RelaxedRequest, _ solve: (RelaxedRequest) -> RouteTrial.Outcome
    ) -> (found: Relaxation?, onFreeWay: [BarrierReference]) {
        let suspects = suspects.filter { !request.removed.contains($0.reference) }
        guard !suspects.isEmpty,
            let free = request.lifting(Self.removing(suspects.map(\.reference))),
            case .route(let route) = solve(free)
        else { return (nil, []) }
        let onWay = suspects.filter { suspect in
            route.legs.contains { touches(suspect.resolved, $0.path) }
        }.map(\.reference)
        let others = suspects.map(\.reference).filter { !onWay.contains($0) }
        for reference in (onWay + others).prefix(Self.mostSingles) {
            let relaxation = Self.removing([reference])
            guard let relaxed = request.lifting(relaxation) else { continue }
            switch solve(relaxed) {
            case .route: return (relaxation, onWay)
            case .givenUp: return (nil, onWay)
            case .noWay, .refused: continue
            }
        }
        // The way may be free of barriers that the stops lie under.
        return (nil, onWay.isEmpty ? suspects.map(\.reference) : onWay)
    }

    /// The least set of barriers that lets a route through.
    ///
    /// - Parameter first: The barriers on a way that is free without them.
    func several(
        _ first: [BarrierReference], _ request: RelaxedRequest,
        _ solve: (RelaxedRequest) -> RouteTrial.Outcome
    ) -> Relaxation? {
        func helps(_ references: [BarrierReference]) -> Bool {
            request.lifting(Self.removing(references)).map { solve($0).isRoute } ?? false
        }
        guard !first.isEmpty else { return nil }
        var kept = first
        if !helps(kept) {
            let all = references.filter { !request.removed.contains($0) }
            guard all.count > kept.count, helps(all) else { return nil }
            kept = all
        }
        guard kept.count <= Self.mostThinned else { return Self.removing(kept) }
        for reference in kept {
            let fewer = kept.filter { $0 != reference }
            if !fewer.isEmpty, helps(fewer) { kept = fewer }
        }
        return Self.removing(kept)
    }

    /// The relaxation that leaves some barriers out.
    static func removing(_ references: [BarrierReference]) -> Relaxation {
        let shown = references.prefix(8).map { "\"\($0.name)\"" }.joined(separator: ", ")
        let rest = references.count > 8 ? " and \(references.count - 8) more" : ""
        return Relaxation(
            cause: .cutOffByBarriers,
            claim: "the way is cut off by barriers (\(shown)\(rest))",
            remedy: references.count == 1 ? "leaving it out" : "leaving them out",
            barriers: references
        ) { _ in .removingBarriers(references) }
    }

    /// Whether a barrier lies on a street of a path, or at a junction that the path passes.
    private func touches(_ barrier: ResolvedBarrier, _ path: NetworkPath) -> Bool {
        if let place = barrier.place, place.isAtNode, !barrier.input.closesFullEdge {
            let edge = EdgeID(row: UInt32(2 * place.segment))
            let node = place.share < 0.5 ? network.tail(of: edge) : network.head(of: edge)
            return path.elements.dropLast().contains { network.head(of: $0.edge) == node }
        }
        return path.elements.contains { barrier.segments.contains($0.edge.segment) }
    }
}

extension BarrierInput {
    /// The row as answers name it.
    func reference(_ kind: BarrierClass) -> BarrierReference {
        BarrierReference(parameter: kind.parameter, row: index, objectID: objectID, name: name)
    }
}
