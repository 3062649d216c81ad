// TLS: what is served, and what is said about files that cannot be used.

import Foundation
import Geo
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import RouteService

@Suite struct TransportSecurityTests {
    private let files = TestFiles()

    private func certificate(_ chain: String, _ key: String) throws -> ServerCertificate {
        ServerCertificate(
            certificatePath: try files.write("chain.pem", chain),
            keyPath: try files.write("key.pem", key))
    }

    private func fault(_ chain: String, _ key: String) throws -> String {
        let pair = try certificate(chain, key)
        do throws(InvalidCertificate) {
            _ = try pair.tlsConfiguration(logger: .silent)
        } catch {
            return error.description
        }
        return "none"
    }

    @Test func `a certificate and its key serve https`() async throws {
        let certificate = try certificate(TestCertificate.chain, TestCertificate.key)
        let server = try makeServer(fixtureCatalog()) { $0.certificate = certificate }
        try await server.test(.ahc(.https)) { client in
            let response = try await client.execute(
                uri: "/arcgis/rest/info?f=json", method: .get)
            #expect(response.status == .ok)
            #expect(try response.json()["currentVersion"] == 11.3)
        }
    }

    @Test func `a solve is answered over https`() async throws {
        let certificate = try certificate(TestCertificate.chain, TestCertificate.key)
        let layer = FakeLayer()
        let server = try makeServer(fixtureCatalog(layer)) { $0.certificate = certificate }
        try await server.test(.ahc(.https)) { client in
            let response = try await client.execute(
                uri: "\(FixturePath.solve)?f=json&\(FixturePath.twoStops)", method: .get)
            #expect(response.text.contains("\"messages\""))
        }
        #expect(layer.started == 1)
    }

    @Test func `a key of another certificate is refused, with both files named`() throws {
        let text = try fault(TestCertificate.chain, TestCertificate.otherKey)
        #expect(text.contains("key.pem"))
        #expect(text.contains("does not belong"))
        #expect(text.contains("chain.pem"))
    }

    @Test func `a file that is no certificate is refused with what it must begin with`() throws {
        #expect(try fault("hello", TestCertificate.key).contains("BEGIN CERTIFICATE"))
        #expect(try fault("", TestCertificate.key).contains("BEGIN CERTIFICATE"))
        #expect(try fault(TestCertificate.key, "").contains("BEGIN CERTIFICATE"))
    }

    @Test func `a file that is no private key is refused with what it must begin with`() throws {
        #expect(
            try fault(TestCertificate.chain, TestCertificate.chain).contains("BEGIN PRIVATE KEY"))
    }

    @Test func `an encrypted key is refused with the command that decrypts it`() throws {
        let key = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIGH\n-----END ENCRYPTED PRIVATE KEY-----"
        #expect(try fault(TestCertificate.chain, key).contains("openssl pkey"))
    }

    @Test func `a missing file is named with its option`() throws {
        let pair = ServerCertificate(
            certificatePath: files.path("nothing.pem"), keyPath: files.path("nothing.key"))
        let error = #expect(throws: InvalidCertificate.self) {
            try pair.tlsConfiguration(logger: .silent)
        }
        #expect(error?.description.contains("--tls-certificate") == true)
    }
}

/// A certificate for localhost, made for these tests and used nowhere else; good until 2126.
enum TestCertificate {
    static let chain = """
        -----BEGIN CERTIFICATE-----
        MIIBmzCCAUGgAwIBAgIUMMToBZUW4v44UVJ7T7ozDlP3VDMwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA5MTYyN1oYDzIxMjYxMDI4
        MDkxNjI3WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAQvHemYJARMh7Kt8mJuLGFmsy2hX6LRm0eJyEkwFjgsut4M5SAE8m9Q
        JS7sgfVZGogAYcVmgdADzLsQTq57zOEOo28wbTAdBgNVHQ4EFgQU89bRU1BPhw4I
        sRrYjz74dsFnxaQwHwYDVR0jBBgwFoAU89bRU1BPhw4IsRrYjz74dsFnxaQwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDSAAwRQIgdEp++JI5RRyE7Kk6p7AGZVsndr+26ZrgoEopd6ttaJ4CIQCW
        LTqVCWz3JFHTCG03ux7qggIeHSHzqO4JlFxzdQwRuQ==
        -----END CERTIFICATE-----
        """

    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg+ZNn3DSsWP7laQ2Y
        OkBr6/BdWxkOzn7jFItQCUBgJ/+hRANCAAQvHemYJARMh7Kt8mJuLGFmsy2hX6LR
        m0eJyEkwFjgsut4M5SAE8m9QJS7sgfVZGogAYcVmgdADzLsQTq57zOEO
        -----END PRIVATE KEY-----
        """

    /// A key that belongs to no certificate.
    static let otherKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgu5K8XKrjmZluUaZM
        LpjbjxZF0+DsNY08Q4BuRxqfAA+hRANCAARWaY9Bl5CjM5OsfcO0RIyJF7CITuzL
        Ms3Mwq9VBeTgUV/TnJ0FYBMA/5x4/JRq9eajmDnboZdBxLdUb6atFkzE
        -----END PRIVATE KEY-----
        """
}
