// Compares the streets found in an index for a barrier with a scan of every street.

import DataStructures
import Geo
import RoadNetwork
import RouteTesting
import SpatialOperations
import Testing

@testable import Preparation

struct BarrierCandidatesProperties {
    @Test(arguments: UInt64(7_200)..<7_260)
    func `the index gives every street that a barrier touches`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let network = try RandomNetwork(nodes: 60, meanDegree: 3, seed: seed).dataset
        var candidates = BarrierCandidates(index: network.index)
        for _ in 0..<10 {
            let corners = (0..<Int.random(in: 3...6, using: &generator)).map { _ in
                network.randomPlace(family: 0, &generator)
            }
            let shape = try BarrierGeometry(
                generator.chance(0.7) ? .polygon(rings: [corners]) : .polyline(paths: [corners]))
            var found: [Int: Bool] = [:]
            var order: [Int] = []
            candidates.forEach(near: shape) { candidate in
                found[candidate.segment] = candidate.isInside
                order.append(candidate.segment)
            }
            #expect(order == order.sorted() && order.count == found.count, "seed \(seed)")
            for segment in 0..<network.segmentCount {
                let intervals = shape.intervals(along: network.shape(ofSegment: segment))
                if found[segment] == true {
                    #expect(intervals == [0...1], "seed \(seed), \(segment)")
                } else if !intervals.isEmpty {
                    #expect(found[segment] == false, "seed \(seed), \(segment)")
                }
            }
        }
    }
}
