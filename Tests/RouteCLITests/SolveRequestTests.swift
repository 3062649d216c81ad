// Tests turning arguments into a request.

import ArgumentParser
import Geo
import RouteAPI
import Testing

@testable import RouteCLI

@Suite struct SolveRequestTests {
    /// The fields of a command line's request.
    private func fields(_ arguments: String...) throws -> [String: String] {
        let all = ["solve", "--network", "town", "1,2", "B=3,4"] + arguments
        let command = try #require(
            try Waypost.parseAsRoot(Waypost.protectCoordinates(all)) as? SolveCommand)
        return try command.draft().request(in: .unknown).fields
    }

    /// The same as a server or a network would read it.
    private func parameters(_ arguments: String...) throws -> RouteParameters {
        let all = ["solve", "--network", "town", "1,2", "B=3,4"] + arguments
        let command = try #require(
            try Waypost.parseAsRoot(Waypost.protectCoordinates(all)) as? SolveCommand)
        return try RouteParameters(fields: command.draft().request(in: .unknown).fields)
    }

    @Test func `places become stops in their order`() throws {
        let stops = try #require(try parameters("-5.5,6").stops?.features)
        #expect(
            stops.features.map(\.geometry) == [
                .point(Coordinate(x: 1, y: 2)), .point(Coordinate(x: 3, y: 4)),
                .point(Coordinate(x: -5.5, y: 6)),
            ])
        #expect(
            stops.features.map { stops.value("Name", of: $0) } == [.null, .string("B"), .null])
    }

    @Test func `options not given leave the layer's defaults`() throws {
        var expected = RouteParameters()
        expected.returnStops = true
        var found = try parameters()
        found.stops = nil
        #expect(found == expected)
    }

    @Test func `travel options reach their parameters`() throws {
        let found = try parameters(
            "--impedance", "Length", "--restrict", "Oneway", "--restrict", "Avoid, really",
            "--parameter", "Height Restriction:Vehicle Height (meters)=3.9", "--u-turns",
            "dead-ends", "--accumulate", "Miles", "--time-windows", "--best-sequence",
            "--free-last")
        #expect(found.impedanceAttributeName == "Length")
        #expect(found.restrictionAttributeNames == ["Oneway", "Avoid, really"])
        #expect(
            found.attributeParameterValues == [
                AttributeParameterValue(
                    attributeName: "Height Restriction",
                    parameterName: "Vehicle Height (meters)", value: "3.9")
            ])
        #expect(found.restrictUTurns == .atDeadEndsOnly)
        #expect(found.accumulateAttributeNames == ["Miles"])
        #expect(found.useTimeWindows == true)
        #expect(found.findBestSequence == true)
        #expect(found.preserveFirstStop == true)
        #expect(found.preserveLastStop == false)
    }

    @Test func `no restrictions is not the default restrictions`() throws {
        #expect(try parameters("--no-restrictions").restrictionAttributeNames == [])
        #expect(try parameters().restrictionAttributeNames == nil)
    }

    @Test func `answer options reach their parameters`() throws {
        let found = try parameters(
            "--out-sr", "3857", "--length-units", "mi", "--language", "fr", "--outputlines",
            "measured", "--precision", "50 ft", "--decimals", "6", "--quanta", "--strict",
            "--no-directions")
        #expect(found.outSR?.wkid == 3857)
        #expect(found.directionsLengthUnits == .miles)
        #expect(found.directionsLanguage == "fr")
        #expect(found.outputLines == .trueShapeWithMeasure)
        #expect(found.outputGeometryPrecision == 50)
        #expect(found.outputGeometryPrecisionUnits == .feet)
        #expect(found.geometryPrecision == 6)
        #expect(found.returnQuanta == true)
        #expect(found.ignoreInvalidLocations == false)
        #expect(found.returnDirections == false)
    }

    @Test func `any parameter can be set, over all options`() throws {
        let found = try fields("--impedance", "Length", "--set", "impedanceAttributeName=A=B")
        #expect(found["impedanceAttributeName"] == "A=B")
    }

    @Test(arguments: [
        ("now", "now", nil), ("1700000000000", "1700000000000", nil),
        ("2026-11-21T09:30", "1795253400000", "false"),
        ("2026-11-21T09:30:00Z", "1795253400000", "true"),
        ("2026-11-21T09:30:00+01:00", "1795249800000", "true"),
    ])
    func `a start time with a zone is an instant`(
        text: String, time: String, isUTC: String?
    ) throws {
        let found = try fields("--start-time", text)
        #expect(found["startTime"] == time)
        #expect(found["startTimeIsUTC"] == isUTC)
    }

    @Test func `parameters beside a mode change that mode`() throws {
        let found = try parameters(
            "--travel-mode", "Trucking Time", "--parameter",
            "Height Restriction:Vehicle Height (meters)=3.9", "--u-turns", "nowhere")
        var changes = TravelModeChanges()
        changes.name = "Trucking Time"
        changes.attributeParameterValues = [
            AttributeParameterValue(
                attributeName: "Height Restriction", parameterName: "Vehicle Height (meters)",
                value: "3.9")
        ]
        changes.uTurnPolicy = .noBacktrack
        #expect(found.travelMode == .changes(changes))
        #expect(found.attributeParameterValues == nil)
        #expect(found.restrictUTurns == nil)
        #expect(try parameters("--travel-mode", "1").travelMode == .named("1"))
    }

    @Test func `a mode given as an object keeps its own settings`() throws {
        let found = try fields(
            "--travel-mode", #"{"name":"Mine","type":"TRUCK"}"#, "--u-turns", "nowhere")
        #expect(
            found["travelMode"]
                == #"{"name":"Mine","type":"TRUCK","uturnAtJunctions":"esriNFSBNoBacktrack"}"#)
        #expect(throws: CommandFailure.self) {
            try fields("--travel-mode", "{oops", "--u-turns", "nowhere")
        }
    }

    @Test func `a mode settles what else might be said`() {
        #expect(throws: (any Error).self) {
            try fields("--travel-mode", "Driving", "--impedance", "Length")
        }
        #expect(throws: (any Error).self) { try fields("--free-first") }
        #expect(throws: (any Error).self) { try fields("--no-restrictions", "--restrict", "A") }
        #expect(throws: (any Error).self) { try fields("--avoid", "tunnels") }
        #expect(throws: (any Error).self) { try fields("--height", "4.1") }
        #expect(throws: (any Error).self) { try fields("--weight", "4m") }
    }

    @Test(arguments: [
        ["--u-turns", "sometimes"], ["--length-units", "parsecs"], ["--precision", "wide"],
        ["--start-time", "tomorrow"], ["--parameter", "Height=3"], ["--set", "impedance"],
    ])
    func `a value that nothing accepts is wrong usage`(arguments: [String]) throws {
        let all = ["solve", "--network", "town", "1,2", "3,4"] + arguments
        let command = try #require(try Waypost.parseAsRoot(all) as? SolveCommand)
        let failure = #expect(throws: CommandFailure.self) { try command.draft() }
        #expect(failure?.outcome == .usage)
        #expect(failure?.message.contains(arguments[0]) == true)
    }

    @Test func `formats of longitude and latitude refuse another spatial reference`() throws {
        let command = try #require(
            try Waypost.parseAsRoot([
                "solve", "--network", "town", "1,2", "3,4", "--out-sr", "3857",
            ]) as? SolveCommand)
        var request = try command.draft().request(in: .unknown)
        #expect(throws: CommandFailure.self) { try request.requireWGS84(for: .geojson) }
    }

    @Test(arguments: ["43.7,107.4", "7.4", "7.4,43.7,12", "x,43", "nan,1"])
    func `a place that is none says how to write one`(text: String) {
        let failure = #expect(throws: CommandFailure.self) { try PlaceArgument(text) }
        #expect(failure?.message.contains(text) == true)
    }

    @Test func `a longitude of a map that repeats the world is folded`() throws {
        let place = try PlaceArgument("367.5,43.7").coordinate
        #expect(place == Coordinate(x: 7.5, y: 43.7))
        #expect(try PlaceArgument("-180,43.7").coordinate.x == -180)
        #expect(throws: CommandFailure.self) { try PlaceArgument("727,43.7") }
    }

    @Test func `swapped axes are recognized where they can be`() {
        let failure = #expect(throws: CommandFailure.self) { try PlaceArgument("35.7,139.7") }
        #expect(failure?.message.contains("perhaps 139.7,35.7") == true)
    }
}
