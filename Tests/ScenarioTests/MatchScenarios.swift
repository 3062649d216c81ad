// Traces and drawn lines on drawn networks.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct MatchScenarios {
    /// Two blocks; the street from b to c is one-way.
    private var blocks: NetworkSketch { streets { _ in } }

    /// The two blocks with changes to the street from b to e.
    private func streets(middle change: (inout NetworkSketch.Road) -> Void) -> NetworkSketch {
        NetworkSketch(
            """
            a------b------c
            |      |      |
            d------e------f
            """
        ) {
            $0.road("ab", seconds: 30) { $0.name = "North Street" }
            $0.oneWay("bc", seconds: 30) { $0.name = "One Street" }
            $0.road("adefc", seconds: 30) { $0.name = "Ring" }
            $0.road("be", seconds: 30) {
                $0.name = "Middle"
                change(&$0)
            }
        }
    }

    /// Positions between letters, some meters to the right, ten seconds apart.
    private func trace(
        _ sketch: NetworkSketch, _ word: String, right meters: Double = 3, name: String = "Drive"
    ) -> Trace {
        let letters = Array(word)
        var fixes: [TraceFix] = []
        for (from, to) in zip(letters, letters.dropFirst()) {
            for share in [0.1, 0.4, 0.7, 0.9] {
                fixes.append(
                    TraceFix(
                        sketch.place(from, to, at: share, right: meters),
                        milliseconds: Int64(fixes.count) * 10_000, accuracyMeters: 5))
            }
        }
        return Trace(name: name, fixes: fixes)
    }

    /// Matches traces on a sketch, and returns stops.
    private func match(
        _ sketch: NetworkSketch, _ traces: [Trace],
        _ change: (inout MatchParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        var parameters = MatchParameters()
        parameters.traces = TraceInput(traces)
        parameters.returnStops = true
        change(&parameters)
        return try NetworkLayer.sketched(sketch).match(parameters)
    }

    @Test func `a trace has a route with stops at its ends, and a row for each position`() throws {
        let result = try match(blocks, [trace(blocks, "abe")])
        #expect(blocks.letters(along: result) == "b")
        #expect(result.route(0, "Name") == .string("Drive"))
        #expect(result.stops?.features.count == 2)
        #expect(
            result.column("tracePoints", "Status").allSatisfy {
                $0 == .integer(0) || $0 == .integer(1)
            })
        #expect(result.column("tracePoints", "RouteID") == Array(repeating: .integer(1), count: 8))
        #expect(result.column("tracePoints", "PointNumber").last == .integer(8))
        let measures = result.column("tracePoints", "MeasureInMeters").compactMap {
            result.number($0)
        }
        #expect(measures == measures.sorted())
        #expect(result[table: "traceGaps"]?.features == [])
        #expect(result[table: "brokenRules"]?.features == [])
    }

    @Test(arguments: [3.0, -3])
    func `the side and the distance of each position are given`(right: Double) throws {
        for (word, isForward) in [("abe", true), ("eba", false)] {
            let result = try match(blocks, [trace(blocks, word, right: right)])
            // 1 is the right of a street as drawn: from a to b, and from b to e.
            let side = (right > 0) == isForward ? 1 : 2
            #expect(
                result.column("tracePoints", "SideOfEdge")
                    == Array(repeating: .integer(side), count: 8))
            let distances = result.column("tracePoints", "DistanceToNetworkInMeters")
                .compactMap { result.number($0) }
            #expect(distances.count == 8)
            #expect(distances.allSatisfy { abs($0 - 3) < 0.1 }, "\(distances)")
        }
    }

    @Test func `the place of a position may be sent back as a stop`() throws {
        let sketch = blocks
        let result = try match(sketch, [trace(sketch, "abe")])
        let columns = ["SourceID", "SourceOID", "PosAlong", "SideOfEdge"].map {
            result.column("tracePoints", $0)
        }
        let places = result[table: "tracePoints"]?.features.map(\.geometry) ?? []
        let ends = [1, 6]
        var parameters = RouteParameters(through: [])
        parameters.stops?.features = .shapes(
            ends.map { _ in .empty }, .point,
            attributes: ends.map { row in
                [
                    "SourceID": columns[0][row], "SourceOID": columns[1][row],
                    "PosAlong": columns[2][row], "SideOfEdge": columns[3][row],
                ]
            })
        let solved = try NetworkLayer.sketched(sketch).solve(parameters)
        for (stop, row) in ends.enumerated() {
            #expect(solved.status(stop: stop) == .ok)
            #expect(solved.stop(stop, "SourceOID") == columns[1][row])
            #expect(solved.number("PosAlong", stop: stop) == solved.number(columns[2][row]))
            #expect(solved.stop(stop, "SideOfEdge") == columns[3][row])
            guard case .point(let place) = places[row] else {
                Issue.record("position \(row) has no place")
                continue
            }
            let located = Coordinate(
                x: solved.number("SnapX", stop: stop) ?? .nan,
                y: solved.number("SnapY", stop: stop) ?? .nan)
            let meters = Geodesic.distanceMeters(from: place, to: located)
            #expect(meters < 5, "\(meters)")
        }
        #expect(sketch.letters(along: solved) == "b")
    }

    @Test func `a stop within the trace splits the route into legs`() throws {
        var drive = trace(blocks, "abe")
        drive.fixes[3].isStop = true
        drive.fixes[3].name = "Shop"
        let result = try match(blocks, [drive])
        #expect(result.stops?.features.count == 3)
        #expect(result.stop(1, "Name") == .string("Shop"))
        #expect(result.route(0, "StopCount") == .integer(3))
    }

    @Test func `a trace against a one-way street is matched, and the rule is named`() throws {
        let result = try match(blocks, [trace(blocks, "cba")])
        #expect(blocks.letters(along: result) == "b")
        #expect(result.column("brokenRules", "Rule") == [.string("oneWay")])
        #expect(result.column("brokenRules", "Street") == [.string("One Street")])
        #expect(result.messageText.contains("One Street"))
        #expect(result.messageText.contains("is traveled against its direction"))
    }

    @Test func `a street that is closed to trucks in one direction is not called one-way`() throws {
        var sketch = blocks
        // The drawing's one-way street is closed to trucks in one direction.
        var oneWay = sketch.description.restrictions[0]
        sketch.description.restrictions[0].name = "Trucks Prohibited"
        sketch.description.restrictions[0].isAboutDirection = nil
        oneWay.bit = sketch.description.restrictions.count
        sketch.description.restrictions.append(oneWay)
        let result = try match(sketch, [trace(sketch, "cba")]) {
            $0.restrictionAttributeNames = ["Driving an Automobile", "Trucks Prohibited"]
        }
        #expect(sketch.letters(along: result) == "b")
        #expect(result.column("brokenRules", "Rule") == [.string("restriction")])
        #expect(result.column("brokenRules", "Street") == [.string("One Street")])
        #expect(result.messageText.contains("is closed by \"Trucks Prohibited\""))
        #expect(!result.messageText.contains("against its direction"))
    }

    @Test func `a street closed by a restriction is matched, and the restriction is named`() throws
    {
        let sketch = streets { $0.restrictions = TestNetwork.toll }
        let result = try match(sketch, [trace(sketch, "abe")]) {
            $0.restrictionAttributeNames = ["Driving an Automobile", "Avoid Toll Roads"]
            $0.attributeParameterValues = [.usage("PROHIBITED", of: "Avoid Toll Roads")]
        }
        #expect(sketch.letters(along: result) == "b")
        #expect(result.column("brokenRules", "Rule") == [.string("restriction")])
        #expect(result.column("brokenRules", "Street") == [.string("Middle")])
        #expect(result.messageText.contains("is closed by \"Avoid Toll Roads\""))
    }

    @Test func `a drive through a limited area is matched, and the rule is named`() throws {
        let sketch = streets { $0.restrictions = TestNetwork.throughTraffic }
        let result = try match(sketch, [trace(sketch, "abef")])
        #expect(sketch.letters(along: result) == "be")
        #expect(result.column("brokenRules", "Rule") == [.string("throughTraffic")])
        #expect(result.column("brokenRules", "Street") == [.string("Middle")])
        #expect(result.messageText.contains("is closed to through traffic"))
        // A drive that ends there passes through nothing.
        let ending = try match(sketch, [trace(sketch, "abe")])
        #expect(ending[table: "brokenRules"]?.features == [])
    }

    @Test func `a prohibited turn is matched and named`() throws {
        var sketch = blocks
        sketch.forbid("abe")
        let result = try match(sketch, [trace(sketch, "abe")])
        #expect(sketch.letters(along: result) == "b")
        #expect(result.column("brokenRules", "Rule") == [.string("turn")])
        #expect(result.column("brokenRules", "Street") == [.string("Middle")])
        #expect(result.messageText.contains("the turn into Middle"))
    }

    @Test func `a U-turn against the policy is matched and named`() throws {
        var drive = trace(blocks, "aba")
        // A position at the junction itself: the vehicle did not turn before it.
        drive.fixes.insert(
            TraceFix(blocks.place("b"), milliseconds: 35_000, accuracyMeters: 5), at: 4)
        let result = try match(blocks, [drive])
        #expect(blocks.letters(along: result) == "b")
        #expect(result.column("brokenRules", "Rule") == [.string("uTurn")])
        #expect(result.column("brokenRules", "Street") == [.string("North Street")])
        #expect(result.messageText.contains("is not allowed by restrictUTurns"))
        let allowed = try match(blocks, [drive]) { $0.restrictUTurns = .allowBacktrack }
        #expect(allowed[table: "brokenRules"]?.features == [])
    }

    @Test func `a street closed by a barrier is matched, and the barrier is named`() throws {
        let result = try match(blocks, [trace(blocks, "abe")]) {
            $0.analysis.locations.barriers.line = .shapes(
                [.polyline(paths: [blocks.across("b", "e", at: 0.5)])], .polyline)
        }
        #expect(result.column("brokenRules", "Rule") == [.string("barrier")])
        #expect(blocks.letters(along: result) == "b")
    }

    @Test func `positions far from every street split the trace with the cause`() throws {
        var drive = trace(blocks, "adef")
        for place in 5...6 {
            drive.fixes[place].coordinate.y -= 0.1
        }
        let result = try match(blocks, [drive])
        #expect(
            result.column("tracePoints", "Status")[5...6].allSatisfy {
                $0 == .integer(2) || $0 == .integer(3)
            })
        #expect(result.column("tracePoints", "Confidence")[5] == .double(0))
        // The street continues behind them.
        #expect(result[table: "traceGaps"]?.features == [])

        var islands = NetworkSketch("a------b------c      d------e------f")
        islands.road("abc", seconds: 30)
        islands.road("def", seconds: 30)
        var split = trace(islands, "abcdef")
        for place in 8..<12 { split.fixes[place].coordinate.y -= 0.1 }
        let parts = try match(islands, [split])
        #expect(parts.routes?.features.count == 2)
        #expect(parts.route(1, "Name") == .string("Drive, part 2 of 2"))
        #expect(parts.column("traceGaps", "Cause") == [.string("tooFarFromStreets")])
        let meters = try #require(parts.number(parts.column("traceGaps", "DistanceInMeters").first))
        #expect((11_000...11_300).contains(meters))
        #expect(parts.messageText.contains("11 km away"))
    }

    @Test func `times that go back are said, since positions are matched as they are sent`() throws
    {
        var drive = trace(blocks, "adef")
        let sentence = "positions are earlier than the time before them"
        #expect(try !match(blocks, [drive]).messageText.contains(sentence))
        // Equal times and missing ones do not go back.
        drive.fixes[1].milliseconds = drive.fixes[0].milliseconds
        drive.fixes[4].milliseconds = nil
        #expect(try !match(blocks, [drive]).messageText.contains(sentence))
        // In 0, 0, 70, 30, …, 60, 20, 80 two go back.
        let times = (drive.fixes[2].milliseconds, drive.fixes[7].milliseconds)
        (drive.fixes[7].milliseconds, drive.fixes[2].milliseconds) = times
        let text = try match(blocks, [drive]).messageText
        #expect(text.contains("the times of 2 of \(drive.fixes.count) \(sentence)"))
        #expect(text.contains("sort them by Time"))
    }

    @Test func `the accuracy of a request counts where positions have none`() throws {
        var streets = NetworkSketch(
            """
            a------b------c
            d------e------f
            """)
        streets.road("abc", seconds: 30)
        streets.road("def", seconds: 30)
        streets.road("be", seconds: 10)
        let sketch = streets
        var drive = trace(sketch, "abc", right: 35)
        for place in drive.fixes.indices { drive.fixes[place].accuracyMeters = nil }
        func confidence(_ meters: Double?) throws -> Double {
            let result = try match(sketch, [drive]) { $0.gpsAccuracy = meters }
            #expect(sketch.letters(along: result) == "b")
            return result.column("tracePoints", "Confidence").compactMap { result.number($0) }
                .reduce(0, +) / Double(drive.fixes.count)
        }
        let (sure, unsure) = (try confidence(8), try confidence(60))
        #expect(sure > 0.99)
        #expect(unsure < sure - 0.05)
        // Their own accuracy takes precedence.
        for place in drive.fixes.indices { drive.fixes[place].accuracyMeters = 8 }
        #expect(try confidence(60) == sure)
    }

    @Test func `several traces have their own routes, and one failure stops none`() throws {
        var far = trace(blocks, "ab", name: "Far")
        for place in far.fixes.indices { far.fixes[place].coordinate.y = 10 }
        let result = try match(
            blocks, [trace(blocks, "ab", name: "One"), far, trace(blocks, "fe", name: "Two")])
        #expect(result.routes?.features.count == 2)
        #expect(result.route(1, "Name") == .string("Two"))
        #expect(result.messageText.contains("\"Far\""))
        let error = #expect(throws: RouteRequestError.self) { try match(blocks, [far]) }
        #expect(error?.identifier == .noSolution)
        #expect(error?.text.contains("\"Far\"") == true)
    }

    @Test func `a trace is matched up to the limit of its length`() throws {
        let whole = trace(blocks, "adefc")
        let result = try match(blocks, [whole]) { $0.matchDistanceLimit = 400 }
        #expect(result.column("traceGaps", "Cause") == [.string("beyondLimit")])
        #expect(result.column("tracePoints", "Status").count == whole.fixes.count)
        #expect(result.column("tracePoints", "Status").last == .integer(3))
        let all = try match(blocks, [whole]) { $0.matchDistanceLimit = -1 }
        #expect(all[table: "traceGaps"]?.features == [])
    }

    @Test func `without a limit of its own a request matches 100 km of each trace`() throws {
        var sketch = NetworkSketch("a----b----c----d", scale: 200)
        sketch.road("abcd", seconds: 2_000)
        let road = sketch
        let fixes = (0...30).map { TraceFix(road.place("a", "d", at: Double($0) / 30)) }
        let result = try match(road, [Trace(name: "Line", fixes: fixes)])
        #expect(result.column("traceGaps", "Cause") == [.string("beyondLimit")])
        let (limit, whole, matched) = (
            try #require(result.number(result.column("traceGaps", "LimitInMeters").first)),
            try #require(result.number(result.column("traceGaps", "DistanceInMeters").first)),
            try #require(result.total("Total_Length"))
        )
        #expect(abs(whole - 150_000) < 500)
        #expect((99_000...100_000).contains(limit))
        #expect((99_000...100_000).contains(matched))
        #expect(result.messageText.contains("matchDistanceLimit=-1"))
    }

    @Test func `too many positions are an error that names the limit and both counts`() throws {
        let layer = try layer(blocks) { $0.limits.maximumTracePoints = 5 }
        var parameters = MatchParameters()
        parameters.traces = TraceInput([trace(blocks, "abe")])
        let error = #expect(throws: RouteRequestError.self) { try layer.match(parameters) }
        #expect(error?.identifier == .limitExceeded)
        #expect(error?.text.contains("maximumTracePoints is 5; found 8") == true)
        parameters.traces = nil
        let missing = #expect(throws: RouteRequestError.self) { try layer.match(parameters) }
        #expect(missing?.text.contains("\"traces\"") == true)
    }

    @Test func `an encoded polyline gives the route that it was made from`() throws {
        let solved = try answer(blocks, "af")
        guard case .polyline(let paths, _)? = solved.routes?.features.first?.geometry else {
            Issue.record("the solved route has no line")
            return
        }
        var parameters = MatchParameters()
        parameters.encodedPolylines = [EncodedPolyline(decimals: 6).encoded(paths[0])]
        parameters.polylinePrecision = 6
        let result = try NetworkLayer.sketched(blocks).match(parameters)
        // A matched route has the same fields.
        #expect(result.routes?.fields == solved.routes?.fields)
        #expect(blocks.letters(along: result).contains("e"))
    }
}

