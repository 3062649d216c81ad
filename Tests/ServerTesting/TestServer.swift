// Runs an application on a free port of this machine while a test asks it.
//
// Hummingbird's own test client brings AsyncHTTPClient, HTTP/2 and SOCKS, which each build from
// nothing would compile (Documentation/Measurements.md).

public import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle

extension ApplicationProtocol {
    /// Serves on a free port, hands over a client, and shuts the server down when the body ends.
    ///
    ///     try await makeServer().test { client in
    ///         let answer = try await client.execute(uri: "/readyz", method: .get)
    ///         #expect(answer.status == .ok)
    ///     }
    ///
    /// - Parameter secure: Whether the client speaks TLS. It trusts any certificate.
    /// - Throws: What the body throws, or why the server did not start or end in order.
    public func test<Value: Sendable>(
        secure: Bool = false, _ body: @Sendable (TestClient) async throws -> Value
    ) async throws -> Value {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = ServedApplication(base: self, port: port)
        let group = ServiceGroup(
            configuration: .init(services: [application], logger: application.logger))
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                // Without a port the body must not wait for one.
                defer { port.finish() }
                try await group.run()
            }
            guard let number = await ports.first(where: { _ in true }) else {
                try await tasks.waitForAll()
                throw TestClient.Failure.noServer
            }
            let client = try TestClient(port: number, secure: secure)
            let value: Value
            do {
                value = try await body(client)
            } catch {
                await client.close()
                await group.triggerGracefulShutdown()
                throw error
            }
            await client.close()
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return value
        }
    }
}

/// An application on a free port, which tells the port when it listens.
private struct ServedApplication<Base: ApplicationProtocol>: ApplicationProtocol {
    let base: Base
    let port: AsyncStream<Int>.Continuation

    var responder: Base.Responder {
        get async throws { try await base.responder }
    }
    var server: HTTPServerBuilder { base.server }
    var eventLoopGroup: any EventLoopGroup { base.eventLoopGroup }
    var configuration: ApplicationConfiguration {
        base.configuration.with(address: .hostname("127.0.0.1", port: 0))
    }
    var logger: Logger { base.logger }
    var services: [any Service] { base.services }
    var processesRunBeforeServerStart: [@Sendable () async throws -> Void] {
        base.processesRunBeforeServerStart
    }

    @Sendable func onServerRunning(_ channel: any Channel) async {
        await base.onServerRunning(channel)
        port.yield(channel.localAddress?.port ?? 0)
    }
}
