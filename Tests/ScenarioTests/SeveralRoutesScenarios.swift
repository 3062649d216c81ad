// Which stops make up which route, in which order, and how a failing route affects the others.

import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct SeveralRoutesScenarios {
    /// A street of three segments, and an island of one.
    private let sketch = NetworkSketch("a---b---c---d     x---y") {
        $0.road("abcd", seconds: 10)
        $0.road("xy", seconds: 10)
    }

    /// The stops' route names as attributes.
    private func named(_ names: [String?]) -> [[String: AttributeValue]] {
        names.map { name in name.map { ["RouteName": .string($0)] } ?? [:] }
    }

    @Test func `without route names all stops make one route`() throws {
        let result = try answer(sketch, "abd")
        #expect(result.routes?.features.count == 1)
        #expect(result.route(0, "Name") == .string("Location 1 - Location 3"))
        #expect(result.route(0, "StopCount") == .integer(3))
        #expect(result.stop(1, "RouteName") == .string("Location 1 - Location 3"))
    }

    @Test func `a route is named by its first and last stop`() throws {
        let result = try answer(sketch, "abd") {
            $0.setStops([
                ["Name": .string("Depot")], ["Name": .string("Shop")], ["Name": .string("Port")],
            ])
        }
        #expect(result.route(0, "Name") == .string("Depot - Port"))
    }

    @Test func `stops with a route name make a route each, stops without belong to none`() throws {
        let result = try answer(sketch, "adbcc") {
            $0.setStops(named(["north", "south", "north", "south", nil]))
        }
        #expect(result.routes?.features.count == 2)
        #expect(result.route(0, "Name") == .string("north"))
        #expect(result.route(1, "Name") == .string("south"))
        #expect(result.impedances == [10_000, 10_000])
        #expect(result.route(0, "FirstStopID") == .integer(1))
        #expect(result.route(0, "LastStopID") == .integer(3))
        #expect(result.route(1, "FirstStopID") == .integer(2))
        #expect(result.stop(3, "Sequence") == .integer(2))
        #expect(result.stop(4, "RouteName") == .null)
        #expect(result.stop(4, "Sequence") == .null)
        #expect(
            result.messageText
                == "Stop 5 is in no route: it has no RouteName, and other stops have one; "
                + "give it a RouteName too.")
    }

    @Test func `a route's name counts in any case, as it is first written`() throws {
        let result = try answer(sketch, "adbc") {
            $0.setStops(named(["North", "south", "NORTH ", "South"]))
        }
        #expect(result.routes?.features.count == 2)
        #expect(result.route(0, "Name") == .string("North"))
        #expect(result.route(1, "Name") == .string("south"))
        #expect(
            (0..<4).map { result.stop($0, "RouteName") }
                == ["North", "south", "North", "south"].map { .string($0) })
    }

    @Test func `an empty route name is none`() throws {
        let result = try answer(sketch, "ad") { $0.setStops(named(["", ""])) }
        #expect(result.route(0, "Name") == .string("Location 1 - Location 2"))
    }

    @Test func `one bad route does not affect the others`() throws {
        let result = try answer(sketch, "axbd") {
            $0.setStops(named(["good", "bad", "good", "bad"]))
            $0.keepInPlace()
        }
        #expect(result.routes?.features.count == 1)
        #expect(result.route(0, "Name") == .string("good"))
        #expect(result.messages.first?.type == .error)
        #expect(result.messageText.contains("No route for \"bad\""))
        #expect(result.messageText.contains("from stop 2 to stop 4"))
        #expect((0..<4).map { result.status(stop: $0) } == [.ok, .notReached, .ok, .notReached])
        #expect(result.stop(1, "RouteName") == .string("bad"))
    }

    @Test func `a route with too few stops does not affect the others`() throws {
        let result = try answer(sketch, "abd") { $0.setStops(named(["good", "good", "alone"])) }
        #expect(result.routes?.features.count == 1)
        #expect(result.messageText.contains("Route \"alone\": Need at least 2 valid stops."))
    }

    @Test func `bad routes alone fail the request, with every reason`() throws {
        let error = try failure(sketch, "axby") {
            $0.setStops(named(["one", "one", "two", "two"]))
            $0.keepInPlace()
        }
        #expect(error?.identifier == .noSolution)
        let text = try #require(error?.text)
        #expect(text.contains("\"one\""))
        #expect(text.contains("\"two\""))
    }

    @Test func `a stop that cannot be placed leaves its route to the others`() throws {
        var far = sketch.place("b")
        far.y += 1
        let result = try answer(sketch, [sketch.place("a"), far, sketch.place("d")])
        #expect(result.route(0, "StopCount") == .integer(2))
        #expect(result.status(stop: 1) == .notLocated)
        #expect(result.impedance == 30_000)
    }
}

