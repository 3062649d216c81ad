// Tests turning the arguments of `waypost matrix` and `waypost nearest` into requests.

import ArgumentParser
import Foundation
import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import Testing

@testable import RouteCLI

@Suite struct PairRequestTests {
    private func draft(_ arguments: [String]) throws -> RequestDraft {
        let command = try Waypost.parseAsRoot(Waypost.protectCoordinates(arguments))
        if let matrix = command as? MatrixCommand { return try matrix.draft() }
        return try #require(command as? NearestCommand).draft()
    }

    /// The fields of the request that a command line sends.
    private func fields(
        _ arguments: String..., in service: ServiceZone = .unknown
    ) throws -> [String: String] {
        try draft([arguments[0], "--network", "town"] + arguments.dropFirst())
            .request(in: service).fields
    }

    /// Runs `body` with a temporary file.
    private func withFile(_ text: String, _ body: (_ path: String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("pairs-\(UUID().uuidString)").path
        try Console.write(bytes: Array(text.utf8), toFile: file)
        defer { unlink(file) }
        try body(file)
    }

    @Test func `places and files become inputs in the order of the arguments`() throws {
        try withFile("Name,lon,lat,TargetDestinationCount\nDepot,5,6,2\n") { file in
            let found = try ODCostMatrixParameters(
                fields: fields(
                    "matrix", "--origins", "1,2", file, "B=-3,4", "--destinations", "7,8",
                    "--destinations", "9,10"))
            let origins = try #require(found.origins?.features)
            #expect(
                origins.features.map(\.geometry) == [
                    .point(Coordinate(x: 1, y: 2)), .point(Coordinate(x: 5, y: 6)),
                    .point(Coordinate(x: -3, y: 4)),
                ])
            #expect(
                origins.features.map { origins.value("Name", of: $0) } == [
                    .null, .string("Depot"), .string("B"),
                ])
            #expect(found.destinations?.features.features.count == 2)
            #expect(found.returnOrigins == true && found.returnDestinations == true)
        }
    }

    @Test func `a matrix without destinations is between all origins`() throws {
        let found = try fields("matrix", "--origins", "1,2", "3,4")
        #expect(found["origins"] == found["destinations"] && found["origins"] != nil)
    }

    @Test func `options not given leave the layer's defaults`() throws {
        var matrix = try ODCostMatrixParameters(
            fields: fields("matrix", "--origins", "1,2", "--destinations", "3,4"))
        matrix.origins = nil
        matrix.destinations = nil
        var expected = ODCostMatrixParameters()
        expected.returnOrigins = true
        expected.returnDestinations = true
        #expect(matrix == expected)
        var nearest = try ClosestFacilityParameters(
            fields: fields("nearest", "--incidents", "1,2", "--facilities", "3,4"))
        nearest.incidents = nil
        nearest.facilities = nil
        var wanted = ClosestFacilityParameters()
        wanted.returnIncidents = true
        wanted.returnFacilities = true
        wanted.returnCFRoutes = true
        wanted.returnDirections = false
        #expect(nearest == wanted)
    }

    @Test func `options of a matrix reach their parameters`() throws {
        let found = try ODCostMatrixParameters(
            fields: fields(
                "matrix", "--origins", "1,2", "--cutoff", "7.5", "--count", "3", "--sparse",
                "--impedance", "Length", "--accumulate", "Miles", "--restrict", "Oneway",
                "--u-turns", "nowhere", "--barriers", "5,6", "--strict", "--out-sr", "3857"))
        #expect(found.defaultCutoff == 7.5)
        #expect(found.defaultTargetDestinationCount == 3)
        #expect(found.outputType == .sparseMatrix)
        #expect(found.impedanceAttributeName == "Length")
        #expect(found.accumulateAttributeNames == ["Miles"])
        #expect(found.restrictionAttributeNames == ["Oneway"])
        #expect(found.restrictUTurns == .noBacktrack)
        #expect(found.analysis.locations.barriers.point?.features.features.count == 1)
        #expect(found.ignoreInvalidLocations == false)
        #expect(found.outSR?.wkid == 3857)
        #expect(found.analysis.notes.isEmpty)
        #expect(
            try fields("matrix", "--origins", "1,2", "--lines")["outputType"]
                == MatrixOutputType.straightLines.rawValue)
    }

    @Test func `options of closest facilities reach their parameters`() throws {
        let found = try ClosestFacilityParameters(
            fields: fields(
                "nearest", "--incidents", "1,2", "--facilities", "3,4", "--cutoff", "10",
                "--count", "2", "--from-facility", "--time", "now", "--arrive", "--directions",
                "--travel-mode", "1", "--outputlines", "none", "--length-units", "mi", "--set",
                "returnFacilities=false"))
        #expect(found.defaultCutoff == 10)
        #expect(found.defaultTargetFacilityCount == 2)
        #expect(found.travelDirection == .fromFacility)
        #expect(found.startTime == .now)
        #expect(found.timeOfDayUsage == .endTime)
        #expect(found.returnDirections == true)
        #expect(found.travelMode == .named("1"))
        #expect(found.outputLines == OutputLineType.none)
        #expect(found.directionsLengthUnits == .miles)
        #expect(found.returnFacilities == false)
        #expect(found.analysis.notes.isEmpty)
    }

    @Test func `a time is written as for a solve, under the name that matrices have`() throws {
        let matrix = ["--network", "town", "--origins", "1,2", "--time", "2026-06-24T06:00"]
        let service = ServiceZone("Europe/Lisbon")
        let local = try draft(["matrix"] + matrix).request(in: service).fields
        #expect(local["timeOfDay"] == "1782280800000" && local["timeOfDayIsUTC"] == "false")
        let zone = ["--time-zone", "Europe/Lisbon"]
        let instant = try draft(["matrix"] + matrix + zone).request(in: .unknown).fields
        #expect(instant["timeOfDay"] == "1782277200000" && instant["timeOfDayIsUTC"] == "true")
        #expect(instant["startTime"] == nil)
        let today = ["matrix", "--network", "town", "--origins", "1,2", "--time", "06:00"]
        #expect(throws: MissingZone.self) { try draft(today).request(in: .unknown) }
    }

    @Test(arguments: [
        (["matrix"], "no origins"), (["matrix", "--destinations", "1,2"], "no origins"),
        (["nearest", "--incidents", "1,2"], "no facilities"),
        (["nearest", "--facilities", "1,2"], "no incidents"),
        (["matrix", "--origins", "-", "--destinations", "-"], "--origins and --destinations"),
        (["matrix", "--origins", "1,2", "--time", "soon"], "--time"),
    ])
    func `what is missing or unknown is named`(arguments: [String], text: String) throws {
        let failure = #expect(throws: CommandFailure.self) {
            try draft(arguments + ["--network", "town"])
        }
        #expect(failure?.outcome == .usage)
        #expect(failure?.message.contains(text) == true)
    }

    @Test(arguments: [
        ["matrix", "--origins", "1,2", "--sparse", "--lines"],
        ["matrix", "--origins", "1,2", "--count", "0"],
        ["nearest", "--incidents", "1,2", "--facilities", "1,2", "--cutoff", "-1"],
        ["nearest", "--incidents", "1,2", "--facilities", "1,2", "--arrive"],
        ["nearest", "--incidents"],
    ])
    func `options that do not fit are refused`(arguments: [String]) {
        #expect(throws: (any Error).self) {
            try Waypost.parseAsRoot(arguments + ["--network", "town"])
        }
    }

    @Test func `lines are no locations`() throws {
        try withFile(#"{"type":"LineString","coordinates":[[7,43],[8,44]]}"#) { file in
            let failure = #expect(throws: CommandFailure.self) {
                try fields("matrix", "--origins", file)
            }
            #expect(failure?.outcome == .invalidInput)
            #expect(failure?.message.hasSuffix("holds lines; origins are points") == true)
        }
    }
}
