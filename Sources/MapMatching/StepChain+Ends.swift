// The first and the last place of a part, which no point beyond them holds.
//
// A path is cheaper the later it begins and the earlier it ends. If points are inaccurate, that
// outweighs their distance: without the rules here, a path would begin and end at junctions, far
// from its first and its last point.

import RoadNetwork

extension StepChain {
    /// Only a place that is nearer by this many meters takes an end's.
    private static let leastNearerMeters = 10.0
    /// The way to it costs at most this many times as much as driving those meters.
    private static let mostWinding: Float = 2

    /// Returns the last step's candidate where the path ends: the likeliest, or a nearer one behind
    /// the junction at which that lies.
    func end(on world: MatchNetwork) -> Int {
        guard let last = steps.last else { return 0 }
        let best = last.best
        let place = last.candidates[best]
        let node: UInt32
        if place.share >= 1 - 1e-9 {
            node = world.edgeHead[place.edge]
        } else if place.share <= 1e-9 {
            node = world.edgeHead[place.edge ^ 1]
        } else {
            return best
        }
        let onward = last.candidates.indices.filter { index in
            Self.mayTake(
                last.candidates[index], over: place, last.viterbi[index] - last.viterbi[best])
                && edgesPassed(before: index, of: last).contains { world.edgeHead[$0] == node }
        }
        return onward.min { last.viterbi[$0] < last.viterbi[$1] } ?? best
    }

    /// Returns the edges that the path to a candidate of the last step leaves, since the step
    /// before.
    private func edgesPassed(before candidate: Int, of last: MatchStep) -> [UInt32] {
        let path = last.path(to: candidate)
        guard steps.count > 1, last.before[candidate] >= 0, !path.isEmpty else { return [] }
        return [steps[steps.count - 2].candidates[last.before[candidate]].edge] + path.dropLast()
    }

    /// Moves the start of a path back to a nearer place, over the streets that lead to it.
    ///
    /// - Parameter chosen: The path's candidate at each step.
    func beginNearer(
        _ decoded: inout [DecodedStep], _ chosen: inout [Int], on world: MatchNetwork
    ) {
        guard decoded.count > 1, decoded[1].transition != .turning, let step = steps.first else {
            return
        }
        let place = decoded[0].candidate
        var (at, start) = (place, chosen[0])
        var path: [UInt32] = []
        while at.share <= 1e-9,
            let before = step.candidates.indices.filter({ index in
                let other = step.candidates[index]
                return other.meters < at.meters && !other.price.isClosed
                    && world.leads(from: other.edge, onto: at.edge)
            }).min(by: { step.candidates[$0].meters < step.candidates[$1].meters })
        {
            path.insert(at.edge, at: 0)
            (at, start) = (step.candidates[before], before)
        }
        let more =
            nats(from: start, to: chosen[1]) - nats(from: chosen[0], to: chosen[1])
        guard start != chosen[0], Self.mayTake(at, over: place, more) else { return }
        chosen[0] = start
        decoded[0].candidate = at
        decoded[1].path = path + (decoded[1].transition == .path ? decoded[1].path : [])
        decoded[1].transition = .path
    }

    /// Whether a place may take the place of an end that is likelier by some nats.
    private static func mayTake(
        _ other: Candidate, over place: Candidate, _ nats: Float
    ) -> Bool {
        let meters = place.meters - other.meters
        guard meters >= leastNearerMeters else { return false }
        let perMeter = Float(other.price.price) / MatchModel.unit / max(1, other.edgeMeters)
        return nats <= mostWinding * Float(meters) * perMeter
    }

    /// Returns the nats of the first two steps with these candidates; infinite without a path.
    private func nats(from first: Int, to second: Int) -> Float {
        guard let lane = steps[1].lanes.firstIndex(of: first) else { return .infinity }
        return steps[0].viterbi[first] + steps[1].weights[second * steps[1].lanes.count + lane]
    }
}

extension MatchNetwork {
    /// Whether an edge leads onto another one without turning round, breaking a rule, or beginning
    /// a restriction over several edges.
    fileprivate func leads(from edge: UInt32, onto next: UInt32) -> Bool {
        guard next != edge ^ 1 else { return false }
        var isOpen = false
        forEachTurn(from: edge) { other, state, turn, price in
            if other == next, state == next, turn < rulePrice, !price.isClosed { isOpen = true }
        }
        return isOpen
    }
}
