// Route handles: what they restore, unchanged and with closures.

import DataStructures
import Geo
import MatrixAnalysis
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct RouteHandleScenarios {
    /// A main street of six blocks, and a detour by the south.
    private let sketch = NetworkSketch(
        """
        a---b---c---d---e
            |       |
            f---g---h
        """
    ) {
        $0.road("abcde", seconds: 60) { $0.name = "Main Street" }
        $0.road("bfghd", seconds: 60) { $0.name = "South Street" }
    }

    /// Solves a route through letters, and returns its handle too.
    private func handle(
        _ layer: NetworkLayer, _ letters: String,
        _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> (result: AnalysisResult, handle: String) {
        let result = try answer(from: layer, sketch.places(letters)) {
            $0.returnDirections = true
            $0.returnRouteHandle = true
            change(&$0)
        }
        return (result, try #require(result.handle()))
    }

    /// Refreshes a route by its handle.
    private func refresh(
        _ layer: NetworkLayer, _ handle: String,
        _ change: (inout RefreshParameters) -> Void = { _ in }
    ) throws -> AnalysisResult {
        try layer.refresh(handle) {
            $0.returnDirections = true
            $0.returnStops = true
            $0.returnQuanta = true
            change(&$0)
        }
    }

    @Test func `a route comes back as it was, on another server with the network too`() throws {
        let (layer, other) = (try NetworkLayer.sketched(sketch), try NetworkLayer.sketched(sketch))
        let (solved, handle) = try handle(layer, "ace")
        let again = try refresh(layer, handle) { $0.returnRouteHandle = true }
        #expect(again.routes == solved.routes)
        #expect(again.stops == solved.stops)
        #expect(again.directions == solved.directions)
        #expect(again.quanta == solved.quanta)
        #expect(again.blockages == [])
        let elsewhere = try refresh(other, handle) { $0.returnRouteHandle = true }
        #expect(AnalysisResultWriter.json(elsewhere) == AnalysisResultWriter.json(again))
    }

    @Test func `what is closed on it is listed and not avoided`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let (solved, handle) = try handle(layer, "ae")
        let closed = try refresh(layer, handle) {
            $0.barPoints([sketch.place("b", "c", at: 0.5)], [["Name": .string("Works")]])
        }
        #expect(closed.quanta == solved.quanta)
        #expect(closed.routes?.features.first?.geometry == solved.routes?.features.first?.geometry)
        let blockage = try #require(closed.blockages?.first)
        #expect(closed.blockages?.count == 1)
        #expect(blockage.leg == 1)
        #expect(blockage.cause == .barrier)
        #expect(blockage.street == "Main Street")
        #expect(blockage.barriers.map(\.name) == ["Works"])
        #expect(abs(blockage.meters - 300) < 1)
        #expect(closed.messageText.contains("is closed at one place, the first after 300 m"))
    }

    @Test func `a route under way is refreshed from where the vehicle is`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let (_, handle) = try handle(layer, "ace")
        /// Refreshes the rest of the route, with a barrier in the middle of a street.
        func rest(_ meters: Double, closing street: String? = nil) throws -> AnalysisResult {
            try refresh(layer, handle) {
                $0.progress = meters
                guard let ends = street?.map({ $0 }) else { return }
                $0.barPoints([sketch.place(ends[0], ends[1], at: 0.5)])
            }
        }
        // 200 m and a minute from letter to letter.
        for meters in stride(from: 0.0, through: 750, by: 50) {
            let left = try rest(meters)
            #expect(abs((left.total("Total_TravelTime") ?? 0) - (4 - meters / 200)) < 0.01)
            #expect(left.stops?.features.count == (meters < 400 ? 3 : 2))
        }
        let half = try rest(300)
        #expect(sketch.letters(along: half).hasSuffix("cde"))
        let byPlace = try refresh(layer, handle) {
            $0.position = .places([sketch.place("b", "c", at: 0.5)])
        }
        #expect(byPlace.total("Total_TravelTime") == half.total("Total_TravelTime"))
        // What lies behind counts no more; what lies ahead is as far as the vehicle has to go.
        #expect(try rest(300, closing: "ab").blockages == [])
        let ahead = try #require(try rest(300, closing: "de").blockages?.first)
        #expect(abs(ahead.meters - 400) < 1)
        let error = #expect(throws: RouteRequestError.self) {
            try refresh(layer, handle) { $0.position = .places([Coordinate(x: 8, y: 44)]) }
        }
        #expect(try #require(error?.text).contains("rejoin leads back to a route"))
    }

    @Test func `costs that barriers add count`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let (_, handle) = try handle(layer, "ae")
        let slow = try refresh(layer, handle) {
            $0.barPoints(
                [sketch.place("b", "c", at: 0.5)],
                [["BarrierType": .integer(2), "Attr_TravelTime": .double(3)]])
        }
        #expect(slow.total("Total_TravelTime") == 7)
    }

    @Test func `a street that the request's restrictions close is named with them`() throws {
        let layer = try NetworkLayer.sketched(tolled)
        let (solved, handle) = try handle(layer, "ae")
        let closed = try refresh(layer, handle) {
            $0.restrictionAttributeNames = ["Driving an Automobile", "Avoid Toll Roads"]
            $0.attributeParameterValues = [.usage("PROHIBITED", of: "Avoid Toll Roads")]
        }
        #expect(
            closed.quanta?.first?.costs.map(\.value) == solved.quanta?.first?.costs.map(\.value))
        #expect(closed.blockages?.map(\.restrictions) == [["Avoid Toll Roads"]])
        #expect(closed.blockages?.first?.cause == .restriction)
    }

    @Test func `a turn that is prohibited now is listed with its cause`() throws {
        var town = sketch
        // Buses may pass there.
        town.forbid("abc", under: TestNetwork.automobile)
        let layer = try NetworkLayer.sketched(town)
        let (solved, handle) = try handle(layer, "ae") {
            $0.restrictionAttributeNames = ["Driving a Bus"]
        }
        #expect(town.letters(along: solved) == "abcde")
        let closed = try refresh(layer, handle) {
            $0.restrictionAttributeNames = ["Driving an Automobile"]
        }
        #expect(closed.blockages?.map(\.cause) == [.turn])
        #expect(closed.blockages?.first?.street == "Main Street")
        #expect(abs((closed.blockages?.first?.meters ?? 0) - 200) < 1)
        #expect(closed.impedance == solved.impedance)
    }

    /// The same town with a toll from c to d.
    private let tolled = NetworkSketch(
        """
        a---b---c---d---e
            |       |
            f---g---h
        """
    ) {
        $0.road("abc", seconds: 60)
        $0.road("cd", seconds: 60) { $0.restrictions = TestNetwork.toll }
        $0.road("de", seconds: 60)
        $0.road("bfghd", seconds: 60)
    }

    @Test func `on a network that was rebuilt, the path is matched by its line`() throws {
        var rebuilt = NetworkSketch(
            """
            a---b---c---d---e
                |       |
                f---g---h
            """)
        rebuilt.road("gc", seconds: 900)
        rebuilt.road("bfghd", seconds: 60)
        rebuilt.road("abcde", seconds: 90)
        let (_, handle) = try handle(try NetworkLayer.sketched(sketch), "ace")
        let again = try refresh(try NetworkLayer.sketched(rebuilt), handle) {
            $0.returnRouteHandle = true
        }
        #expect(rebuilt.letters(along: again) == "abcde")
        #expect(again.total("Total_TravelTime") == 6)
        #expect(again.messageText.contains("another version of the network"))
        #expect(again.handle() != handle)
        // The other requests about a route match it too.
        let later = try NetworkLayer.sketched(rebuilt)
        let proposed = try later.better(handle) {
            $0.progress = 50
            $0.minDeviationDistance = 0
            $0.minDeviationTime = 0
            $0.returnRouteHandle = true
            $0.barPoints([sketch.place("b", "c", at: 0.5)])
        }
        #expect(proposed.replanning?.reason == .avoidBlockage)
        #expect(rebuilt.letters(along: proposed) == "bfghdcde")
        #expect(proposed.messageText.contains("another version of the network"))
        #expect(try refresh(later, try #require(proposed.handle())).blockages == [])
        let back = try later.rejoin(handle) {
            $0.progress = 250
            $0.position = .places([sketch.place("f", "g", at: 0.5)])
        }
        #expect(rebuilt.letters(along: back).last == "e")
        #expect(back.replanning?.reason == .deviated)
        #expect(back.messageText.contains("another version of the network"))
        let island = NetworkSketch("a---b       d---e") {
            $0.road("ab", seconds: 60)
            $0.road("de", seconds: 60)
        }
        #expect(throws: RouteRequestError.self) {
            try refresh(try NetworkLayer.sketched(island), handle)
        }
    }

    @Test func `routes to closest facilities have handles like any other`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        var parameters = ClosestFacilityParameters(from: sketch.input("a"), to: sketch.input("ge"))
        parameters.defaultTargetFacilityCount = 2
        parameters.returnCFRoutes = true
        parameters.returnRouteHandle = true
        let found = try layer.solve(parameters)
        #expect(found.routes?.features.count == 2)
        for (number, word) in ["abfg", "abcde"].enumerated() {
            let text = try #require(found.handle(route: number))
            let again = try refresh(layer, text)
            #expect(sketch.letters(along: again) == word)
            #expect(
                again.total("Total_TravelTime") == found.total("Total_TravelTime", route: number))
            #expect(again.route(0, "StopCount") == .integer(2))
        }
    }

    @Test func `settings are those of the route unless others are sent`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let (solved, handle) = try handle(layer, "ae") {
            $0.impedanceAttributeName = "Length"
            $0.accumulateAttributeNames = ["TravelTime"]
        }
        let same = try refresh(layer, handle)
        #expect(same.quanta == solved.quanta)
        #expect(same.total("Total_Length") == solved.total("Total_Length"))
        let other = try refresh(layer, handle) { $0.impedanceAttributeName = "TravelTime" }
        #expect(other.impedance == 240_000)
    }

    @Test func `a route without traffic stays without it, unless the request wants it`() throws {
        let town = try TrafficTown(sketch)
        // Twelve minutes instead of one.
        town.publish(["bc": 1])
        let without = try handle(town.layer, "ae") { $0.useTraffic = false }
        #expect(sketch.letters(along: without.result) == "abcde")
        let again = try refresh(town.layer, without.handle) { $0.returnRouteHandle = true }
        #expect(again.routes == without.result.routes)
        #expect(again.quanta == without.result.quanta)
        #expect(again.traffic == nil)
        #expect(again.handle() == without.handle)
        let live = try refresh(town.layer, without.handle) { $0.useTraffic = true }
        #expect(live.traffic != nil)
        #expect((live.total("Delay_TravelTime") ?? 0) > 10)
        // The handle omits defaults.
        let usual = try handle(town.layer, "ae")
        #expect(try handle(town.layer, "ae") { $0.useTraffic = true }.handle == usual.handle)
    }

    @Test func `times at stops, windows and names come back`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let (solved, handle) = try handle(layer, "ace") { parameters in
            parameters.setStops([
                ["Name": .string("Depot"), "ObjectID": .integer(70)],
                [
                    "Name": .string("Kiosk"), "ObjectID": .integer(30),
                    "Attr_TravelTime": .double(4), "CurbApproach": .integer(3),
                    "TimeWindowStart": .date(1_719_230_400_000),
                    "TimeWindowEnd": .date(1_719_234_000_000),
                ], ["Name": .string("End"), "ObjectID": .integer(10)],
            ])
            parameters.preserveObjectID = true
            parameters.useTimeWindows = true
            parameters.startTime = .milliseconds(1_719_226_800_000)
        }
        let again = try refresh(layer, handle)
        #expect(again.stops == solved.stops)
        #expect(again.directions == solved.directions)
        // The kiosk opens after the vehicle arrives.
        #expect((solved.number("Wait_TravelTime", stop: 1) ?? 0) > 0)
        let open = try refresh(layer, handle) { $0.useTimeWindows = false }
        #expect(open.number("Wait_TravelTime", stop: 1) == nil)
        let (late, early) = (
            again.total("Total_TravelTime") ?? 0, open.total("Total_TravelTime") ?? 0
        )
        #expect(early < late)
    }

    @Test func `several windows, a break and a start that floats come back`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let opens = 1_719_230_400_000
        let (solved, handle) = try handle(layer, "ace") { parameters in
            parameters.setStops([
                ["Name": .string("Depot")],
                [
                    "Name": .string("Kiosk"), "Attr_TravelTime": .double(4),
                    "TimeWindowStart2": .date(Int64(opens)),
                    "TimeWindowEnd2": .date(Int64(opens) + 600_000),
                    "TimeWindowStart9": .date(Int64(opens) + 7_200_000),
                    "TimeWindowEnd9": .date(Int64(opens) + 7_260_000),
                ],
                [
                    "Name": .string("End"), "TimeWindowStart": .date(Int64(opens) + 3_600_000),
                    "TimeWindowEnd": .date(Int64(opens) + 3_660_000),
                ],
            ])
            parameters.useTimeWindows = true
            parameters.optimizeStartTime = true
            parameters.breakDuration = 30
            parameters.breakEnd = opens + 3_000_000
            parameters.maxTotalTime = 20
        }
        let again = try refresh(layer, handle)
        for name in ["ArriveTimeUTC", "DepartTimeUTC", "Wait_TravelTime", "Violation_TravelTime"] {
            #expect((0..<3).map { again.stop($0, name) } == (0..<3).map { solved.stop($0, name) })
        }
        // The vehicle leaves as late as the second window allows, with half an hour of break.
        #expect(solved.stop(1, "ArriveTimeUTC") == .date(Int64(opens) + 600_000))
        #expect(again.messageText.contains("has its break at"))
        #expect(again.messageText.contains("more than maxTotalTime allows"))
    }

    @Test func `a text that is no handle is refused with what would work`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let (_, handle) = try handle(layer, "ae")
        let texts: [(text: String?, word: String)] = [
            (nil, "is missing"), ("", "is missing"), ("$$", "not base64url"),
            (handle.dropLast(4) + "AAAA", "checksum"), ("B" + handle.dropFirst(), "version"),
            (String(repeating: "A", count: RouteHandle.maximumLength + 1), "at most"),
        ]
        for (text, word) in texts {
            do throws(RouteRequestError) {
                _ = try layer.refresh(text)
                Issue.record("accepted \(text ?? "nil")")
            } catch {
                #expect(error.text.contains(word), "\(error.text)")
                #expect(error.text.contains("routeHandle"))
            }
        }
    }

    @Test func `bytes that were changed are never followed`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let (_, handle) = try handle(layer, "ace")
        let bytes = try #require(Base64URL.bytes(of: handle.utf8))
        var generator = SeededGenerator(8_100)
        for _ in 0..<400 {
            var damaged = bytes
            let place = Int.random(in: 0..<(bytes.count - 8), using: &generator)
            damaged[place] = UInt8.random(in: 0...255, using: &generator)
            // With a valid checksum, only the checks of values can refuse the handle.
            let sum = damaged[..<(bytes.count - 8)].withUnsafeBytes { DatasetChecksum.of($0) }
            for index in 0..<8 {
                damaged[bytes.count - 8 + index] = UInt8(
                    truncatingIfNeeded: sum >> UInt64(8 * index))
            }
            do throws(RouteRequestError) {
                _ = try layer.refresh(Base64URL.text(of: damaged))
            } catch {
                #expect(error.identifier != .cancelled)
            }
        }
    }
}