struct GivenLegScenarios {
    /// A square with a detour that no search would choose.
    private let square = NetworkSketch(
        """
        a------b
        |      |
        d------c
        """
    ) {
        $0.road("ab", seconds: 10) { $0.name = "Short" }
        $0.road("adcb", seconds: 40) { $0.name = "Long" }
    }

    /// A leg given by supporting points along a word, four on each street.
    private func points(_ sketch: NetworkSketch, _ word: String) -> LegOptions {
        let letters = Array(word)
        let shares = stride(from: 0.0, to: 1.0, by: 0.25)
        let inner = zip(letters, letters.dropFirst()).flatMap { from, to in
            shares.map { sketch.place(from, to, at: $0) }
        }
        return LegOptions(supportingPoints: inner + [sketch.place(letters[letters.count - 1])])
    }

    @Test func `a leg is followed along its points, though another path is cheaper`() throws {
        let result = try answer(square, "ab") { $0.legs = [points(square, "adcb")] }
        #expect(square.letters(along: result) == "adcb")
        #expect(result.impedance == 120_000)
        let short = try answer(square, "ab") { $0.legs = [points(square, "ab")] }
        let solved = try answer(square, "ab")
        #expect(short.quanta == solved.quanta)
    }

    @Test func `what is closed on a leg is a message and costs nothing more`() throws {
        let open = try answer(square, "ab") { $0.legs = [points(square, "adcb")] }
        let closed = try answer(square, "ab") {
            $0.legs = [points(square, "adcb")]
            $0.barLines([square.across("d", "c", at: 0.5)])
        }
        #expect(closed.impedance == open.impedance)
        #expect(closed.messageText.contains("Long"))
        #expect(closed.messageText.contains("closed by"))
        #expect(closed.blockages?.count == 1)
        #expect(open.blockages == [])
    }

    @Test func `legs that do not fit the stops are errors with the counts`() throws {
        let places = square.places("adb")
        let legs = try failure(square, places) { $0.legs = [points(square, "ad")] }
        #expect(legs?.text.contains("has 1 leg for 3 stops; 2 are needed") == true)
        let point = try failure(square, Array(places.prefix(2))) {
            $0.legs = [LegOptions(supportingPoints: [square.place("a")])]
        }
        #expect(point?.text.contains("leg 1 has 1 supporting point; at least 2") == true)
        let order = try failure(square, Array(places.prefix(2))) {
            $0.legs = [points(square, "ad")]
            $0.findBestSequence = true
        }
        #expect(order?.text.contains("findBestSequence") == true)
    }
}
