// Which barriers cut a path off: the least set that can be shown.
//
// Leaving all of them out shows whether barriers are to blame at all, and a path that is then free.
// First each barrier is tried alone, those on that path before the others; then the set on that
// path, which is thinned out one by one until each that is left is needed.

import RoadNetwork
import RouteAPI
import RoutingEngine

/// Finds barriers whose removal lets a route through.
struct BlockingBarriers {
    /// Barriers that are tried alone, at most.
    static let mostSingles = 32
    /// Barriers that are tried for whether they cut the path off by themselves, at most.
    static let mostAlone = 8
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
        BarrierClass.allCases.flatMap { kind in
            barriers[kind].filter { $0.input.effect == .barred && !$0.segments.isEmpty }.map {
                Suspect(reference: $0.input.reference(kind), resolved: $0)
            }
        }
    }

    /// What leaving barriers out has shown.
    struct Findings {
        /// The barrier, if leaving out one is enough.
        var single: Relaxation?
        /// The barriers to begin with, if several have to be left out.
        var onFreeWay: [BarrierReference] = []
        /// Those of them that cut the path off even without the others.
        var needed: Set<BarrierReference> = []
    }

    /// Looks for one barrier that is to blame.
    ///
    /// A barrier that cuts the path off when all others are left out has to go in any case. Two
    /// such barriers show that no single one will do, without trying each.
    ///
    /// - Parameter solve: Solves a request with some rules lifted.
    func single(
        _ request: RelaxedRequest, _ solve: (RelaxedRequest) -> RouteTrial.Outcome
    ) -> Findings {
        let suspects = suspects.filter { !request.removed.contains($0.reference) }
        let all = suspects.map(\.reference)
        var findings = Findings()
        guard !all.isEmpty, let free = request.lifting(Self.removing(all)),
            case .route(let route) = solve(free)
        else { return findings }
        let onWay = suspects.filter { suspect in
            route.legs.contains { touches(suspect.resolved, $0.path) }
        }.map(\.reference)
        // The path may be free of barriers that the stops lie under.
        findings.onFreeWay = onWay.isEmpty ? all : onWay
        if all.count > 1 {
            for reference in onWay.prefix(Self.mostAlone) where findings.needed.count < 2 {
                let others = Self.removing(all.filter { $0 != reference })
                guard let alone = request.lifting(others), case .noWay = solve(alone) else {
                    continue
                }
                findings.needed.insert(reference)
            }
        }
        guard findings.needed.count < 2 else { return findings }
        let candidates =
            findings.needed.isEmpty
            ? onWay + all.filter { !onWay.contains($0) } : Array(findings.needed)
        for reference in candidates.prefix(Self.mostSingles) {
            let relaxation = Self.removing([reference])
            guard let relaxed = request.lifting(relaxation) else { continue }
            switch solve(relaxed) {
            case .route:
                findings.single = relaxation
                return findings
            case .givenUp: return findings
            case .noWay, .refused: continue
            }
        }
        return findings
    }

    /// The least set of barriers that lets a route through.
    ///
    /// - Parameter findings: What looking for one has shown.
    func several(
        _ findings: Findings, _ request: RelaxedRequest,
        _ solve: (RelaxedRequest) -> RouteTrial.Outcome
    ) -> Relaxation? {
        func helps(_ references: [BarrierReference]) -> Bool {
            request.lifting(Self.removing(references)).map { solve($0).isRoute } ?? false
        }
        guard !findings.onFreeWay.isEmpty else { return nil }
        var kept = findings.onFreeWay
        if !helps(kept) {
            let all = references.filter { !request.removed.contains($0) }
            guard all.count > kept.count, helps(all) else { return nil }
            kept = all
        }
        guard kept.count <= Self.mostThinned else { return Self.removing(kept) }
        for reference in kept where !findings.needed.contains(reference) {
            let fewer = kept.filter { $0 != reference }
            if !fewer.isEmpty, helps(fewer) { kept = fewer }
        }
        return Self.removing(kept)
    }

    /// The relaxation that leaves some barriers out.
    static func removing(_ references: [BarrierReference]) -> Relaxation {
        return Relaxation(
            cause: .cutOffByBarriers,
            claim: "the path is blocked by \(references.labels)",
            remedy: references.count == 1 ? "leaving it out" : "leaving them out",
            barriers: references
        ) { _ in .removingBarriers(references) }
    }

    /// Whether a barrier lies on a street of a path, or at a junction that the path passes.
    private func touches(_ barrier: ResolvedBarrier, _ path: NetworkPath) -> Bool {
        if !barrier.input.closesEdges, let place = barrier.place,
            let node = barrier.input.junction(of: place, on: network)
        {
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
