// Runs the soak on a few networks, and tests its report if methods differ.

import DataStructures
import RouteTesting
import RoutingEngine
import Testing

@testable import Benchmarks

struct SoakTests {
    @Test func `the first networks of a soak agree with the oracle`() throws {
        var tally: [String: Int] = [:]
        for seed in UInt64(90_000)..<90_010 {
            #expect(try SoakCommand.check(seed, &tally) == nil)
        }
        // Every method must have answered, so that none agrees by never being asked.
        for method in SoakMethod.fast { #expect(tally[method.name, default: 0] >= 10) }
    }

    @Test func `a difference is drawn with stops and both answers`() throws {
        var generator = SeededGenerator(4)
        let drawn = try RandomNetwork(nodes: 6, meanDegree: 3, seed: 4)
        let question = SoakQuestion(RandomRequest(on: drawn.dataset, &generator))
        let mismatch = SoakMismatch(
            method: SoakMethod.fast[0], question: question, expected: [7], found: [nil])
        let text = NetworkDrawing.text(of: mismatch, in: SoakWorld(drawn))
        #expect(text.contains("oracle: 7\nplain search: no path"))
        #expect(text.contains("O") && text.contains("D") && text.contains("·"))
    }
}
