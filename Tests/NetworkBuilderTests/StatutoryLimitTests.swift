// Tests a country's statutory limits on roads without posted ones, and zones.

import DefinitionFiles
import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct StatutoryLimitTests {
    /// The speed along a road in km/h.
    private func speed(_ built: BuiltTown, _ road: String) throws -> Double {
        let seconds = Double(try #require(built.cost("TravelTime", road)))
        return Double(try #require(built.cost("Length", road))) * 36 / seconds
    }

    /// A trunk road of 4 km with some tags, and a street beside it with others.
    private func trunk(
        _ tags: [String: String] = [:], beside other: [String: String] = [:]
    ) throws -> Double {
        var town = Town("a" + String(repeating: "-", count: 80) + "b\nc---d")
        town.way("ab", ["highway": "trunk"].merging(tags) { $1 })
        town.way("cd", other)
        return try speed(try town.build(), "ab")
    }

    private static let plain = 85.0
    private static let share = 0.92

    @Test func `a road without a limit is no faster than the law of its own words allows`() throws {
        #expect(abs(try trunk() - Self.plain) < 0.1)
        #expect(abs(try trunk(["zone:traffic": "NO:rural"]) - 80 * Self.share) < 0.1)
        #expect(abs(try trunk(["zone:traffic": "DE:rural"]) - Self.plain) < 0.1)
        #expect(abs(try trunk(["zone:traffic": "XX:rural"]) - Self.plain) < 0.1)
        // A region's law counts, and its country's law if the region has none.
        #expect(abs(try trunk(["zone:traffic": "BE-VLG:rural"]) - 70 * Self.share) < 0.1)
        #expect(abs(try trunk(["zone:traffic": "CH-ZH:rural"]) - Self.plain) < 0.1)
    }

    @Test(arguments: [("CY", 80.0), ("LK", 70), ("MD", 90), ("ME", 100), ("TN", 90), ("LI", 80)])
    func `limits of smaller countries`(country: String, limit: Double) throws {
        let speed = min(Self.plain, limit * Self.share)
        #expect(abs(try trunk(["zone:traffic": "\(country):rural"]) - speed) < 0.1)
    }

    @Test func `a posted limit counts in place of the law`() throws {
        let posted = ["zone:traffic": "NO:rural", "maxspeed": "90"]
        #expect(abs(try trunk(posted) - 90 * Self.share) < 0.1)
    }

    @Test(arguments: [
        "maxspeed:type", "source:maxspeed", "zone:traffic", "zone:maxspeed", "maxspeed",
    ])
    func `the words of roads near by say the country`(key: String) throws {
        #expect(abs(try trunk(beside: [key: "NO:urban"]) - 80 * Self.share) < 0.1)
        #expect(abs(try trunk(beside: [key: "sign"]) - Self.plain) < 0.1)
        #expect(abs(try trunk(beside: [key: "survey: 2019"]) - Self.plain) < 0.1)
    }

    @Test func `most of the roads near by decide, and a road's own words before them`() throws {
        var town = Town(
            "a" + String(repeating: "-", count: 80) + "b\nc---d---e---f\n\n"
                + "g" + String(repeating: "-", count: 80) + "h")
        town.way("ab", ["highway": "trunk"])
        town.way("cd", ["maxspeed:type": "SE:urban"])
        town.way("de", ["maxspeed:type": "NO:urban"])
        town.way("ef", ["maxspeed:type": "NO:urban"])
        town.way("gh", ["highway": "primary", "zone:traffic": "SE:rural"])
        let built = try town.build()
        #expect(abs(try speed(built, "ab") - 80 * Self.share) < 0.1)
        #expect(abs(try speed(built, "gh") - 70 * Self.share) < 0.1)
    }

    /// Beside streets with these limits; the sketch's countries with miles have 80 and 90 on trunk
    /// roads.
    @Test(
        arguments: [
            (["30 mph"], "right", 73.6), (["30 mph"], "left", 82.8), (["50"], "right", 85),
            (["30 mph", "50", "50"], "right", 85), (["50", "30 mph", "25 mph"], "right", 73.6),
            (["30 mph"], nil, 85),
        ] as [([String], String?, Double)])
    func `where limits are in miles, the driving side says the country`(
        limits: [String], side: String?, expected: Double
    ) throws {
        var town = Town("a" + String(repeating: "-", count: 80) + "b\nc---d---e---f")
        let sides = side.map { ["driving_side": $0] } ?? [:]
        town.way("ab", ["highway": "trunk"].merging(sides) { $1 })
        for (road, limit) in zip(["cd", "de", "ef"], limits) {
            town.way(road, ["maxspeed": limit].merging(sides) { $1 })
        }
        let built = try town.build {
            $0.speedLimits.miles = MilesCountries(right: "no", left: "se")
        }
        #expect(abs(try speed(built, "ab") - expected) < 0.1)
    }

    @Test func `a word near by names the country, whatever the unit of limits`() throws {
        var town = Town("a" + String(repeating: "-", count: 80) + "b\nc---d---e")
        town.way("ab", ["highway": "trunk", "driving_side": "right"])
        town.way("cd", ["maxspeed": "30 mph", "driving_side": "right"])
        town.way("de", ["maxspeed:type": "NO:urban", "driving_side": "right"])
        #expect(abs(try speed(try town.build(), "ab") - 80 * Self.share) < 0.1)
    }

    @Test func `countries with miles are among those with a law`() throws {
        let shipped = NetworkDefinition.shippedText
        let changed = shipped.replacing("{right: us, left: gb}", with: "{right: us, left: xx}")
        #expect(changed != shipped)
        let error = #expect(throws: InvalidDefinitions.self) {
            try NetworkDefinition(text: changed, file: "changed.yaml")
        }
        #expect(error?.description.contains("\"xx\" is not among the countries") == true)
        let limits = try NetworkDefinition.shipped().speedLimits
        #expect(limits.miles == MilesCountries(right: "us", left: "gb"))
        #expect(limits.statutory(in: "us", .motorway, isBuiltUp: false).map { $0.rounded() } == 113)
    }

    @Test func `in towns the law is that of towns`() throws {
        // Streets of 30 mph and of 50 km/h, both slower than a primary road without a law.
        func primary(_ zone: String) throws -> Double {
            var town = Town("a" + String(repeating: "-", count: 40) + "b")
            town.way("ab", ["highway": "primary", "zone:traffic": zone])
            return try speed(try town.build(), "ab")
        }
        #expect(abs(try primary("GB:urban") - 48.28 * Self.share) < 0.1)
        #expect(abs(try primary("PT:urban") - 50 * Self.share) < 0.1)
        #expect(try primary("UZ:urban") > 50)
    }

    @Test func `a zone's limit is posted, and a limit of the street outranks it`() throws {
        var town = Town("a---b---c---d---e---f")
        town.way("ab", ["zone:maxspeed": "DE:30"])
        town.way("bc", ["zone:maxspeed": "30", "maxspeed": "20"])
        town.way("cd", ["zone:maxspeed": "FR:urban", "highway": "tertiary"])
        town.way("de", ["zone:traffic": "FR:urban"])
        town.way("ef", ["zone:maxspeed": "DE:30", "maxspeed": "signals"])
        let built = try town.build()
        let network = try built.dataset()
        let limits = try ["ab", "bc", "cd", "de", "ef"].map {
            network.speedLimit(of: try #require(built.edge($0)))
        }
        #expect(limits == [30, 20, 50, nil, 30])
        #expect(abs(try speed(built, "ab") - 30 * Self.share) < 0.5)
        #expect(abs(try speed(built, "bc") - 20 * Self.share) < 0.5)
    }

    @Test func `what a definition says of countries is read with its place`() throws {
        let limits = try NetworkDefinition.shipped().speedLimits
        #expect(limits.statutory(in: "de", .secondary, isBuiltUp: false) == 100)
        #expect(limits.statutory(in: "de", .secondary, isBuiltUp: true) == 50)
        #expect(limits.statutory(in: "de", .trunk, isBuiltUp: true) == nil)
        #expect(limits.statutory(in: "de", .motorway, isBuiltUp: false) == 140)
        #expect(limits.statutory(in: "xx", .secondary, isBuiltUp: true) == nil)
        #expect(limits.country(of: ["maxspeed:type": "sign"]) == "")
        #expect(limits.country(of: ["source:maxspeed": "http://example.org"]) == "")
        #expect(limits.country(of: ["maxspeed": "BE-VLG:urban"]) == "be-vlg")
    }
}
