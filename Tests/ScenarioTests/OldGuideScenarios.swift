// The five examples of the old guide to route tasks on phones, each with its answer.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct OldGuideScenarios {
    /// From `a` to `d`: by `b` fast and long, by `e` slow and short; a toll road and a ferry are
    /// shorter still.
    ///
    ///     b-------c
    ///     |       |
    ///     a---e---d---f
    ///      \     /
    ///       g   h
    private let sketch = NetworkSketch(
        """
        b-------c

        a---e---d---f

        g-------h
        """
    ) {
        $0.road("abcd", seconds: 10) { $0.name = "Boulevard du Nord" }
        $0.road("aed", seconds: 60) { $0.name = "Rue Droite" }
        $0.road("df", seconds: 20) { $0.name = "Impasse du Moulin" }
        $0.road("ag", seconds: 1) { $0.name = "Quai Ouest" }
        $0.road("gh", seconds: 1) { road in
            road.name = "Pont à péage"
            road.restrictions = TestNetwork.toll
        }
        $0.road("hd", seconds: 1) { $0.name = "Quai Est" }
    }

    /// A route along a word, by car, with every vertex of its line.
    private func ask(
        _ word: String, _ change: (inout RouteParameters) -> Void
    ) throws -> AnalysisResult {
        let layer = NetworkLayer(network: try sketch.build())
        return try answer(from: layer, sketch.places(word)) {
            $0.restrictionAttributeNames = ["Driving an Automobile", "Oneway"]
            $0.outputGeometryPrecision = 0
            change(&$0)
        }
    }

    @Test func `the shortest route, by the impedance Length`() throws {
        let fastest = try ask("ad") { $0.impedanceAttributeName = "TravelTime" }
        #expect(sketch.letters(along: fastest) == "aghd")
        let shortest = try ask("ad") { $0.impedanceAttributeName = "Length" }
        #expect(sketch.letters(along: shortest) == "aed")
        #expect(abs(try #require(shortest.total("Total_Length")) - 400) < 0.1)
    }

    @Test func `driving directions in French and in kilometers`() throws {
        let result = try ask("ad") {
            $0.impedanceAttributeName = "Length"
            $0.returnDirections = true
            $0.directionsLanguage = "fr_FR"
            $0.directionsLengthUnits = .kilometers
            $0.directionsOutputType = .complete
        }
        let directions = try #require(result.directions?.first)
        #expect(
            directions.steps.map(\.text) == [
                "Départ\u{a0}: Location 1",
                "Partez vers l’est dans la Rue Droite, direction Boulevard du Nord",
                "Vous arrivez à destination\u{a0}: Location 2",
            ])
        #expect(abs(directions.totalLength - 0.4) < 1e-3)
        #expect(
            directions.steps[1].strings.contains(DirectionString("0,4\u{a0}km", "esriDSTLength")))
        #expect(result.messages.isEmpty)
    }

    @Test func `tolls are avoided, ferries too`() throws {
        let result = try ask("ad") {
            $0.impedanceAttributeName = "TravelTime"
            $0.restrictionAttributeNames = ["Driving an Automobile", "Oneway", "Avoid Toll Roads"]
            $0.attributeParameterValues = [.usage("PROHIBITED", of: "Avoid Toll Roads")]
        }
        #expect(sketch.letters(along: result) == "abcd")
        #expect(result.total("Total_TravelTime") == 0.5)
    }

    @Test func `stops of a layer within a polygon, sent by value`() throws {
        // The client selects what the layer definition would: overnight deliveries within the city.
        let deliveries: [(place: Character, type: String)] = [
            ("a", "Overnight"), ("b", "Overnight"), ("e", "Ground"), ("c", "Overnight"),
            ("f", "Overnight"),
        ]
        let city = Envelope(sketch.places("abcd"))
        let chosen = deliveries.filter {
            $0.type == "Overnight" && city.contains(sketch.place($0.place))
        }
        #expect(String(chosen.map(\.place)) == "abc")
        let result = try ask("") { parameters in
            parameters.stops = .places(
                chosen.map { sketch.place($0.place) },
                attributes: chosen.map {
                    ["Name": .string(String($0.place)), "delivery_type": .string($0.type)]
                })
            parameters.impedanceAttributeName = "TravelTime"
        }
        #expect(result.route(0, "Name") == .string("a - c"))
        #expect(result.route(0, "StopCount") == .integer(3))
        #expect(result.stop(1, "delivery_type") == .string("Overnight"))
        #expect(sketch.letters(along: result) == "abc")
    }

    @Test func `turning round at dead ends and intersections`() throws {
        /// From `a` to the dead end and back; the stop itself allows no turn.
        func seconds(_ policy: UTurnPolicy) throws -> Int64? {
            let layer = NetworkLayer(network: try sketch.build())
            var parameters = RouteParameters(
                through: [sketch.place("c"), sketch.place("d", "f", at: 0.5), sketch.place("c")])
            parameters.setStops([[:], ["CurbApproach": .integer(3)], [:]])
            parameters.ignoreInvalidLocations = false
            parameters.restrictionAttributeNames = ["Driving an Automobile", "Oneway"]
            parameters.impedanceAttributeName = "TravelTime"
            parameters.restrictUTurns = policy
            do throws(RouteRequestError) {
                return try layer.solve(parameters).impedance
            } catch {
                #expect(error.identifier == .noSolution)
                return nil
            }
        }
        // 10 s to d, 20 s to the end at f, where the vehicle turns round, and the same back.
        #expect(try seconds(.atDeadEndsAndIntersections) == 60_000)
        #expect(try seconds(.atDeadEndsOnly) == 60_000)
        #expect(try seconds(.allowBacktrack) == 60_000)
        #expect(try seconds(.noBacktrack) == nil)
    }
}
