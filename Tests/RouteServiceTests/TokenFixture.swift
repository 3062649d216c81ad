// Secured services for tests.

@testable import AccessControl
import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
@testable import PublishedServices
import RouteAPI
import ServerTesting
import Testing

@testable import RouteService

/// An open service, one for users, and one for ann alone.
func securedCatalog(
    _ layer: FakeLayer = FakeLayer(), usage: UsageLimits = UsageLimits()
) -> ServiceCatalog {
    var forUsers = ServiceAccess()
    forUsers.requiresToken = true
    var forAnn = forUsers
    forAnn.users = ["ann"]
    return ServiceCatalog([
        PublishedLayer(service: "Harbor", usage: usage, answering: layer),
        PublishedLayer(service: "Depot", access: forUsers, usage: usage, answering: layer),
        PublishedLayer(folder: "Private", service: "Vault", access: forAnn, answering: layer),
    ])
}

enum SecuredPath {
    static let depot = "/arcgis/rest/services/Depot/NAServer/Route"
    static let vault = "/arcgis/rest/services/Private/Vault/NAServer/Route"
    static let generateToken = "/arcgis/tokens/generateToken"
}

/// A server over ``securedCatalog(_:usage:)``.
func makeSecuredServer(
    _ catalog: ServiceCatalog = securedCatalog(), files: TestFiles,
    _ change: (inout RouteServiceConfiguration) -> Void = { _ in }
) throws -> some ApplicationProtocol {
    let path = try files.write("users.txt", TestUsers.file().text)
    return try makeServer(catalog) { configuration in
        configuration.usersPath = path
        change(&configuration)
    }
}

extension TestClient {
    func post(_ uri: String, _ body: String) async throws -> TestResponse {
        try await execute(
            uri: uri, method: .post, headers: formHeaders, body: ByteBuffer(string: body))
    }

    /// Logs in and returns the token.
    func token(
        _ user: String = "ann", _ password: String = "correct+horse",
        _ more: String = "client=requestip"
    ) async throws -> String {
        let answer = try await post(
            SecuredPath.generateToken, "f=json&username=\(user)&password=\(password)&\(more)")
        return try #require(answer.json()["token"]?.string)
    }
}
