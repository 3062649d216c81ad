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
        func ask(best: Bool, moving: Bool) throws -> (cost: Int64, moved: [Int])? {
            do {
                let result = try answer(from: layer, places) { parameters in
                    parameters.setStops(curbs.map { ["CurbApproach": .integer($0)] })
                    parameters.findBestSequence = best
                    if !moving { parameters.keepStopsInPlace() }
                }
                let cost = try #require(result.quanta?.first?.impedance)
                let moved = places.indices.filter {
                    result.status(stop: $0) == .notLocatedOnClosest
                }
                return (cost, moved)
            } catch let error as RouteRequestError where error.identifier == .noSolution {
                return nil
            }
        }
        for moving in [false, true] {
            let label: Comment = "seed \(seed), stops may move: \(moving)"
            guard let given = try ask(best: false, moving: moving) else { continue }
            let best = try #require(try ask(best: true, moving: moving), label)
            // Where stops had to move for the order given, another may visit them where they are.
            guard given.moved.isEmpty || !best.moved.isEmpty else { continue }
            #expect(best.cost <= given.cost, "\(label): \(best) for \(given)")
        }
    }
}
