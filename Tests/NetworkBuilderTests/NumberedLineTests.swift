// Tests lines of numbers: whose street their houses are in, and what hostile ones may cost.

import Geo
import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct NumberedLineTests {
    private static func house(_ id: Int64, _ longitude: String, _ tags: String) -> String {
        MapText.node(id, longitude, "43.001", "", tags)
    }

    private static func places(_ elements: String) async throws -> PlaceDataset {
        try await PlaceFileTests.places([
            "map.osm": MapText.file(PlaceFileTests.road + elements)
        ])
    }

    @Test(arguments: [
        ("1", "3", "9223372036854775807"), ("1", "3", "0"), ("1", "3", "-2"), ("1", "3", "101"),
        ("-9223372036854775808", "5", "all"), ("9223372036854775807", "-1", "odd"),
        ("0", "4294967295", "100"), ("1", "4294967296", "all"),
    ])
    func `numbers and steps of any size are read`(from: String, to: String, step: String)
        async throws
    {
        let places = try await Self.places(
            Self.house(3, "7.000", "addr:housenumber=\(from)|addr:street=Rue Haute")
                + Self.house(4, "7.008", "addr:housenumber=\(to)|addr:street=Rue Haute")
                + MapText.way(11, [3, 4], "addr:interpolation=\(step)"))
        #expect(
            PlaceFileTests.lines(places).sorted()
                == ["Rue Haute \(from)", "Rue Haute \(to)"].sorted())
    }

    @Test func `houses without a street have that of their line, however it is spaced`()
        async throws
    {
        let places = try await Self.places(
            Self.house(3, "7.000", "addr:housenumber=1|addr:city=Ville")
                + Self.house(4, "7.008", "addr:housenumber=9|addr:city=Ville")
                // No house, so it gets no street.
                + Self.house(5, "7.004", "place=locality|name=Borne")
                + MapText.way(11, [3, 5, 4], "addr:interpolation=odd|addr:street=Rue  Haute "))
        #expect(
            PlaceFileTests.lines(places) == [1, 3, 5, 7, 9].map { "Rue Haute \($0) Ville" })
        #expect(abs(places.coordinate(ofAddress: 2).x - 7.004) < 1e-6)
        #expect(places.placeCount == 1)
    }

    @Test func `a relation's street outranks the line's`() async throws {
        let places = try await Self.places(
            Self.house(3, "7.000", "addr:housenumber=1|addr:city=Ville")
                + Self.house(4, "7.008", "addr:housenumber=5|addr:city=Ville")
                + MapText.way(11, [3, 4], "addr:interpolation=odd|addr:street=Rue Basse")
                    + """
                    <relation id='20' version='1'><member type='node' ref='3' role='house'/>
                    <member type='node' ref='4' role='house'/>
                    <tag k='type' v='associatedStreet'/><tag k='name' v=' Rue  Haute'/></relation>
                    <relation id='21' version='2'><member type='node' ref='3' role='house'/>
                    <tag k='type' v='associatedStreet'/>
                    <tag k='name' v='\(String(repeating: "x", count: 1_021))'/></relation>
                    """)
        #expect(PlaceFileTests.lines(places) == [1, 3, 5].map { "Rue Haute \($0) Ville" })
    }

    /// A mapped house stands for the one between two others if it is near, in the next cell too.
    @Test(arguments: [("7.504", ["3", "5", "5", "7"]), ("7.0101", ["3", "5", "7"])])
    func `a house of another town is another one`(longitude: String, between: [String])
        async throws
    {
        let places = try await Self.places(
            Self.house(3, "7.001", "addr:housenumber=1|addr:street=Rue Haute")
                + Self.house(4, "7.009", "addr:housenumber=9|addr:street=Rue Haute")
                + Self.house(5, longitude, "addr:housenumber=5|addr:street=Rue Haute")
                + MapText.way(11, [3, 4], "addr:interpolation=odd"))
        let numbers = ["1"] + between + ["9"]
        #expect(PlaceFileTests.lines(places) == numbers.map { "Rue Haute \($0)" })
    }

    @Test func `a line that runs to and fro ends`() async throws {
        // Each leg has 499 houses, so ten have 4,990 and the eleventh ends the line.
        #expect(NumberedLines.mostHousesOfLine == 5_000)
        func count(legs: Int) async throws -> Int {
            let toAndFro = (0...legs).map { Int64(3 + $0 % 2) }
            return try await Self.places(
                Self.house(3, "7.000", "addr:housenumber=1|addr:street=Rue Haute")
                    + Self.house(4, "7.004", "addr:housenumber=501|addr:street=Rue Haute")
                    + Self.house(5, "7.005", "addr:housenumber=504|addr:street=Rue Haute")
                    + MapText.way(11, toAndFro + [5], "addr:interpolation=all")
            ).addressCount
        }
        // Numbers 1 to 504, and without the last leg not 502 and 503.
        #expect(try await count(legs: 9) == 504)
        #expect(try await count(legs: 11) == 502)
    }
}
