// Solves that are cancelled, time out, or have empty answers.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct SolveControlScenarios {
    private let sketch = NetworkSketch("a---b     x---y") {
        $0.road("ab", seconds: 10)
        $0.road("xy", seconds: 10)
    }

    /// The error of a solve under this control, `nil` if it succeeds.
    private func identifier(
        _ control: SolveControl, _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> RouteRequestError.Identifier? {
        var parameters = RouteParameters(through: sketch.places("ab"))
        change(&parameters)
        let layer = try NetworkLayer.sketched(sketch)
        layer.prepare()
        return failure(from: layer, parameters, under: control)?.identifier
    }

    @Test func `a cancelled solve stops`() throws {
        let control = SolveControl()
        #expect(try identifier(control) == nil)
        control.cancel()
        #expect(try identifier(control) == .cancelled)
    }

    @Test(arguments: [
        (Cancellation.clientClosed, "closed its connection"), (.serverStopping, "is stopping"),
        (.interrupted, "interrupted"), (.outgrown, "exceeded the time limit"),
    ])
    func `a cancelled solve says why, the first reason`(
        reason: Cancellation, words: String
    ) {
        let control = SolveControl()
        control.cancel(reason)
        control.cancel(.interrupted)
        let error = #expect(throws: RouteRequestError.self) { try control.check() }
        #expect(error?.details.first?.contains(words) == true)
    }

    @Test func `a solve that is out of time stops and says how much there was`() throws {
        let control = SolveControl(timeLimitSeconds: 0)
        #expect(try identifier(control) == .timedOut)
        #expect(try identifier(SolveControl(timeLimitSeconds: 600)) == nil)
    }

    @Test func `a trial solves what can be solved, and leaves the search for causes`() throws {
        let trial = SolveControl(trialSeconds: 600)
        #expect(try identifier(trial) == nil)
        #expect(!trial.hasOutgrownTrial)
        for isEmpty in [false, true] {
            let cutOff = SolveControl(trialSeconds: 600)
            let found = try identifier(cutOff) {
                $0.stops = RouteParameters(through: sketch.places("ax")).stops
                $0.returnEmptyResults = isEmpty
                $0.keepInPlace()
            }
            #expect(found == .cancelled)
            #expect(cutOff.hasOutgrownTrial)
        }
    }

    @Test func `a trial customizes nothing, and solves what has been customized elsewhere`()
        throws
    {
        let layer = try NetworkLayer.sketched(sketch)
        var parameters = RouteParameters(through: sketch.places("ab"))
        for restrictions in [["Driving an Automobile"], ["Oneway"]] {
            parameters.restrictionAttributeNames = restrictions
            let early = SolveControl(trialSeconds: 600)
            #expect(failure(from: layer, parameters, under: early)?.identifier == .cancelled)
            #expect(early.hasOutgrownTrial)
            #expect(failure(from: layer, parameters)?.identifier == nil)
            let late = SolveControl(trialSeconds: 600)
            #expect(failure(from: layer, parameters, under: late)?.identifier == nil)
            #expect(!late.hasOutgrownTrial)
        }
    }

    @Test func `a trial that is over has outgrown itself even when it was answered`() throws {
        let trial = SolveControl(trialSeconds: 0)
        _ = try identifier(trial)
        #expect(trial.hasOutgrownTrial)
        #expect(!SolveControl(timeLimitSeconds: 0).hasOutgrownTrial)
    }

    @Test func `a trial leaves long routes to be written elsewhere`() throws {
        let there = sketch.places("ab")
        for (hasRows, isLong) in [(false, false), (true, true)] {
            let trial = SolveControl(trialSeconds: 600)
            let found = try identifier(trial) {
                $0 = RouteParameters(through: (0..<300).map { there[$0 % 2] })
                $0.returnTraversedEdges = hasRows
            }
            #expect(found == (isLong ? .cancelled : nil))
            #expect(trial.hasOutgrownTrial == isLong)
        }
    }

    @Test func `trivial is what has few stops, no barriers and nothing to look up`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        func isTrivial(_ change: (inout RouteParameters) -> Void) -> Bool {
            var parameters = RouteParameters(through: sketch.places("ab"))
            change(&parameters)
            return layer.effort(of: parameters) == .trivial
        }
        let point = RouteParameters(through: [sketch.place("a")]).stops
        #expect(isTrivial { _ in })
        #expect(
            isTrivial {
                $0.barriers.point = point
                $0.barriers.point?.features.features = []
            })
        #expect(!isTrivial { $0.barriers.point = point })
        #expect(!isTrivial { $0.barriers.polygon = point })
        #expect(!isTrivial { $0.findBestSequence = true })
        #expect(!isTrivial { $0.startTime = .now })
        #expect(!isTrivial { $0.stops = nil })
        #expect(isTrivial { $0.outSR = .webMercator })
        #expect(!isTrivial { $0.outSR = SpatialReference(wkid: 2154) })
        #expect(!isTrivial { $0.outSR = SpatialReference(wkt: "PROJCS[]") })
        #expect(!isTrivial { $0.context = MapContext(outSR: SpatialReference(wkid: 2154)) })
        #expect(!isTrivial { $0.stops?.features.spatialReference = SpatialReference(wkid: 2154) })
        #expect(
            !isTrivial {
                $0.stops?.features.features[1].spatialReference = SpatialReference(wkid: 2154)
            })
        #expect(
            !isTrivial {
                $0 = RouteParameters(through: Array(repeating: sketch.place("a"), count: 11))
            })
    }

    @Test func `the effort of many stops and large barriers is stated`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        func effort(_ change: (inout RouteParameters) -> Void) -> SolveEffort {
            var parameters = RouteParameters(through: sketch.places("ab"))
            change(&parameters)
            return layer.effort(of: parameters)
        }
        func through(_ count: Int) -> RouteParameters {
            RouteParameters(through: Array(repeating: sketch.place("a"), count: count))
        }
        let points = try #require(through(1).stops?.features)
        func line(_ count: Int) -> LocationInput {
            let path = (0..<count).map { Coordinate(x: Double($0) / 1_000, y: 0) }
            var set = points
            set.features[0].geometry = .polyline(paths: [path])
            return LocationInput(features: set)
        }
        #expect(effort { $0 = through(50) } == .light)
        #expect(effort { $0 = through(51) } == .heavy)
        #expect(
            effort {
                $0 = through(12)
                $0.findBestSequence = true
            } == .light)
        #expect(
            effort {
                $0 = through(13)
                $0.findBestSequence = true
            } == .heavy)
        #expect(effort { $0.barriers.line = line(500) } == .light)
        #expect(effort { $0.barriers.line = line(501) } == .heavy)
    }

    @Test func `a few polygons of many vertices are heavy in every operation`() throws {
        let layer = try NetworkLayer.sketched(sketch)
        let place = sketch.place("a")
        let point = "\(place.x),\(place.y)"
        func effort(_ operation: AnalysisOperation, vertices: Int) throws -> SolveEffort {
            let ring = (0..<vertices).map { corner in
                let (x, y) = (Double(corner % 3) / 10_000, Double(corner % 2) / 10_000)
                return "[\(place.x + x),\(place.y + y)]"
            }.joined(separator: ",")
            let barriers = #"{"features":[{"geometry":{"rings":[[\#(ring)]]}}]}"#
            let places = ["stops", "origins", "destinations", "incidents", "facilities"]
            let form = FormParameters(
                places.map { (name: $0, value: "\(point);\(point)") } + [
                    (name: "polygonBarriers", value: barriers),
                    (name: "routeHandle", value: "a handle"), (name: "traces", value: "\(point)"),
                ])
            return layer.effort(
                of: try operation.request(
                    form, locateDefaults: layer.layerDescription.configuration.locateSettings))
        }
        for operation in [AnalysisOperation].all where operation.description != .locate {
            let name = operation.description.name
            #expect(try effort(operation, vertices: 400) == .light, "\(name)")
            #expect(try effort(operation, vertices: 5_000) == .heavy, "\(name)")
        }
    }

    @Test func `a trial on a worker does what has an end, and nothing as long as the network`()
        throws
    {
        let explained = SolveControl(trialSeconds: 600, isOnWorker: true)
        let found = try identifier(explained) {
            $0.stops = RouteParameters(through: sketch.places("ax")).stops
            $0.keepInPlace()
        }
        #expect(found != nil && found != .cancelled)
        #expect(!explained.hasOutgrownTrial)
        let layer = try NetworkLayer.sketched(sketch)
        var parameters = RouteParameters(through: sketch.places("ab"))
        parameters.restrictionAttributeNames = ["Driving an Automobile"]
        let early = SolveControl(trialSeconds: 600, isOnWorker: true)
        #expect(failure(from: layer, parameters, under: early)?.identifier == .cancelled)
        #expect(early.hasOutgrownTrial)
    }

    @Test func `empty results do not hide that a solve stopped`() throws {
        let control = SolveControl()
        control.cancel()
        #expect(try identifier(control) { $0.returnEmptyResults = true } == .cancelled)
    }

    @Test func `a failing request may answer emptily, with the reason as a message`() throws {
        let result = try answer(sketch, "ax") {
            $0.returnEmptyResults = true
            $0.returnDirections = true
            $0.keepInPlace()
        }
        #expect(result.routes?.features.isEmpty == true)
        #expect(result.stops != nil)
        #expect(result.directions == [])
        #expect(result.messages.first?.type == .error)
        #expect(result.messageText.contains("from stop 1 to stop 2"))
    }

    @Test func `empty results change nothing for a request that succeeds`() throws {
        let result = try answer(sketch, "ab") { $0.returnEmptyResults = true }
        #expect(result.routes?.features.count == 1)
    }

    @Test func `a request names a few coordinate systems, and those not read yet are counted`()
        throws
    {
        let layer = try NetworkLayer.sketched(sketch)
        var parameters = RouteParameters(through: sketch.places("ab"))
        #expect(layer.unreadSystems(in: parameters.analysis) == 0)
        let text = SpatialReference(wkt: "PROJCS[\"never read before\"]")
        parameters.outSR = text
        parameters.barriers.polygon = parameters.stops
        parameters.barriers.polygon?.features.features[0].spatialReference = text
        let unknown = SpatialReference(wkid: 999_998)
        parameters.barriers.polygon?.features.features[1].spatialReference = unknown
        #expect(layer.unreadSystems(in: parameters.analysis) == 2)
        let expected = RouteRequestError.Identifier.unknownSpatialReference
        #expect(failure(from: layer, parameters)?.identifier == expected)
        #expect(
            layer.unreadSystems(in: parameters.analysis) < 2, "a text that failed is not read again"
        )

        var many = RouteParameters(through: (0..<40).map { _ in sketch.place("a") })
        for row in 0..<40 {
            many.stops?.features.features[row].spatialReference = SpatialReference(
                wkid: 2_000 + row)
        }
        #expect(failure(from: layer, many)?.identifier == .limitExceeded)
        for row in 0..<40 {
            many.stops?.features.features[row].spatialReference = row % 2 == 0 ? .wgs84 : nil
        }
        #expect(failure(from: layer, many)?.identifier == nil)
    }
}
