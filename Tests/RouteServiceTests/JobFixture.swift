// Servers with jobs for tests, and the actions of a job client.

import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
import RouteAPI
import ServerTesting
import Testing

@testable import RouteService

/// Paths of the fixture's tasks.
enum JobPath {
    static let services = "/arcgis/rest/services"
    static let solve = "\(services)/Harbor/GPServer/solve"
    static let tools = "\(services)/NetworkAnalysis/GPServer"
    static let findRoutes = "\(tools)/FindRoutes"
}

/// A server with jobs over one layer in the root and another in a folder.
func makeJobServer(
    _ layer: FakeLayer = FakeLayer(), files: TestFiles,
    _ change: (inout RouteServiceConfiguration) -> Void = { _ in }
) throws -> some ApplicationProtocol {
    try makeServer(fixtureCatalog(layer)) { configuration in
        configuration.jobs = files.path("jobs")
        configuration.runningJobs = 1
        change(&configuration)
    }
}

/// An answer with one route.
func routeAnswer(named name: String = "A - B") -> AnalysisResult {
    var result = AnalysisResult()
    result.routes = FeatureSet(
        geometryType: .polyline, spatialReference: .wgs84,
        fields: [
            Field("ObjectID", .objectID), Field("Name", .string),
            Field("Total_TravelTime", .double), Field("Total_Kilometers", .double),
        ],
        features: [
            Feature(
                values: [.integer(1), .string(name), .double(2), .double(1)],
                geometry: .polyline(paths: [
                    [Coordinate(x: 7.41, y: 43.73), Coordinate(x: 7.42, y: 43.74)]
                ]))
        ])
    return result
}

extension TestClient {
    /// Gets a resource as JSON.
    func json(_ uri: String) async throws -> JSONValue {
        let separator = uri.contains("?") ? "&" : "?"
        return try await execute(uri: "\(uri)\(separator)f=json", method: .get).json()
    }

    /// Submits a job and returns its path.
    func submit(_ task: String, _ form: String) async throws -> String {
        let answer = try await post("\(task)/submitJob", "f=json&\(form)").json()
        let id = try #require(answer["jobId"]?.string, "\(answer.text)")
        return "\(task)/jobs/\(id)"
    }

    /// Polls a job until it ends, as clients do.
    func ended(_ job: String) async throws -> JSONValue {
        for _ in 0..<10_000 {
            let answer = try await json(job)
            switch answer["jobStatus"]?.string {
            case "esriJobSucceeded", "esriJobFailed", "esriJobCancelled", "esriJobTimedOut":
                return answer
            default: try await Task.sleep(for: .milliseconds(5))
            }
        }
        throw JobNeverEnded(job: job)
    }

    /// Polls a job until it has this status.
    func reaches(_ status: String, _ job: String) async throws {
        for _ in 0..<10_000 {
            if try await json(job)["jobStatus"]?.string == status { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        throw JobNeverEnded(job: job)
    }
}

/// Thrown if a job makes no progress.
struct JobNeverEnded: Error {
    let job: String
}
