// The best order is never worse than the one given.

import DataStructures
import Geo
import RouteAPI
import NetworkAnalysis
import RouteAnalysis
import RouteTesting
import Testing

struct BestOrderScenarios {
    @Test(arguments: UInt64(0)..<120)
    func `never worse than the order given`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        var sketch = NetworkSketch(
            """
            a---b---c---d
            |   |   |   |
            e---f---g---h
            |   |   |   |
            i---j---k---l
            """)
        for street in ["ab", "bc", "cd", "ef", "fg", "gh", "ij", "jk", "kl"]
            + ["ae", "bf", "cg", "dh", "ei", "fj", "gk", "hl"]
        {
            let seconds = Double(Int.random(in: 5...20, using: &generator))
            if generator.chance(0.3) {
                let drawn = generator.chance(0.5) ? street : String(street.reversed())
                sketch.oneWay(drawn, seconds: seconds)
            } else {
                sketch.road(street, seconds: seconds)
            }
        }
        let streets = ["ab", "bc", "fg", "gh", "jk", "ae", "bf", "cg", "fj", "gk", "hl"]
        let places = (0..<6).map { _ -> Coordinate in
            let street = Array(streets.randomElement(using: &generator) ?? "ab")
            return sketch.place(
                street[0], street[1], at: Double(Int.random(in: 1...9, using: &generator)) / 10,
                right: generator.chance(0.5) ? 3 : -3)
        }
        let curbs = places.map { _ in Int.random(in: 0...3, using: &generator) }
        let layer = try NetworkLayer.sketched(sketch)
        func cost(_ best: Bool) throws -> Int64? {
            do {
                return try answer(from: layer, places) { parameters in
                    parameters.setStops(curbs.map { ["CurbApproach": .integer($0)] })
                    parameters.findBestSequence = best
                }.quanta?.first?.impedance
            } catch let error as RouteRequestError where error.identifier == .noSolution {
                return nil
            }
        }
        guard let given = try cost(false) else { return }
        let best = try #require(try cost(true), "seed \(seed)")
        #expect(best <= given, "seed \(seed): \(best) for \(given)")
    }
}
