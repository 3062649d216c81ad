// A request's traces, read position by position, equal those sent.

import DataStructures
import Geo
import Preparation
import RouteAPI
import Testing

struct RequestTracesTests {
    /// Traces whose positions alternate, more than the reader keeps in memory.
    private func sent(_ seed: UInt64) -> [[TraceFix]] {
        var random = SeededGenerator(seed)
        var traces = [[TraceFix]](repeating: [], count: 4)
        for row in 0..<9_000 {
            let coordinate = Coordinate(
                x: row % 97 == 0 ? .nan : .random(in: 7...7.001, using: &random),
                y: row % 89 == 0 ? 91 : .random(in: 43...43.001, using: &random))
            traces[Int.random(in: 0..<4, using: &random)].append(
                TraceFix(
                    coordinate, milliseconds: row % 3 == 0 ? nil : Int64(row),
                    bearing: row % 5 == 0 ? 90 : nil, isStop: row % 100 == 0,
                    name: row % 11 == 0 ? "é\(row)" : nil))
        }
        return traces
    }

    /// The number of positions to match in a trace, by the plain rule.
    private func matchedCount(_ fixes: [TraceFix], _ limit: Double) -> Int {
        var (meters, last): (Double, Coordinate?) = (0, nil)
        for (number, fix) in fixes.enumerated() {
            guard fix.coordinate.isFinite, abs(fix.coordinate.y) <= 90 else { continue }
            if let last { meters += Geodesic.distanceMeters(from: last, to: fix.coordinate) }
            last = fix.coordinate
            if meters > limit { return number }
        }
        return fixes.count
    }

    @Test(arguments: UInt64(0)..<4)
    func `positions are read back, and matched up to the limit`(seed: UInt64) {
        let sent = sent(seed)
        let limit = Double(seed) * 40_000
        var traces = RequestTraces(limitMeters: seed == 3 ? nil : limit)
        for (number, _) in sent.enumerated() {
            _ = traces.begin(number < 2 ? "Same" : "", isLine: false, in: .wgs84)
        }
        var places = [Int](repeating: 0, count: 4)
        var random = SeededGenerator(seed)
        while let trace = sent.indices.filter({ places[$0] < sent[$0].count })
            .randomElement(using: &random)
        {
            traces.add(sent[trace][places[trace]], to: trace)
            places[trace] += 1
        }
        traces.finish()
        #expect(traces.count == 9_000 && traces.failure == nil)
        #expect(traces.traces.map(\.name) == ["Same", "Same (2)", "Trace 3", "Trace 4"])
        for (trace, fixes) in zip(traces.traces, sent) {
            let found = Array(traces.fixes(of: trace))
            #expect(found.map(\.milliseconds) == fixes.map(\.milliseconds))
            #expect(found.map(\.bearing) == fixes.map(\.bearing))
            #expect(found.map(\.coordinate.y) == fixes.map(\.coordinate.y))
            #expect(trace.count == fixes.count)
            #expect(trace.stops == Set(fixes.indices.filter { fixes[$0].isStop }))
            let wanted = seed == 3 ? fixes.count : matchedCount(fixes, limit)
            #expect(trace.matchedCount == wanted && (seed == 3) == (wanted == fixes.count))
            for place in fixes.indices where place % 37 == 0 || place == fixes.count - 1 {
                #expect(traces.fix(place, of: trace)?.name == fixes[place].name)
                #expect(traces.fix(place, of: trace)?.milliseconds == fixes[place].milliseconds)
            }
        }
        let times = sent.joined().compactMap(\.milliseconds)
        #expect(traces.times == times.min().flatMap { low in times.max().map { low...$0 } })
    }

    @Test func `positions of another system are in longitude and latitude`() throws {
        var traces = RequestTraces(limitMeters: nil)
        let trace = traces.begin("", isLine: false, in: .webMercator)
        traces.add(TraceFix(Coordinate(x: 0, y: 0)), to: trace)
        traces.add(TraceFix(Coordinate(x: 111_319.49, y: 0)), to: trace)
        let found = Array(traces.fixes(of: traces.traces[0]))
        #expect(found[0].coordinate == Coordinate(x: 0, y: 0))
        #expect(abs(found[1].coordinate.x - 1) < 1e-6)
        let unknown = traces.begin("", isLine: false, in: SpatialReference(wkid: 999_999))
        traces.add(TraceFix(Coordinate(x: 0, y: 0)), to: unknown)
        #expect(traces.failure != nil)
    }

    /// A drive eastwards, 100 m each step, with some positions elsewhere.
    private func drive(_ count: Int, strays: [Int: Coordinate]) -> RequestTraces {
        var traces = RequestTraces(limitMeters: 100_000)
        let trace = traces.begin("", isLine: false, in: .wgs84)
        for step in 0..<count {
            let place = strays[step] ?? Coordinate(x: -8.6 + Double(step) * 0.00119, y: 41.15)
            traces.add(TraceFix(place), to: trace)
        }
        traces.finish()
        return traces
    }

    @Test(arguments: [[0], [7], [19], [0, 19], [5, 7], [7, 12]])
    func `lone positions at 0,0 add no length and end no trace`(numbers: [Int]) {
        let strays = Dictionary(
            uniqueKeysWithValues: numbers.map { ($0, Coordinate(x: 0, y: 0)) })
        let trace = drive(20, strays: strays).traces[0]
        #expect(trace.strayCount == numbers.count)
        #expect(trace.matchedCount == 20)
        let ends = [0, 19].count { strays[$0] != nil }
        #expect(abs(trace.lengthMeters - 100 * Double(19 - ends)) < 10)
        #expect(trace.matchedMeters == trace.lengthMeters)
    }

    @Test func `a trace that goes on far away is measured, and ends at the limit`() {
        var strays: [Int: Coordinate] = [:]
        for step in 10..<20 { strays[step] = Coordinate(x: Double(step) * 0.00119, y: 43) }
        let trace = drive(20, strays: strays).traces[0]
        #expect(trace.strayCount == 0)
        #expect(trace.lengthMeters > 500_000)
        #expect(trace.matchedCount == 10)
        #expect(abs(trace.matchedMeters - 900) < 10)
    }
}
