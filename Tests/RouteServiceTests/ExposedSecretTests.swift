// A server warns of secrets that others can read.

import AccessControl
import Fixtures
import Foundation
@testable import ServiceTransport
import Testing

@testable import RouteService

@Suite struct ExposedSecretTests {
    private let files = TestFiles()

    private func setMode(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test func `a server warns of each secret that others can read, when it starts`() throws {
        let users = try files.write("users.txt", TestUsers.file().text)
        let key = try files.write("token.key", String(repeating: "k", count: 32))
        let ended = try files.write("token.key.ended", "")
        let chain = try files.write("chain.pem", TestCertificate.chain)
        let tls = try files.write("tls.pem", TestCertificate.key)
        let log = RecordedLog()
        func start() throws {
            _ = try makeServer(securedCatalog()) {
                $0.logger = log.logger
                $0.usersPath = users
                $0.tokenKeyPath = key
                $0.certificate = ServerCertificate(certificatePath: chain, keyPath: tls)
            }
        }
        let secrets = [users, key, ended, tls]
        for path in secrets { try setMode(0o644, path) }
        try start()
        for path in secrets {
            #expect(log.lines.contains { $0.contains("chmod 600 \(path)") }, "\(path)")
        }
        log.clear()
        for path in secrets { try setMode(0o600, path) }
        try start()
        #expect(log.lines.isEmpty)
    }
}
