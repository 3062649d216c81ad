// The best order is never worse than the given one.

import DataStructures
import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct BestOrderScenarios {
    private static let grid = """
        a---b---c---d
        |   |   |   |
        e---f---g---h
        |   |   |   |
        i---j---k---l
        """

    @Test(arguments: UInt64(0)..<120)
    func `never worse than the order given`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        var sketch = NetworkSketch(Self.grid)
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
                    if !moving { parameters.keepInPlace() }
                }
                let cost = try #require(result.impedance)
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
            // If stops had to move in the given order, another order may visit them in place.
            guard given.moved.isEmpty || !best.moved.isEmpty else { continue }
            #expect(best.cost <= given.cost, "\(label): \(best) for \(given)")
        }
    }

    @Test func `an order that is found without curbs is dearer when it is driven by them`() throws {
        var sketch = NetworkSketch(Self.grid)
        for street in ["abcd", "efgh", "ijkl", "aei", "bfj", "cgk", "dhl"] {
            sketch.road(street, seconds: 30)
        }
        let layer = try NetworkLayer.sketched(sketch)
        let streets = ["bc", "fg", "gh", "jk", "bf", "cg", "fj", "gk"]
        var dearer = 0
        for seed in UInt64(0)..<20 {
            var generator = SeededGenerator(seed)
            let places = (0..<6).map { _ -> Coordinate in
                let street = Array(streets.randomElement(using: &generator) ?? "bc")
                return sketch.place(
                    street[0], street[1], at: Double(Int.random(in: 2...8, using: &generator)) / 10,
                    right: generator.chance(0.5) ? 3 : -3)
            }
            /// The cost of a route with the vehicle's right side at each stop, and its order.
            func ask(
                _ order: [Int]? = nil, byCurbs: Bool = true
            ) throws -> (cost: Int64, order: [Int]) {
                let asked = order ?? Array(places.indices)
                let result = try answer(from: layer, asked.map { places[$0] }) { parameters in
                    parameters.setStops(
                        asked.map { _ in ["CurbApproach": .integer(byCurbs ? 1 : 0)] })
                    parameters.findBestSequence = order == nil
                    parameters.keepInPlace()
                }
                let numbers = asked.indices.map { result.stop($0, "Sequence") }
                let found = asked.indices.map { number in
                    asked[numbers.firstIndex(of: .integer(number + 1)) ?? 0]
                }
                return (try #require(result.impedance), found)
            }
            let best = try ask()
            let blind = try ask(try ask(byCurbs: false).order)
            #expect(best.cost <= blind.cost, "seed \(seed)")
            if best.cost < blind.cost { dearer += 1 }
        }
        #expect(dearer >= 5, "\(dearer) of 20")
    }
}
