// Tests what the server tells systemd, at a socket that listens as systemd does.

import Dispatch
import Fixtures
import Foundation
import Glibc
import Logging
@testable import PublishedServices
import ServiceLifecycle
@testable import ServiceTransport
import Testing

@testable import RouteService

@Suite struct SystemdSocketTests {
    /// A socket with a name, as systemd makes one for a unit with `Type=notify`.
    private final class Listener {
        let name: String
        private let descriptor: Int32

        init(_ name: String) throws {
            self.name = name
            descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            // A message that does not come fails the test.
            var patience = timeval(tv_sec: 10, tv_usec: 0)
            setsockopt(
                descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience,
                socklen_t(MemoryLayout<timeval>.size))
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { path in
                path.copyBytes(from: name.utf8)
                if name.hasPrefix("@") { path[0] = 0 }
            }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
            let status = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, length)
                }
            }
            try #require(status == 0, "\(String(cString: strerror(errno)))")
        }

        deinit {
            close(descriptor)
            unlink(name)
        }

        /// The variables that the process is started with.
        var environment: [String: String] { ["NOTIFY_SOCKET": name] }

        /// The lines of the next message.
        func next() -> [String] {
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
                .split(separator: "\n").map(String.init)
        }
    }

    private let logger = Logger.silent

    @Test(arguments: ["/tmp/waypost-notice", "@waypost/notice"])
    func `a state is one message, at a path and at an abstract name`(name: String) throws {
        let listener = try Listener("\(name)-\(getpid())")
        let systemd = try #require(
            SystemdSocket(logger: logger, environment: listener.environment))
        systemd.send(.ready)
        #expect(listener.next() == ["READY=1"])
        systemd.send(.reloading)
        let lines = listener.next()
        #expect(lines.first == "RELOADING=1")
        // The machine's clock since its start, in microseconds.
        let time = try #require(lines.last?.split(separator: "=").last.flatMap { UInt64($0) })
        #expect(lines.last == "MONOTONIC_USEC=\(time)")
        let now = DispatchTime.now().uptimeNanoseconds / 1_000
        #expect(time <= now && now - time < 60_000_000)
        systemd.send(.stopping)
        #expect(listener.next() == ["STOPPING=1"])
    }

    @Test func `without a socket of this system nobody is told`() {
        let long = "/" + String(repeating: "a", count: 120)
        for name in [nil, "", "@", "relative/path", "vsock:2:1234", long] {
            let environment = name.map { ["NOTIFY_SOCKET": $0] } ?? [:]
            #expect(SystemdSocket(logger: logger, environment: environment) == nil, "\(name ?? "")")
        }
        // A socket that nobody has bound is no failure of the server's.
        SystemdSocket(logger: logger, environment: ["NOTIFY_SOCKET": "@waypost/nobody"])?
            .send(.ready)
    }

    @Test func `a reload is told from its beginning to its end, even if nothing changes`()
        async throws
    {
        let listener = try Listener("@waypost/reload-\(getpid())")
        let next = NetworkSequence([])
        let published = PublishedCatalog(fixtureCatalog())
        let reloader = CatalogReloader(
            published, opened: OpenedCatalog(catalog: published.current),
            memory: MemoryTrimmer(), logger: logger
        ) { try next.open($0) }
        let systemd = SystemdSocket(logger: logger, environment: listener.environment)
        await HangupReload(reloader: reloader, systemd: systemd).reload()
        #expect(next.opened == 1)
        #expect(listener.next().first == "RELOADING=1")
        #expect(listener.next() == ["READY=1"])
    }

    @Test func `a graceful shutdown is told`() async throws {
        let listener = try Listener("@waypost/stop-\(getpid())")
        let systemd = try #require(
            SystemdSocket(logger: logger, environment: listener.environment))
        let group = ServiceGroup(
            configuration: .init(services: [StopReport(systemd: systemd)], logger: logger))
        async let running: Void = group.run()
        await group.triggerGracefulShutdown()
        try await running
        #expect(listener.next() == ["STOPPING=1"])
    }
}
