// Tests a country's statutory limits on roads without posted ones, and zones.

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
