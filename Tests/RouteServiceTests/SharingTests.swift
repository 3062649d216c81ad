// Tests `sharing/rest`, which answers only if it is switched on.

import Fixtures
import Geo
import HTTPTypes
import Hummingbird
import RouteAPI
import ServerTesting
import Testing

@testable import RouteService

@Suite struct SharingTests {
    private let files = TestFiles()
    private let root = "/arcgis/sharing/rest"

    @Test func `a server that stands alone has no sharing`() async throws {
        try await makeSecuredServer(files: files).test { client in
            for path in ["info", "portals/self", "generateToken", ""] {
                let answer = try await client.execute(uri: "\(root)/\(path)?f=json", method: .get)
                #expect(answer.status == .notFound)
                #expect(try answer.errorCode() == 404)
            }
        }
    }

    @Test func `a client of portals finds out where tokens are, and its own user`() async throws {
        try await makeSecuredServer(files: files) { $0.answersSharing = true }.test {
            client in
            let info = try await client.execute(uri: "\(root)/info?f=json", method: .get)
            #expect(try info.json()["authInfo"]?["isTokenBasedSecurity"] == true)
            #expect(info.text.contains("/arcgis/sharing/rest/generateToken"))
            #expect(!info.text.contains("owningSystemUrl"))
            let guest = try await client.execute(uri: "\(root)/portals/self?f=json", method: .get)
            #expect(try guest.json()["isPortal"] == true)
            #expect(try guest.json()["user"] == nil)
            let given = try await client.post(
                "\(root)/generateToken",
                "f=json&username=ann&password=correct+horse&client=requestip")
            let token = try #require(given.json()["token"]?.string)
            let ann = try await client.execute(
                uri: "\(root)/portals/self?f=json&token=\(token)", method: .get)
            #expect(try ann.json()["user"]?["username"] == "ann")
            let user = try await client.execute(
                uri: "\(root)/community/users/ann?f=json&token=\(token)", method: .get)
            #expect(try user.json()["username"] == "ann")
            let other = try await client.execute(
                uri: "\(root)/community/users/ben?f=json&token=\(token)", method: .get)
            #expect(try other.errorCode() == 403)
            let unknown = try await client.execute(
                uri: "\(root)/community/self?f=json", method: .get)
            #expect(try unknown.errorCode() == 499)
        }
    }

    @Test func `a client of portals trades its token for one of the server, which is the same`()
        async throws
    {
        try await makeSecuredServer(files: files) { $0.answersSharing = true }.test {
            client in
            let path = "\(root)/generateToken"
            let given = try await client.post(
                path, "f=json&username=ann&password=correct+horse&client=requestip&expiration=20"
            )
            .json()
            let token = try #require(given["token"]?.string)
            let trade = "f=json&serverUrl=https%3A%2F%2Fmaps.example%2Farcgis&expiration=20160"
            let traded = try await client.post(path, "\(trade)&token=\(token)").json()
            #expect(traded == given)
            // The trade ends with the token, and an unknown token cannot be traded.
            _ = try await client.post("\(root)/oauth2/revokeToken", "auth_token=\(token)")
            for ended in [token, "x"] {
                let answer = try await client.post(path, "\(trade)&token=\(ended)")
                #expect(try answer.errorCode() == 498)
            }
            #expect(try await client.post(path, trade).errorCode() == 400)
        }
    }

    @Test func `a server names the portal that it is, to clients that reach it by TLS`()
        async throws
    {
        for (origin, isNamed) in [("https://maps.example", true), ("http://maps.example", false)] {
            try await makeSecuredServer(files: files) {
                $0.answersSharing = true
                $0.publicURL = origin
            }.test { client in
                let server = try await client.execute(
                    uri: "/arcgis/rest/info?f=json", method: .get
                ).json()
                let owner = server["owningSystemUrl"]?.string
                #expect(owner == (isNamed ? "\(origin)/arcgis" : nil))
                let portal = try await client.execute(uri: "\(root)/info?f=json", method: .get)
                #expect(portal.text.contains("\(origin)/arcgis/sharing/rest/generateToken"))
            }
        }
    }

    /// With the fields of `generateToken` in IdentityManagerBase, version 4.18, as read.
    @Test func `a map in a browser logs in by the dialog of the Maps SDK for JavaScript`()
        async throws
    {
        try await makeSecuredServer(files: files) { $0.answersSharing = true }.test {
            client in
            var page = formHeaders
            page[.referer] = "https://maps.example:8443/"
            let account = "request=getToken&username=ann&password=correct+horse"
            let portal = "\(root)/generateToken"
            for (path, more) in [
                (SecuredPath.generateToken, "expiration=60"),
                (portal, "expiration=60&referer=maps.example%3A8443"),
            ] {
                let given = try await client.execute(
                    uri: path, method: .post, headers: page,
                    body: ByteBuffer(string: "\(account)&\(more)&f=json")
                ).json()
                let token = try #require(given["token"]?.string)
                // The portal's token is traded for a token of the server.
                let traded = try await client.execute(
                    uri: portal, method: .post, headers: page,
                    body: ByteBuffer(
                        string: "request=getToken&serverUrl=https%3A%2F%2Fmaps.example"
                            + "\(SecuredPath.depot)&token=\(token)&f=json")
                ).json()
                #expect(traded["expires"]?.integer != nil)
                let layer = try await client.execute(
                    uri: "\(SecuredPath.depot)?f=json&token=\(traded["token"]?.string ?? "")",
                    method: .get, headers: [.referer: "https://maps.example:8443/"])
                #expect(try layer.json()["layerType"] == "esriNAServerRouteLayer", "\(path)")
            }
        }
    }

    @Test func `a failed log-in is reported in the form of a portal`() async throws {
        try await makeSecuredServer(files: files) { $0.answersSharing = true }.test {
            client in
            let answer = try await client.post(
                "\(root)/generateToken", "f=json&username=ann&password=x")
            #expect(try answer.errorCode() == 400)
            #expect(answer.text.contains("Unable to generate token."))
        }
    }

    @Test func `other parts of a portal are not there`() async throws {
        try await makeSecuredServer(files: files) { $0.answersSharing = true }.test {
            client in
            let answer = try await client.execute(uri: "\(root)/content/items?f=json", method: .get)
            #expect(try answer.errorCode() == 404)
        }
    }
}
