// Servers to test against, and accessors for their answers.

import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
@testable import PublishedServices
import RouteAPI
import ServerTesting
@testable import ServiceTransport
import Testing
import RouteTesting

@testable import RouteService

enum FixturePath {
    static let service = "/arcgis/rest/services/Harbor/NAServer"
    static let layer = "\(service)/Route"
    static let solve = "\(layer)/solve"
    static let twoStops = "stops=7.41,43.73;7.42,43.74"
}

/// A server over one layer in the root and another in a folder.
func makeServer(
    _ layer: FakeLayer = FakeLayer(), running: Int = 2, waiting: Int = 2,
    waitSeconds: Double = 60, graceSeconds: Double = 0
) -> some ApplicationProtocol {
    do {
        return try makeServer(fixtureCatalog(layer)) { configuration in
            configuration.runningSolves = running
            configuration.waitingSolves = waiting
            configuration.maximumWaitSeconds = waitSeconds
            configuration.shutdownGraceSeconds = graceSeconds
        }
    } catch {
        preconditionFailure("this server reads no files: \(error)")
    }
}

/// A server over other layers, or with other settings.
func makeServer(
    _ catalog: ServiceCatalog, _ change: (inout RouteServiceConfiguration) -> Void
) throws -> some ApplicationProtocol {
    var configuration = RouteServiceConfiguration.networks([.init(path: "harbor")], analyses: .all)
    configuration.logger = .silent
    // A test's client may send slowly while other tests keep every core busy.
    configuration.bodyPace = BodyPace(longestSeconds: 3_600, graceSeconds: 3_600)
    change(&configuration)
    return try buildApplication(publishing: catalog, configuration: configuration)
}

func fixtureCatalog(_ layer: FakeLayer = FakeLayer()) -> ServiceCatalog {
    ServiceCatalog([
        PublishedLayer(service: "Harbor", summary: "The old <harbor>", answering: layer),
        PublishedLayer(
            folder: "Routing", service: "Harbor", layer: "Trucks & Vans", answering: layer),
    ])
}

extension TestResponse {
    func json() throws -> JSONValue {
        try JSONValue.parse(body.readableBytesView)
    }

    var text: String { String(buffer: body) }

    func errorCode() throws -> Int? { try json()["error"]?["code"]?.integer }
}

let formHeaders: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
