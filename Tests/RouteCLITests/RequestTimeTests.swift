// Tests times in options and files, and the times that a layer receives.

import ArgumentParser
import Foundation
import Geo
import RouteAPI
import Preparation
import RouteAnalysis
import Testing

@testable import RouteCLI

@Suite struct RequestTimeTests {
    private static let lisbon = "Europe/Lisbon"
    /// 2026-06-24T06:00 on a clock, and the same in Lisbon (UTC+1) as an instant.
    private static let wall: Int64 = 1_782_280_800_000
    private static let instant: Int64 = 1_782_277_200_000
    private static let hour: Int64 = 3_600_000

    /// A command line's request, with a file of stops.
    private func request(
        _ stops: String = "7,43\n8,43\n", in service: ServiceZone = ServiceZone(lisbon),
        _ arguments: String...
    ) throws -> SolveRequest {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("times-\(UUID().uuidString)").path
        try Console.write(bytes: Array(stops.utf8), toFile: file)
        defer { unlink(file) }
        let command = try #require(
            try Waypost.parseAsRoot(
                ["solve", "--network", "town", "--stops", file] + arguments) as? SolveCommand)
        return try command.draft().request(in: service)
    }

    /// The windows as a layer would read them.
    private func windows(_ request: SolveRequest) throws -> [[Int64?]] {
        let set = try #require(RouteParameters(fields: request.fields).stops?.features)
        return set.features.map { stop in
            ["TimeWindowStart", "TimeWindowEnd"].map { name in
                switch set.value(name, of: stop) {
                case .date(let time)?: time
                case .integer(let time)?: Int64(time)
                default: nil
                }
            }
        }
    }

    private static let csv = """
        lon,lat,TimeWindowStart,TimeWindowEnd
        7,43,2026-06-24T06:00,08:00
        8,43,,
        """
    private static let geoJSON = """
        {"type":"FeatureCollection","features":[{"type":"Feature",
        "properties":{"TimeWindowStart":"2026-06-24T06:00","TimeWindowEnd":"08:00"},
        "geometry":{"type":"Point","coordinates":[7,43]}},{"type":"Feature","properties":{},
        "geometry":{"type":"Point","coordinates":[8,43]}}]}
        """
    private static let esri = """
        {"fields":[{"name":"TimeWindowStart","type":"esriFieldTypeDate"}],
        "features":[{"geometry":{"x":7,"y":43},"attributes":{
        "TimeWindowStart":"2026-06-24T06:00","TimeWindowEnd":"08:00"}},
        {"geometry":{"x":8,"y":43}}]}
        """
    private static let gpx = """
        <gpx><wpt lat="43" lon="7"><extensions><TimeWindowStart>2026-06-24T06:00</TimeWindowStart>
        <TimeWindowEnd>08:00</TimeWindowEnd></extensions></wpt><wpt lat="43" lon="8"/></gpx>
        """

    @Test(arguments: [csv, geoJSON, esri, gpx])
    func `every format has the same times`(file: String) throws {
        let found = try request(file, "--start-time", "2026-06-24T05:00")
        #expect(found.fields["startTime"] == "\(Self.wall - Self.hour)")
        #expect(found.fields["startTimeIsUTC"] == "false")
        #expect(found.fields["timeWindowsAreUTC"] == "false")
        #expect(try windows(found) == [[Self.wall, Self.wall + 2 * Self.hour], [nil, nil]])
        #expect(found.notes == [])
    }

    @Test(arguments: [csv, geoJSON, esri, gpx])
    func `another zone than the service's makes instants`(file: String) throws {
        for service in [ServiceZone("Europe/Monaco"), .unknown] {
            let found = try request(
                file, in: service, "--start-time", "2026-06-24T05:00", "--time-zone", Self.lisbon)
            #expect(found.fields["startTime"] == "\(Self.instant - Self.hour)")
            #expect(found.fields["startTimeIsUTC"] == "true")
            #expect(found.fields["timeWindowsAreUTC"] == "true")
            #expect(
                try windows(found) == [[Self.instant, Self.instant + 2 * Self.hour], [nil, nil]])
        }
    }

    @Test func `a second window has the same times as a first one`() throws {
        let file = """
            lon,lat,TimeWindowStart,TimeWindowEnd,TimeWindowStart2,TimeWindowEnd2
            7,43,2026-06-24T03:00,04:00,2026-06-24T06:00,08:00
            8,43,,,,
            """
        let found = try request(file, "--start-time", "2026-06-24T05:00")
        let set = try #require(RouteParameters(fields: found.fields).stops?.features)
        let bounds = ["TimeWindowStart2", "TimeWindowEnd2"].map { name in
            set.features.map { set.value(name, of: $0) }
        }
        #expect(bounds[0] == [.date(Self.wall), .null])
        #expect(bounds[1] == [.date(Self.wall + 2 * Self.hour), .null])
        let wrong = file.replacing("08:00", with: "8 o'clock")
        let error = #expect(throws: (any Error).self) {
            try request(wrong, "--start-time", "2026-06-24T05:00", "--time-windows")
        }
        #expect("\(error.map { "\($0)" } ?? "")".contains("TimeWindowEnd2"))
    }

    @Test func `times with and without a zone stand side by side`() throws {
        let file = """
            lon,lat,TimeWindowStart,TimeWindowEnd
            7,43,2026-06-24T05:00Z,2026-06-24T07:00
            8,43,2026-06-24T07:00:00+02:00,\(Self.wall)
            """
        let found = try request(file)
        #expect(found.fields["timeWindowsAreUTC"] == "true")
        // Bare milliseconds are local, as without any text beside them.
        #expect(
            try windows(found) == [
                [Self.instant, Self.instant + Self.hour], [Self.instant, Self.instant],
            ])
        let missing = #expect(throws: MissingZone.self) { try request(file, in: .unknown) }
        #expect(missing.flatMap { CommandFailure(describing: $0) }?.outcome == .usage)
        let local = try request(
            file, in: ServiceZone(Self.lisbon), "--set", "timeWindowsAreUTC=false")
        #expect(
            try windows(local) == [[Self.wall, Self.wall + Self.hour], [Self.wall, Self.wall]])
    }

    @Test func `a window over midnight ends on the next day`() throws {
        let file = "lon,lat,TimeWindowStart,TimeWindowEnd\n7,43,22:00,02:00\n8,43,06:00,24:00\n"
        let found = try request(file, "--start-time", "2026-06-24T06:00")
        let midnight = Self.wall - 6 * Self.hour
        #expect(
            try windows(found) == [
                [midnight + 22 * Self.hour, midnight + 26 * Self.hour],
                [midnight + 6 * Self.hour, midnight + 24 * Self.hour],
            ])
    }

    @Test func `times of a day are of the start's day, or of today`() throws {
        let file = "lon,lat,TimeWindowStart,TimeWindowEnd\n7,43,08:00,09:00\n8,43,,\n"
        let clock = try #require(ZoneClock(Self.lisbon))
        let before = clock.local(ofUTC: Int64(Date().timeIntervalSince1970 * 1_000))
        let start = try #require(try windows(try request(file))[0][0])
        let after = clock.local(ofUTC: Int64(Date().timeIntervalSince1970 * 1_000))
        let midnights = [before, after].map { $0 - $0 % (24 * Self.hour) }
        #expect(midnights.contains(start - 8 * Self.hour))
        let asked = try request(in: ServiceZone(Self.lisbon), "--start-time", "08:00")
        #expect(midnights.map { "\($0 + 8 * Self.hour)" }.contains(asked.fields["startTime"]))
        #expect(asked.fields["startTimeIsUTC"] == "false")
        // Late in the evening of 2026-06-24 in Lisbon it is the next day in UTC.
        let night = try request(file, "--start-time", "2026-06-24T23:30:00Z")
        #expect(try windows(night)[0][0] == Self.wall + 26 * Self.hour)
    }

    @Test func `without a start, times of day belong to the shift that the first stop begins`()
        throws
    {
        let head = "lon,lat,RouteName,Sequence,TimeWindowStart,TimeWindowEnd\n"
        let given = try windows(
            try request(head + "7,43,a,2,01:00,02:00\n8,43,A,1,22:00,22:30\n7,43,b,1,08:00,\n")
        ).compactMap(\.first).compactMap(\.self)
        #expect(given.map { ($0 - given[2]) / Self.hour } == [17, 14, 0])
        // In an order to be found, nothing says that the stop from 22:00 on is visited first.
        let found = try windows(
            try request(
                head + "7,43,a,2,01:00,02:00\n8,43,a,1,22:00,22:30\n", "--best-sequence",
                "--free-first")
        ).compactMap(\.first).compactMap(\.self)
        #expect(found[1] - found[0] == 21 * Self.hour)
    }

    @Test func `UTC is read only with a word`() throws {
        let file = "lon,lat,TimeWindowStart,TimeWindowEnd\n7,43,08:00,09:00\n8,43,,\n"
        let utc = ServiceZone("UTC")
        #expect(try request(file, in: utc).notes.first?.contains("--time-zone") == true)
        #expect(
            try request(in: utc, "--start-time", "2026-06-24T06:00").notes.count == 1)
        #expect(try request(file, in: utc, "--time-zone", Self.lisbon).notes == [])
        #expect(try request(in: utc, "--start-time", "2026-06-24T06:00Z").notes == [])
        #expect(try request(in: utc, "--start-time", "now").notes == [])
        let digits = "lon,lat,TimeWindowStart\n7,43,\(Self.wall)\n8,43,\n"
        let numbers = try request(digits, in: utc)
        #expect(numbers.notes == [] && numbers.fields["timeWindowsAreUTC"] == nil)
    }

    @Test func `a time that is none names the file and the row`() {
        let failure = #expect(throws: CommandFailure.self) {
            try request(
                "lon,lat,TimeWindowStart\n7,43,08:00\n8,43,morning\n",
                in: ServiceZone(Self.lisbon), "--time-windows")
        }
        #expect(failure?.outcome == .invalidInput)
        #expect(failure?.message.contains("feature 2: TimeWindowStart is \"morning\"") == true)
    }

    @Test(arguments: ["Lisbon", "PST", "Europe/Nowhere", "+01:00"])
    func `a zone has an IANA name`(name: String) {
        #expect(throws: (any Error).self) {
            try Waypost.parseAsRoot(["solve", "--network", "a", "1,2", "3,4", "--time-zone", name])
        }
    }
}
