// A solved route's line, sent back as supporting points or as a trace, gives the same route.

import Answers
import DataStructures
import Geo
import Preparation
import RouteAPI
import RouteTesting
import Testing

@testable import RouteAnalysis

struct MatchProperties {
    private static let network =
        "a---b---c---d\n|   |   |   |\ne---f---g---h\n|   |   |   |\ni---j---k---l"

    /// A grid of streets with random times, some of them one-way.
    private func sketch(_ random: inout SeededGenerator) -> NetworkSketch {
        var sketch = NetworkSketch(Self.network)
        for word in ["abcd", "efgh", "ijkl", "aei", "bfj", "cgk", "dhl"] {
            for (from, to) in zip(word, word.dropFirst()) {
                let seconds = Double(Int.random(in: 10...40, using: &random))
                if Int.random(in: 0..<5, using: &random) == 0 {
                    sketch.oneWay("\(from)\(to)", seconds: seconds)
                } else {
                    sketch.road("\(from)\(to)", seconds: seconds)
                }
            }
        }
        return sketch
    }

    /// A place on a street, away from its ends.
    private func place(
        _ sketch: NetworkSketch, _ random: inout SeededGenerator
    ) -> Coordinate {
        let words = ["abcd", "efgh", "ijkl", "aei", "bfj", "cgk", "dhl"]
        let word = Array(words[Int.random(in: 0..<words.count, using: &random)])
        let from = Int.random(in: 0..<(word.count - 1), using: &random)
        return sketch.place(
            word[from], word[from + 1], at: [0.2, 0.3, 0.6].randomElement(using: &random) ?? 0.2)
    }

    /// A line's vertices, with others between so that none are farther apart than `meters`.
    private func denser(_ line: [Coordinate], meters: Double) -> [Coordinate] {
        guard let first = line.first else { return [] }
        return zip(line, line.dropFirst()).reduce(into: [first]) { points, step in
            let (from, to) = step
            let count = max(
                1, Int((Geodesic.distanceMeters(from: from, to: to) / meters).rounded(.up)))
            for place in 1...count {
                let share = Double(place) / Double(count)
                points.append(
                    Coordinate(
                        x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share))
            }
        }
    }

    /// The segments of the traversed edges.
    private func edges(_ result: AnalysisResult) -> [AttributeValue?] {
        let rows = result.traversedEdges
        return rows?.features.map { rows?.value("SourceOID", of: $0) } ?? []
    }

    private func line(_ result: AnalysisResult) -> [Coordinate] {
        guard case .polyline(let paths, _)? = result.routes?.features.first?.geometry else {
            return []
        }
        return paths.flatMap(\.self)
    }

    @Test(arguments: UInt64(0)..<40)
    func `supporting points on a solved route give its edges and costs`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let sketch = sketch(&random)
        let layer = try NetworkLayer.sketched(sketch)
        var parameters = RouteParameters(
            through: [place(sketch, &random), place(sketch, &random)])
        parameters.returnTraversedEdges = true
        guard let solved = try? layer.solve(parameters), line(solved).count > 1 else { return }
        for meters in [1.0, 30] {
            var given = parameters
            given.legs = [LegOptions(supportingPoints: denser(line(solved), meters: meters))]
            let rebuilt = try layer.solve(given)
            #expect(edges(rebuilt) == edges(solved), "seed \(seed), \(meters) m apart")
            #expect(rebuilt.quanta == solved.quanta, "seed \(seed), \(meters) m apart")
            #expect(rebuilt.messages == solved.messages)
        }
    }

    @Test(arguments: UInt64(100)..<140)
    func `the line of a solved route as a trace is that route`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let sketch = sketch(&random)
        let layer = try NetworkLayer.sketched(sketch)
        var parameters = RouteParameters(
            through: [place(sketch, &random), place(sketch, &random)])
        parameters.returnTraversedEdges = true
        guard let solved = try? layer.solve(parameters), line(solved).count > 1 else { return }
        for meters in [1.0, 25] {
            var match = MatchParameters()
            match.returnTraversedEdges = true
            match.traces = TraceInput([
                Trace(
                    isLine: true,
                    fixes: denser(line(solved), meters: meters).map { TraceFix($0) })
            ])
            let matched = try layer.match(match)
            #expect(edges(matched) == edges(solved), "seed \(seed), \(meters) m apart")
            #expect(matched[table: "brokenRules"]?.features == [])
            #expect(matched[table: "traceGaps"]?.features == [])
        }
    }

    @Test(arguments: UInt64(200)..<210)
    func `trace points that are passed on are those of the whole answer`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let sketch = sketch(&random)
        let layer = try NetworkLayer.sketched(sketch)
        let solved = try? layer.solve(
            RouteParameters(through: [place(sketch, &random), place(sketch, &random)]))
        guard let solved, line(solved).count > 1 else { return }
        var match = MatchParameters()
        match.outSR = seed % 2 == 0 ? nil : .webMercator
        match.matchDistanceLimit = seed % 3 == 0 ? 150 : -1
        match.traces = TraceInput(
            [0.15, 40].map { meters in
                Trace(fixes: denser(line(solved), meters: meters).map { TraceFix($0) })
            })
        let whole = try layer.match(match)
        let (rows, control) = (RowCollector(), SolveControl())
        let solver = MatchSolver(
            layer: layer.layer, control: control,
            traces: MatchSolver.traces(of: match, on: layer.layer, control), receiver: rows,
            passedOnPoints: 0)
        var passed = try solver.answer(match)
        #expect(passed[table: "tracePoints"] == nil && rows.known == passed)
        #expect(rows.counts.dropLast().allSatisfy { $0 == rows.counts[0] })
        #expect(rows.counts.count > 1 || match.matchDistanceLimit != -1)
        passed[table: "tracePoints"] = rows.result[table: "tracePoints"]
        #expect(passed == whole, "seed \(seed)")
        // The answer keeps few points.
        let few = MatchSolver(
            layer: layer.layer, control: control,
            traces: MatchSolver.traces(of: match, on: layer.layer, control), receiver: rows,
            passedOnPoints: .max)
        #expect(try few.answer(match) == whole)
    }
}
