// Tests every outcome of a command, and its exit code.

import Foundation
import Geo
import RouteAPI
import RouteTaskClient
import Testing

@testable import RouteCLI

@Suite struct OutcomeTests {
    @Test func `the numbers are fixed`() {
        #expect(Outcome.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7])
    }

    @Test(arguments: [
        (RouteRequestError.Identifier.invalidParameter, Outcome.invalidInput),
        (.unknownAttribute, .invalidInput), (.unknownSpatialReference, .invalidInput),
        (.invalidGeometry, .invalidInput), (.limitExceeded, .invalidInput),
        (.notLocated, .invalidInput), (.tooFewStops, .invalidInput), (.noSolution, .noSolution),
        (.timedOut, .cancelled), (.cancelled, .cancelled),
    ])
    func `every kind of request error has its code`(
        identifier: RouteRequestError.Identifier, outcome: Outcome
    ) {
        let error = RouteRequestError(identifier, details: ["why"])
        #expect(CommandFailure(describing: error) == CommandFailure(outcome, "why"))
    }

    @Test(arguments: [
        (400, nil, "Unable to complete operation.", Outcome.invalidInput),
        (400, -2_147_200_971, "Unable to complete operation.", .noSolution),
        (500, -2_147_200_727, "Error performing solve operation.", .cancelled),
        (400, nil, "Invalid URL", .server), (503, nil, "Service is busy.", .server),
        (499, nil, "Token Required", .server), (413, nil, "Too large", .invalidInput),
    ])
    func `a server's envelope gets the code of the same error here`(
        code: Int, extended: Int?, message: String, outcome: Outcome
    ) {
        let error = RouteTaskError.service(
            .init(code: code, extendedCode: extended, message: message, details: []))
        #expect(CommandFailure(describing: error) == CommandFailure(outcome, message))
    }

    @Test(arguments: [
        (["solve"], Outcome.usage), (["solve", "--network", "a", "--server", "http://b"], .usage),
        (["solve", "--server", "http://127.0.0.1:1", "1,2", "3,4"], .usage),
        (["nonsense"], .usage), (["solve", "--network", "a", "--no-such-option"], .usage),
        (["--help"], .answered), (["solve", "--help"], .answered), (["--version"], .answered),
        (["solve", "--network", "no/such/network", "1,2", "3,4"], .invalidInput),
        (["solve", "--network", "a", "1;2"], .usage),
        (["solve", "--network", "a", "--stops", "no/such/file.csv"], .invalidInput),
        (["matrix", "--network", "a"], .usage), (["matrix", "--help"], .answered),
        (["batch", "--network", "a", "-o", "x.gpkg"], .usage), (["batch", "--help"], .answered),
        (["nearest", "--network", "a", "--incidents", "1,2"], .usage),
        (["nearest", "--help"], .answered),
        (["matrix", "--network", "a", "--origins", "no/such/file.csv"], .invalidInput),
        (["network", "build", "no/such/file.osm.pbf", "--output", "x"], .invalidInput),
        (["network", "verify", "no/such/network"], .invalidInput),
        (
            ["describe", "--server", "http://127.0.0.1:1/arcgis/rest/services/a/NAServer/Route"],
            .server
        ),
    ])
    func `a command line ends with its code`(arguments: [String], outcome: Outcome) async {
        #expect(await Waypost.run(arguments) == outcome)
    }

    @Test func `stops left out make an answer partial`() {
        var result = AnalysisResult()
        result.stops = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field("Status", .integer)],
            features: [Feature(values: [.integer(0)], geometry: nil)])
        #expect(!Solution(result).isPartial)
        result.stops?.features.append(Feature(values: [.integer(1)], geometry: nil))
        #expect(Solution(result).isPartial)
        result.stops = nil
        result.messages = [Message(.warning, "a note")]
        #expect(!Solution(result).isPartial)
        result.messages.append(Message(.error, "a route failed"))
        #expect(Solution(result).isPartial)
    }
}