struct SequenceScenarios {
    private let sketch = NetworkSketch.street("abcd", seconds: 10)

    /// A route whose stops state their sequence.
    private func ask(_ letters: String, _ sequence: [Int?]) throws -> AnalysisResult {
        try answer(sketch, letters) {
            $0.setStops(sequence.map { number in number.map { ["Sequence": .integer($0)] } ?? [:] })
        }
    }

    @Test func `stops are visited in the order they come in`() throws {
        #expect(try ask("acbd", [nil, nil, nil, nil]).impedance == 50_000)
    }

    @Test func `or in the order of their sequence`() throws {
        let result = try ask("acbd", [1, 3, 2, 4])
        #expect(result.impedance == 30_000)
        #expect((0..<4).map { result.number("Sequence", stop: $0) } == [1, 3, 2, 4])
        #expect(result.route(0, "Name") == .string("Location 1 - Location 4"))
    }

    @Test func `the answer numbers visits from one`() throws {
        let result = try ask("dca", [3, 2, 1])
        #expect((0..<3).map { result.number("Sequence", stop: $0) } == [3, 2, 1])
        #expect(result.route(0, "FirstStopID") == .integer(3))
    }

    @Test func `stops without a sequence come after those with one`() throws {
        let result = try ask("dab", [nil, 1, 2])
        #expect((0..<3).map { result.number("Sequence", stop: $0) } == [3, 1, 2])
        #expect(result.impedance == 30_000)
    }

    @Test func `a value beyond the stops of a route, or given twice, invalidates its stop`() throws
    {
        let beyond = try ask("abd", [1, 2, 4])
        #expect(beyond.status(stop: 2) == .invalidFieldValues)
        #expect(beyond.messageText.contains("its Sequence is 4, but its route has 3 stops"))
        #expect(beyond.route(0, "StopCount") == .integer(2))
        let twice = try ask("abd", [1, 2, 2])
        #expect(twice.status(stop: 1) == .ok)
        #expect(twice.status(stop: 2) == .invalidFieldValues)
        #expect(twice.messageText.contains("stop 2 has Sequence"))
    }

    @Test func `a bad sequence fails a request that ignores no invalid locations`() throws {
        for ignores in [false, true] {
            let error = try failure(sketch, "ad") {
                $0.setStops([["Sequence": .integer(10)], ["Sequence": .integer(20)]])
                $0.ignoreInvalidLocations = ignores
            }
            #expect(error?.extendedCode == .badSequence)
        }
    }

    @Test func `the best order is found whatever the sequence says`() throws {
        let result = try answer(sketch, "adbc") {
            $0.setStops([10, 40, 20, 20].map { ["Sequence": .integer($0)] })
            $0.findBestSequence = true
        }
        // The least and the greatest value name the ends.
        #expect((0..<4).map { result.number("Sequence", stop: $0) } == [1, 4, 2, 3])
    }

    @Test func `an invalid sequence invalidates its stop, and a message says so`() throws {
        let result = try ask("abd", [nil, -3, nil])
        #expect(result.status(stop: 1) == .invalidFieldValues)
        #expect(result.messageText.contains("Sequence is -3"))
    }
}
