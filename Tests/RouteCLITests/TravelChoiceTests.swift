// Tests options that add or replace restrictions, vehicle sizes, and names of modes and commands.

import ArgumentParser
import Geo
import Testing

@testable import RouteCLI

@Suite struct TravelChoiceTests {
    private let places = ["7.4163954,43.7298343", "7.4188621,43.7330002"]

    /// The fields of a solve on the sample network.
    private func fields(_ options: [String]) async throws -> [String: String] {
        let command = try #require(
            try Waypost.parseAsRoot(
                ["solve", "--network", try await Sample.network()] + places + options)
                as? SolveCommand)
        let draft = try command.draft()
        let layer = try AnalysisSource(command.source, zone: draft.zone)
        return try await layer.request(draft).fields
    }

    private func mode(_ options: [String]) async throws -> JSONValue {
        try JSONValue.parse(try #require(try await fields(options)["travelMode"]))
    }

    private func names(_ value: JSONValue?) -> [String] {
        value?.array?.compactMap(\.string) ?? []
    }

    @Test(arguments: [
        ("car", "Driving Time"), ("truck", "Trucking Time"), ("bike", "Cycling Time"),
        ("foot", "Walking Time"), ("Driving Distance", "Driving Distance"),
    ])
    func `travel modes have short names`(short: String, name: String) async throws {
        #expect(try await fields(["--mode", short])["travelMode"] == name)
        #expect(
            await Waypost.run(
                ["solve", "--network", try await Sample.network(), "--quiet", "--mode", short]
                    + places + ["-o", Sample.path("mode.txt")]) == .answered)
    }

    @Test func `what is avoided is added to the restrictions of the mode`() async throws {
        let truck = try await mode(["--mode", "truck", "--avoid", "tolls,Ferries"])
        let restrictions = names(truck["restrictionAttributeNames"])
        #expect(restrictions.contains("Driving a Truck"))
        #expect(restrictions.contains("Avoid Toll Roads") && restrictions.contains("Avoid Ferries"))
        let plain = try await fields(["--avoid", "highways"])
        let list = try JSONValue.parse(try #require(plain["restrictionAttributeNames"]))
        #expect(names(list).contains("Driving an Automobile"))
        #expect(names(list).contains("Avoid Limited Access Roads"))
    }

    @Test func `sizes have units, and the restrictions that heed them apply`() async throws {
        let car = try await mode([
            "--mode", "car", "--height", "4.1m", "--weight", "7.5 t", "--width", "8ft",
        ])
        let values = try #require(car["attributeParameterValues"]?.array)
        let found = Dictionary(
            values.map { ($0["parameterName"]?.string ?? "", $0["value"]?.string ?? "") },
            uniquingKeysWith: { $1 })
        #expect(found["Vehicle Height (meters)"] == "4.1")
        #expect(found["Vehicle Weight (kilograms)"] == "7500")
        #expect(found["Vehicle Width (meters)"] == "2.4384")
        let restrictions = names(car["restrictionAttributeNames"])
        for name in ["Height Restriction", "Weight Restriction", "Width Restriction"] {
            #expect(restrictions.contains(name))
        }
        #expect(!restrictions.contains("Length Restriction"))
    }

    @Test func `restrictions without access and direction rules need a word`() async throws {
        let network = try await Sample.network()
        let solve =
            ["solve", "--network", network, "--quiet", "-o", Sample.path("illegal.txt")]
            + places
        for options in [["--no-restrictions"], ["--restrict", "Avoid Toll Roads"]] {
            for mode in [[], ["--mode", "car"]] {
                #expect(await Waypost.run(solve + options + mode) == .usage)
                #expect(
                    await Waypost.run(solve + options + mode + ["--allow-illegal"]) == .answered)
            }
        }
        let legal = ["--mode", "car", "--restrict", "Driving an Automobile"]
        #expect(await Waypost.run(solve + legal) == .answered)
        #expect(
            names(try await mode(legal)["restrictionAttributeNames"]) == ["Driving an Automobile"])
    }

    @Test func `a misspelled command is named with the one that is near`() {
        let solve = CommandNames.problem(in: ["sovle", "--network", "town"])
        #expect(solve?.outcome == .usage)
        #expect(solve?.message.contains("did you mean \"solve\"?") == true)
        let build = CommandNames.problem(in: ["network", "biuld", "town.osm"])
        #expect(build?.message.contains("of waypost network; did you mean \"build\"?") == true)
        #expect(CommandNames.problem(in: ["xyzzy"])?.message.contains("solve, batch") == true)
        for right in [["solve", "7,43", "8,44"], ["network", "build", "sovle"], ["--help"], []] {
            #expect(CommandNames.problem(in: right) == nil)
        }
    }

    @Test(arguments: [
        (["solve", "--netwrk", "town", "7,43", "8,44"], "--netwrk of waypost solve", "--network"),
        (["locate", "--netwrk=town", "7,43"], "--netwrk of waypost locate", "--network"),
        (["batch", "--network", "town", "--stop", "a.csv"], "--stop of waypost batch", "--stops"),
        (["solve", "--best", "7,43", "8,44"], "--best of waypost solve", "--best-sequence"),
    ])
    func `a misspelled option is named, not the one that is missing`(
        arguments: [String], words: String, near: String
    ) {
        let problem = CommandOption.problem(in: arguments)
        #expect(problem == "there is no option \(words); did you mean \"\(near)\"?")
    }

    @Test(arguments: [
        ["solve"], ["solve", "--network", "town", "--best-sequence", "-1.5,3"], ["--help"],
        ["batch", "--no-as-job", "--help"], ["solve", "--", "--netwrk"],
    ])
    func `options that exist are no problem`(arguments: [String]) {
        #expect(CommandOption.problem(in: arguments) == nil)
    }

    @Test func `a command offers the formats that it takes`() {
        typealias Stops = FormatOption<GeocodeCommand.Formats>
        #expect(Stops.allValueStrings == ["csv", "geojson"])
        #expect(Stops(argument: "gpx") == nil && Stops(argument: "csv") == Stops(.csv))
        #expect(FormatOption<TableFormats>.allValueStrings == ["text", "csv", "geojson", "esri"])
        #expect(FormatOption<TableFormats>(argument: "json")?.format == .esri)
        #expect(LocateCommand.helpMessage(columns: 300).contains("text, csv, geojson, esri;"))
        #expect(throws: (any Error).self) { try Stops.chosen(for: "a.gpx", or: .csv) }
    }

    @Test func `a departure is the start time`() async throws {
        let clock = ["--time-zone", "Europe/Monaco"]
        let found = try await fields(["--depart", "2026-03-02T08:00"] + clock)
        #expect(
            found["startTime"]
                == (try await fields(["--start-time", "2026-03-02T08:00"] + clock))["startTime"])
    }
}
