// How sure a decided step is: the posterior probability of its street, and how often that is right.

import RoadNetwork

extension StepChain {
    /// The steps before and behind one whose edges are near it.
    private static let nearSteps = 4
    /// Candidates that are less likely count as nothing.
    private static let leastShare: Float = 1e-4
    /// The seconds between points where there is one point alone.
    private static let usualSpacing = 15.0

    /// Sets the confidence of decided steps: the probability that the path leads over the street of
    /// each, by ``ConfidenceScale``.
    ///
    /// The posterior is that of all candidates on the path near the step: a place just behind a
    /// junction, and one just before it, are on the same path. Where the path begins, ends or turns
    /// round, other places at the end of the street are on paths over the street as well.
    ///
    /// - Parameter chosen: The candidates of the likeliest path by step.
    /// - Complexity: O(*n* *k*) in the numbers of steps and of candidates of a step.
    func setConfidence(of decoded: inout [DecodedStep], _ chosen: [Int], on world: MatchNetwork) {
        guard let firstStreet = decoded.first?.candidate.edge,
            let lastStreet = decoded.last?.candidate.edge
        else { return }
        // The steps on the first edge of the path, and those on its last.
        let first =
            isContinued
            ? 0 : decoded.firstIndex { $0.candidate.edge != firstStreet } ?? decoded.count
        let last =
            decoded.count < steps.count
            ? decoded.count : decoded.lastIndex { $0.candidate.edge != lastStreet } ?? -1
        for index in decoded.indices {
            let posterior = steps[index].posterior()
            let others = posterior.indices.filter {
                $0 != chosen[index] && posterior[$0] > Self.leastShare
            }
            var total = posterior[chosen[index]]
            if !others.isEmpty {
                let street = decoded[index].candidate.edge
                let near = edges(near: index, chosen)
                var ends: [UInt32] = []
                if index < first { ends.append(world.edgeHead[street ^ 1]) }
                if index > last { ends.append(world.edgeHead[street]) }
                if let there = near.firstIndex(of: street),
                    let back = near.firstIndex(of: street ^ 1)
                {
                    ends.append(world.edgeHead[there < back ? street : street ^ 1])
                }
                for other in others {
                    let edge = steps[index].candidates[other].edge
                    let isBeside =
                        edge != street ^ 1
                        && (ends.contains(world.edgeHead[edge])
                            || ends.contains(world.edgeHead[edge ^ 1]))
                    if edge == street || isBeside || near.contains(edge) {
                        total += posterior[other]
                    }
                }
            }
            decoded[index].confidence = ConfidenceScale.confidence(
                Double(min(1, total)), seconds: spacing(at: index))
        }
    }

    /// The seconds from one point of the trace to the next about a step.
    private func spacing(at index: Int) -> Double {
        let later = max(1, index)
        guard later < steps.count else { return Self.usualSpacing }
        let (step, next) = (steps[later - 1].point, steps[later].point)
        // Without times, as at 10 m/s.
        let seconds = StepLink.seconds(step, next) ?? step.meters(to: next) / 10
        return seconds / Double(steps[later].passed.count + 1)
    }

    /// The edges of the likeliest path near a step, in the order of travel.
    func edges(near index: Int, _ chosen: [Int]) -> [UInt32] {
        let from = index - Self.nearSteps
        var edges = from < 0 ? passedEdges : []
        for step in max(0, from)...min(steps.count - 1, index + Self.nearSteps) {
            edges += steps[step].path(to: chosen[step])
            edges.append(steps[step].candidates[chosen[step]].edge)
        }
        return edges
    }
}
