// A simulated driver notices wrong words about lanes and about the end of a road.

import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

struct DriverWordTests {
    private static let lanes: [LaneTurns] = [.left, .left, .through, .right]
    private static let elsewhere = "the lanes lead elsewhere"

    /// What the driver notes on a way over a crossing, told a sentence there.
    ///
    /// - Parameter ahead: The class of the street straight on.
    private func failures(
        _ text: String, _ type: String, along word: String, lanes: [LaneTurns],
        ahead: RoadClass = .residential
    ) throws -> [String] {
        var sketch = NetworkSketch(
            """
            ......n
            .......
            a.....b.....c
            .......
            ......s
            """)
        sketch.oneWay("ab", seconds: 20) { ($0.name, $0.lanes) = ("Main St", lanes) }
        sketch.road("bc", seconds: 20) { ($0.name, $0.roadClass) = ("High St", ahead) }
        sketch.road("nbs", seconds: 20) { $0.name = "Oak Ave" }
        let network = try sketch.build()
        let pieces = sketch.edges(along: word).map { row in
            let edge = EdgeID(row: row)
            return SimulatedDriver.Piece(
                edge: edge, centimeters: Int64(network.lengthCentimeters(of: edge)),
                line: network.shape(of: edge))
        }
        let street = word == "abc" ? "High St" : "Oak Ave"
        let told = [("Go east on Main St", "Straight", "Main St"), (text, type, street)]
        let instructions = try told.enumerated().map { place, told in
            try #require(
                DriverInstruction(
                    DirectionStep(
                        length: 0, timeMinutes: 0, text: told.0, maneuverType: "esriDMT" + told.1,
                        line: [], strings: [DirectionString(told.2, "esriDSTStreetName")]),
                    centimeters: place == 0 ? 0 : pieces[0].centimeters, isFirst: place == 0))
        }
        var driver = SimulatedDriver(
            network, family: "motor", restrictions: ["Driving an Automobile"])
        driver.drive(pieces, by: instructions)
        return driver.failures.map(\.kind)
    }

    @Test(arguments: [
        ("left two lanes", true), ("left lane", false), ("left three lanes", false),
        ("right lane", false), ("middle two lanes", false),
    ])
    func `lanes to a turn must be those with its arrow`(words: String, isRight: Bool) throws {
        let text = "Turn left on Oak Ave. Use the \(words)"
        #expect(
            try failures(text, "TurnLeft", along: "abn", lanes: Self.lanes)
                == (isRight ? [] : [Self.elsewhere]))
        #expect(
            try failures(text, "TurnLeft", along: "abn", lanes: []) == [Self.elsewhere],
            "no arrows are on the road")
    }

    @Test(arguments: [
        ("middle lane", true), ("middle two lanes", false), ("right two lanes", false),
        ("left lane", false),
    ])
    func `lanes straight on must be those with its arrow`(words: String, isRight: Bool) throws {
        let text = "Continue forward on High St. Use the \(words)"
        #expect(
            try failures(text, "Straight", along: "abc", lanes: Self.lanes)
                == (isRight ? [] : [Self.elsewhere]))
    }

    @Test func `a road ends only where no street goes straight on`() throws {
        let text = "At the end of the road, turn left on Oak Ave"
        #expect(
            try failures(text, "TurnLeft", along: "abn", lanes: [])
                == ["the road does not end"])
        #expect(
            try failures(text, "TurnLeft", along: "abn", lanes: [], ahead: .service).isEmpty,
            "a driveway goes on")
    }
}
