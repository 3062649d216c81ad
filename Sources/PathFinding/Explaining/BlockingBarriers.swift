// Finds a minimal set of barriers that block a path.

import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Finds barriers whose removal makes a route possible.
///
/// A search without all barriers shows whether they are the cause, and finds an open path. Each
/// barrier is then left out alone, starting on that path. If none is enough, all barriers on the
/// path are left out, and put back one by one until only needed ones remain out.
struct BlockingBarriers {
    /// The most barriers to leave out one at a time.
    static let mostSingles = 32
    /// The most barriers to test alone, with all others left out.
    static let mostAlone = 8
    /// The largest set to reduce; larger sets are reported as a whole.
    static let mostReduced = 32

    let network: NetworkDataset
    let barriers: ResolvedBarriers

    /// The barriers that close streets.
    var references: [BarrierReference] { barriers.closing.map(\.reference) }

    /// What leaving barriers out has shown.
    struct Findings {
        /// The change that leaves out one barrier, if that is enough.
        var single: Relaxation?
        /// If several must be left out, leave out these first.
        var onOpenPath: [BarrierReference] = []
        /// The barriers in ``onOpenPath`` that each block the path even alone.
        var needed: Set<BarrierReference> = []
    }

    /// Looks for a single barrier whose removal is enough.
    ///
    /// If a barrier alone still blocks the path, it must be removed in any case. Two such barriers
    /// show that no single removal is enough.
    ///
    /// - Parameter solve: Solves a request with some rules lifted.
    /// - Complexity: At most 1 + ``mostAlone`` + ``mostSingles`` calls of `solve`.
    func single(
        _ request: RelaxedRequest, _ solve: (RelaxedRequest) -> RouteTrial.Outcome
    ) -> Findings {
        let suspects = barriers.closing.filter { !request.removed.contains($0.reference) }
        let all = suspects.map(\.reference)
        var findings = Findings()
        guard !all.isEmpty, let free = request.lifting(Self.removing(all)),
            case .route(let route) = solve(free)
        else { return findings }
        let onPath = suspects.filter { suspect in
            route.legs.contains { touches(suspect.resolved, $0.path) }
        }.map(\.reference)
        // The path may touch none of the barriers over the stops.
        findings.onOpenPath = onPath.isEmpty ? all : onPath
        if all.count > 1 {
            for reference in onPath.prefix(Self.mostAlone) where findings.needed.count < 2 {
                let others = Self.removing(all.filter { $0 != reference })
                guard let alone = request.lifting(others), case .noPath = solve(alone) else {
                    continue
                }
                findings.needed.insert(reference)
            }
        }
        guard findings.needed.count < 2 else { return findings }
        let candidates =
            findings.needed.isEmpty
            ? onPath + all.filter { !onPath.contains($0) } : Array(findings.needed)
        for reference in candidates.prefix(Self.mostSingles) {
            let relaxation = Self.removing([reference])
            guard let relaxed = request.lifting(relaxation) else { continue }
            switch solve(relaxed) {
            case .route:
                findings.single = relaxation
                return findings
            case .givenUp: return findings
            case .noPath, .refused: continue
            }
        }
        return findings
    }

    /// Finds a set of barriers whose removal makes a route possible; none of them can be put back
    /// alone.
    ///
    /// - Parameter findings: What the search for one barrier has shown.
    /// - Complexity: At most 2 + ``mostReduced`` calls of `solve`.
    func several(
        _ findings: Findings, _ request: RelaxedRequest,
        _ solve: (RelaxedRequest) -> RouteTrial.Outcome
    ) -> Relaxation? {
        func helps(_ references: [BarrierReference]) -> Bool {
            request.lifting(Self.removing(references)).map { solve($0).isRoute } ?? false
        }
        guard !findings.onOpenPath.isEmpty else { return nil }
        var kept = findings.onOpenPath
        if !helps(kept) {
            let all = references.filter { !request.removed.contains($0) }
            guard all.count > kept.count, helps(all) else { return nil }
            kept = all
        }
        guard kept.count <= Self.mostReduced else { return Self.removing(kept) }
        for reference in kept where !findings.needed.contains(reference) {
            let fewer = kept.filter { $0 != reference }
            if !fewer.isEmpty, helps(fewer) { kept = fewer }
        }
        return Self.removing(kept)
    }

    /// Makes the relaxation that leaves some barriers out.
    static func removing(_ references: [BarrierReference]) -> Relaxation {
        let them = references.count == 1 ? "it" : "them"
        let isOfService = references.contains(where: \.isStanding)
        return Relaxation(
            cause: .cutOffByBarriers,
            claim: "the path is blocked by \(references.labels)",
            remedy: isOfService
                ? "removing \(them) from the service's layers" : "leaving \(them) out",
            barriers: references
        ) { _ in .removingBarriers(references) }
    }

    /// Whether a barrier lies on a street or junction along the path.
    private func touches(_ barrier: ResolvedBarrier, _ path: NetworkPath) -> Bool {
        if !barrier.input.closesEdges, let place = barrier.place,
            let node = barrier.input.junction(of: place, on: network)
        {
            return path.elements.dropLast().contains { network.head(of: $0.edge) == node }
        }
        return path.elements.contains { barrier.segments.contains($0.edge.segment) }
    }
}
