// How sure a decided step is: its street's posterior probability, and how often that is right.

import RoadNetwork

extension StepChain {
    /// How many steps before and after a step count as near.
    private static let nearSteps = 4
    /// Candidates with a smaller posterior are ignored.
    private static let leastShare: Float = 1e-4
    /// The assumed seconds between points if there is only one.
    private static let usualSpacing = 15.0

    /// Sets the confidence of decided steps: the probability that the path uses each step's street,
    /// scaled by ``ConfidenceScale``.
    ///
    /// The posterior adds up all candidates on the path near the step, since a place just after a
    /// junction and one just before it lie on the same path. Where the path begins, ends or turns
    /// round, places on other streets at that end count too: their paths also use the street.
    ///
    /// - Parameter chosen: The likeliest path's candidate at each step.
    /// - Complexity: O(*n* *k*) for *n* steps with *k* candidates each.
    func setConfidence(of decoded: inout [DecodedStep], _ chosen: [Int], on world: MatchNetwork) {
        guard let firstStreet = decoded.first?.candidate.edge,
            let lastStreet = decoded.last?.candidate.edge
        else { return }
        // The steps on the path's first edge, and on its last.
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

    /// Returns the seconds between neighboring trace points around a step.
    private func spacing(at index: Int) -> Double {
        let later = max(1, index)
        guard later < steps.count else { return Self.usualSpacing }
        let (step, next) = (steps[later - 1].point, steps[later].point)
        // Without times, assume 10 m/s.
        let seconds = StepLink.seconds(step, next) ?? step.meters(to: next) / 10
        return seconds / Double(steps[later].passed.count + 1)
    }

    /// Returns the likeliest path's edges near a step, in travel order.
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
