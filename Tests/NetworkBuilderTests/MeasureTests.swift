// Tests durations and speed limits as mappers write them.

import Testing

@testable import NetworkBuilder

@Suite struct MeasureTests {
    @Test(arguments: [
        ("35", 2100.0), ("1:30", 5400), ("00:12:30", 750), ("PT1H30M", 5400), ("PT20M", 1200),
        ("P1DT1H", 90_000), ("0:05", 300),
    ])
    func `a duration is read in its form`(text: String, seconds: Double) {
        #expect(Measure.seconds(text) == seconds)
    }

    @Test(arguments: [
        "", "0", "soon", "1:2:3:4", "PT", "P1H", "-5", "1:", "PT5", "99:99", "1:60", "0:10:75",
    ])
    func `what is no duration is nothing`(text: String) {
        #expect(Measure.seconds(text) == nil)
    }

    @Test(arguments: [
        ("50", 50.0), ("50 km/h", 50), ("50 км/ч", 50), ("50 km/hr", 50),
        ("30 mph", 48.280_32), ("30mph", 48.280_32),
        ("10 knots", 18.52), ("walk", 7), ("none", 140), ("DE:urban", 50), ("de:rural", 100),
        ("XX:rural", 90), ("urban", 50), ("DE:zone:30", 30), ("DE:zone30", 30), ("FR:30", 30),
        ("50;30", 50), ("GB:nsl_single", 96.560_64), ("62.5", 62.5),
        ("GB:urban", 48.280_32), ("uk:motorway", 112.654_08), ("national", 96.560_64),
        ("GB:national", 96.560_64), ("JP:national", 60), ("DE:walk", 7), ("BE-VLG:rural", 70),
        ("BE-BRU:urban", 30), ("NO:rural", 80), ("PL:living_street", 20), ("IT:living_street", 10),
        ("BE-VLG:living_street", 20), ("NL:living_street", 15), ("AT:living_street", 7),
        ("DK:living_street", 15),
        ("KZ:urban", 60), ("BG:trunk", 120),
        ("DE:20", 20), ("PT:motorway", 120), ("DE:bicycle_road", 30),
        ("GB:zone20", 32.186_88), ("GB:zone:30", 48.280_32), ("GB:20", 32.186_88),
        ("UK:zone 20", 32.186_88), ("US:CA:25", 40.233_6), ("US-NY:25", 40.233_6),
        // A region's word, else its country's, in both spellings.
        ("US:CA:urban", 56.327_04), ("US-CA:urban", 56.327_04),
        ("BE:BRU:urban", 30), ("BE-WAL:urban", 50), ("CZ:urban_motorway", 80),
        ("GB:20 mph", 32.186_88), ("BE-VLG:zone30", 30), ("ES:zone30", 30), ("zone:30", 30),
    ])
    func `a speed limit is read in its form`(text: String, expected: Double) throws {
        let limits = try NetworkDefinition.shipped().speedLimits
        let found = try #require(limits.kilometersPerHour(text))
        #expect(abs(found - expected) < 1e-9)
    }

    @Test(arguments: [
        "signals", "variable", "", "fast", "0", "-20", "50 furlongs", "DE:", "5000", "survey:20",
        "https://example.org/50", "mapillary:2019-30", "DE:zone", "note:30",
    ])
    func `what is no speed limit is nothing`(text: String) throws {
        #expect(try NetworkDefinition.shipped().speedLimits.kilometersPerHour(text) == nil)
    }
}
