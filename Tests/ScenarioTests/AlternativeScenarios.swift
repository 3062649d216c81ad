// Further routes beside the best.

import Geo
import RouteAPI
import NetworkAnalysis
import RouteAnalysis
import RouteTesting
import Testing

struct AlternativeScenarios {
    /// Three ways from town to town, the last one too dear to be shown.
    private var sketch: NetworkSketch {
        var sketch = NetworkSketch(
            """
            f---g---h---i---j---k
            |                   |
            a---b---c---d-------e
            |                   |
            l---m---n---o---p---q
            |                   |
            r---s---t---u---v---w
            """)
        sketch.road("abcde", seconds: 20) { $0.name = "Main Street" }
        sketch.road("afghijke", seconds: 12) { $0.name = "North Street" }
        sketch.road("almnopqe", seconds: 13) { $0.name = "South Street" }
        sketch.road("lrstuvwq", seconds: 30)
        return sketch
    }

    private func ask(
        _ letters: String, count: Int, _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> [AnalysisResult] {
        let sketch = sketch
        var parameters = RouteParameters(through: letters.map { sketch.place($0) })
        parameters.returnDirections = true
        change(&parameters)
        return try NetworkLayer.sketched(sketch).alternatives(parameters, count: count)
    }

    private func milliseconds(_ results: [AnalysisResult]) -> [Int64] {
        results.compactMap { $0.quanta?.first?.impedance }
    }

    @Test func `each is a whole answer, the cheapest first`() throws {
        let results = try ask("ae", count: 3)
        #expect(milliseconds(results) == [80_000, 84_000, 91_000])
        #expect(results.map { sketch.letters(along: $0) } == ["abcde", "afghijke", "almnopqe"])
        let names = ["Main Street", "North Street", "South Street"]
        for (result, name) in zip(results, names) {
            let directions = try #require(result.directions?.first)
            #expect(directions.steps.contains { $0.text.contains(name) })
            #expect(result.stops?.features.count == 2)
        }
    }

    @Test func `no more than asked for, and the first is the answer of a solve`() throws {
        let two = try ask("ae", count: 2)
        #expect(milliseconds(two) == [80_000, 84_000])
        let best = try answer(sketch, [sketch.place("a"), sketch.place("e")]) {
            $0.returnDirections = true
        }
        #expect(AnalysisResultWriter.json(two[0]) == AnalysisResultWriter.json(best))
    }

    @Test func `barriers count for all of them`() throws {
        let sketch = sketch
        let results = try ask("ae", count: 3) { $0.barPoints([sketch.place("g", "h", at: 0.5)]) }
        #expect(milliseconds(results) == [80_000, 91_000])
    }

    @Test func `through more than two stops there is one`() throws {
        #expect(milliseconds(try ask("ace", count: 3)) == [80_000])
    }

    @Test func `without a way there is the error of a solve`() throws {
        let sketch = sketch
        #expect(throws: RouteRequestError.self) {
            try ask("ae", count: 3) { $0.barPoints("dkq".map { sketch.place($0, "e", at: 0.5) }) }
        }
    }
}
