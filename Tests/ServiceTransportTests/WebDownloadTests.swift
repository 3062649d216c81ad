// Tests downloads from hostile hosts: bombs, drips, endless answers, names that change.

import AccessControl
import CZlib
import Foundation
import Synchronization
import Testing

@testable import ServiceTransport

@Suite struct WebDownloadTests {
    static let plain = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    static let features = Array(#"{"features":[]}"#.utf8)

    /// Counts look-ups of a name, and answers differently after the first.
    private final class Names: Sendable {
        let count = Mutex(0)
        private let answers: [[[UInt8]]]

        init(_ answers: [[[UInt8]]]) { self.answers = answers }

        var resolver: HostResolver {
            HostResolver { [self] _ in
                let turn = count.withLock { count in
                    defer { count += 1 }
                    return count
                }
                return answers[min(turn, answers.count - 1)]
            }
        }
    }

    private static let home: [UInt8] = [127, 0, 0, 1]

    /// Downloads from a host under limits on bytes and seconds.
    func get(
        _ host: ScriptedHost, bytes: Int = 100_000, seconds: Double = 20,
        name: String = "gis.example.com", scheme: String = "http",
        _ change: (inout WebDownload) -> Void = { _ in }, allowsPrivate: Bool = true
    ) async throws -> [UInt8] {
        var download = WebDownload(resolver: Names([[Self.home]]).resolver)
        change(&download)
        let gate = FetchGate(
            bounds: FetchGate.Bounds(bytesPerRequest: bytes, secondsPerRequest: seconds))
        let lease = try gate.enter(for: .anonymous(network: "192.0.2.1"))
        let url = try #require(URL(string: "\(scheme)://\(name):\(host.port)/a/query?b=c%20d"))
        let answer = try await download.download(
            url, allowsPrivate: allowsPrivate, within: lease)
        #expect(gate.load == (1, answer.count), "what is held is what came")
        return answer
    }

    /// The problem that ends a download.
    private func problem(
        _ host: ScriptedHost, bytes: Int = 100_000, seconds: Double = 20
    ) async -> String? {
        let problem = await #expect(throws: FetchProblem.self) {
            try await get(host, bytes: bytes, seconds: seconds)
        }
        return problem?.text
    }

    @Test func `an answer is gathered in every form it may have`() async throws {
        let length = Self.features.count
        let packed = try #require(gzip(Self.features))
        let chunks = "5\r\n{\"fea\r\n\(String(length - 5, radix: 16));note=1\r\n"
        let forms: [(String, [UInt8])] = [
            ("Content-Length: \(length)\r\n\r\n", Self.features),
            ("\r\n", Self.features),
            (
                "Transfer-Encoding: chunked\r\n\r\n\(chunks)",
                Self.features.dropFirst(5) + Array("\r\n0\r\n\r\n".utf8)
            ),
            ("Content-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n", packed),
            ("Content-Encoding: GZIP\r\n\r\n", packed),
        ]
        for (head, body) in forms {
            let host = try await ScriptedHost(Self.plain + head, body)
            #expect(try await get(host) == Self.features, "\(head)")
            #expect(host.request.hasPrefix("GET /a/query?b=c%20d HTTP/1.1\r\n"))
            #expect(host.request.contains("Host: gis.example.com:\(host.port)\r\n"))
        }
    }

    @Test func `several gzip members are one answer, and a cut one is none`() async throws {
        let packed = try #require(gzip(Self.features))
        let head = Self.plain + "Content-Encoding: gzip\r\n\r\n"
        let twice = try await ScriptedHost(head, packed + packed)
        #expect(try await get(twice) == Self.features + Self.features)
        let cut = try await ScriptedHost(head, packed.dropLast(9))
        #expect(await problem(cut)?.contains("before its answer ended") == true)
        let damaged = try await ScriptedHost(head, packed.dropLast(4) + [1, 2, 3, 4])
        #expect(await problem(damaged)?.contains("damaged") == true)
    }

    @Test func `a gzip bomb is counted while it expands`() async throws {
        let bomb = try #require(gzip([UInt8](repeating: 32, count: 20_000_000)))
        #expect(bomb.count < 100_000)
        let host = try await ScriptedHost(
            Self.plain + "Content-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n", bomb,
            .staying)
        #expect(await problem(host)?.contains("more than 100000 bytes") == true)
    }

    @Test func `too many bytes end the download, said before or coming in chunks`() async throws {
        let said = try await ScriptedHost(
            Self.plain + "Content-Length: 100001\r\n\r\n", [], .staying)
        #expect(await problem(said)?.contains("more than 100000 bytes") == true)
        let piece = Array("1000\r\n".utf8) + [UInt8](repeating: 32, count: 4_096) + [13, 10]
        let chunked = try await ScriptedHost(
            Self.plain + "Transfer-Encoding: chunked\r\n\r\n", [], .endless(piece))
        #expect(await problem(chunked)?.contains("more than 100000 bytes") == true)
    }

    @Test func `a host that drips is cut off when the time for the whole is over`() async throws {
        for head in ["HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\nX-Slow:", Self.plain + "\r\n"] {
            let host = try await ScriptedHost(head, [], .dripping(everyMilliseconds: 20))
            #expect(await problem(host, seconds: 0.6)?.contains("within the 0.6 s") == true)
            try await expectClosed(host)
        }
    }

    @Test func `a name that is looked up for ever is cut off as well`() async throws {
        let host = try await ScriptedHost("")
        // The look-up ends eventually and would report an unknown name.
        let problem = await #expect(throws: FetchProblem.self) {
            try await get(
                host, seconds: 0.3,
                {
                    $0.resolver = HostResolver { _ in
                        Thread.sleep(forTimeInterval: 3)
                        return []
                    }
                })
        }
        #expect(problem?.text.contains("within the 0.3 s") == true)
    }

    @Test func `endless heads are cut off`() async throws {
        let many = Array("X-Header: word\r\n".utf8)
        let interim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        let long = [UInt8](repeating: 97, count: 1_000)
        for (head, piece) in [
            ("HTTP/1.1 200 ", long), ("HTTP/1.1 200 OK\r\nX-Header: ", long),
            ("HTTP/1.1 200 OK\r\n", many), ("", interim),
        ] {
            let host = try await ScriptedHost(head, [], .endless(piece))
            let text = await problem(host)
            #expect(text?.contains("bytes of headers") == true, "\(head): \(text ?? "")")
        }
    }

    @Test func `other answers are refused with what they are`() async throws {
        for (head, words) in [
            ("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n", "redirects"),
            ("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "status 404"),
            ("HTTP/1.1 204 No Content\r\n\r\n", "status 204"),
            (Self.plain + "Content-Encoding: br\r\n\r\n", "coding \"br\""),
            (Self.plain + "Content-Length: 50\r\n\r\n{", "connection"),
            ("220 mail.example.com ESMTP\r\n", "not valid HTTP"), ("", "connection"),
        ] {
            let text = await problem(try await ScriptedHost(head))
            #expect(text?.contains(words) == true, "\(head): \(text ?? "")")
        }
    }

    @Test func `the address that was checked is the one connected to`() async throws {
        let head = Self.plain + "Content-Length: \(Self.features.count)\r\n\r\n"
        let checked = try await ScriptedHost(head, Self.features)
        let other = try await ScriptedHost(
            head, Self.features, address: "127.0.0.2", port: checked.port)
        let names = Names([[Self.home], [[127, 0, 0, 2]]])
        #expect(try await get(checked, { $0.resolver = names.resolver }) == Self.features)
        #expect(names.count.withLock(\.self) == 1, "a name is looked up once")
        #expect(checked.connections.opened == 1)
        #expect(other.connections.opened == 0)
    }

    @Test func `a host with any private address is not connected to`() async throws {
        let host = try await ScriptedHost(Self.plain + "\r\n", Self.features)
        for answer in [[Self.home], [[93, 184, 216, 34], Self.home], [Self.home, [8, 8, 8, 8]]] {
            await #expect(throws: FetchProblem(text: "it is in a private network")) {
                try await get(
                    host, { $0.resolver = Names([answer]).resolver }, allowsPrivate: false)
            }
        }
        await #expect(throws: FetchProblem(text: "its name cannot be resolved")) {
            try await get(host, { $0.resolver = Names([[]]).resolver })
        }
        #expect(host.connections.opened == 0)
    }

    @Test func `an address that takes no connection leaves it to the next`() async throws {
        let host = try await ScriptedHost(Self.plain + "\r\n", Self.features)
        let names = Names([[[127, 0, 0, 3], Self.home]])
        #expect(try await get(host, { $0.resolver = names.resolver }) == Self.features)
        let none = Names([[[127, 0, 0, 3]]])
        await #expect(throws: FetchProblem(text: "no connection to it could be established")) {
            try await get(host, { $0.resolver = none.resolver })
        }
    }

    @Test(arguments: [
        ("gis.example.com", true), ("GIS.example.com", true), ("*.example.com", true),
        ("*.gis.example.com", false), ("*.com", false), ("example.com", false),
        ("g*.example.com", false), ("*", false), ("", false),
    ])
    func `a wildcard in a certificate stands for one label`(certified: String, isFor: Bool) {
        #expect(WebTrust.covers(certified, "gis.example.com") == isFor)
    }

    @Test func `a download that is cancelled closes its connection`() async throws {
        let host = try await ScriptedHost(Self.plain + "\r\n", [], .dripping(everyMilliseconds: 20))
        let task = Task { try await get(host) }
        try await wait { host.connections.opened == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await expectClosed(host)
    }

    @Test func `a client that goes takes its download along`() async throws {
        let host = try await ScriptedHost(Self.plain + "\r\n", [], .dripping(everyMilliseconds: 20))
        let client = ClientPresence()
        let task = Task {
            try await ClientPresence.cancellingOnDisconnect(client) { try await get(host) }
        }
        try await wait { host.connections.opened == 1 }
        client.disconnected()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await expectClosed(host)
    }

    private func expectClosed(_ host: ScriptedHost) async throws {
        try await wait { host.connections.opened == host.connections.closed }
    }

    private func wait(_ condition: () -> Bool) async throws {
        for _ in 0..<500 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(condition())
    }
}

@Suite struct HostAddressTests {
    @Test(
        arguments: [
            ([10, 1, 2, 3], false), ([127, 0, 0, 1], false), ([169, 254, 169, 254], false),
            ([172, 31, 0, 1], false), ([172, 32, 0, 1], true), ([192, 168, 1, 1], false),
            ([100, 64, 0, 1], false), ([0, 0, 0, 0], false), ([224, 0, 0, 1], false),
            ([93, 184, 216, 34], true), ([203, 0, 113, 9], false), ([203, 0, 112, 9], true),
        ] as [([UInt8], Bool)])
    func `private ranges are recognized`(address: [UInt8], isPublic: Bool) {
        #expect(HostAddresses.isPublic(address) == isPublic)
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address
        #expect(HostAddresses.isPublic(mapped) == isPublic)
    }

    @Test func `local addresses of version 6 are private`() {
        #expect(!HostAddresses.isPublic([UInt8](repeating: 0, count: 15) + [1]))
        #expect(!HostAddresses.isPublic([0xFE, 0x80] + [UInt8](repeating: 0, count: 14)))
        #expect(!HostAddresses.isPublic([0xFD, 0] + [UInt8](repeating: 1, count: 14)))
        #expect(!HostAddresses.isPublic([0x20, 0x02, 10, 0] + [UInt8](repeating: 1, count: 12)))
        #expect(HostAddresses.isPublic([0x2A, 0x00] + [UInt8](repeating: 1, count: 14)))
        #expect(!HostAddresses.isPublic([]))
    }

    @Test func `the system's resolver reads addresses without a query`() {
        #expect(HostAddresses.addresses(of: "127.0.0.1") == [[127, 0, 0, 1]])
        #expect(HostAddresses.addresses(of: "::1") == [[UInt8](repeating: 0, count: 15) + [1]])
    }
}

@Suite struct FetchGateTests {
    private let one = Caller.anonymous(network: "192.0.2.1")
    private let two = Caller.anonymous(network: "192.0.2.2")

    @Test func `one caller leaves room for others, and the server has its own bound`() throws {
        let gate = FetchGate(bounds: FetchGate.Bounds(running: 3, runningPerCaller: 2))
        let first = try gate.enter(for: one)
        let second = try gate.enter(for: one)
        #expect(throws: UsageExceeded.self) { try gate.enter(for: one) }
        let third = try gate.enter(for: two)
        #expect(throws: ServiceError.self) { try gate.enter(for: two) }
        first.end()
        first.end()
        #expect(gate.load.running == 2)
        _ = try gate.enter(for: two)
        for lease in [second, third] { lease.end() }
        #expect(gate.load == (0, 0))
    }

    @Test func `the bytes of all requests together are bounded`() throws {
        let gate = FetchGate(bounds: FetchGate.Bounds(heldBytes: 1_000, bytesPerRequest: 800))
        let (first, second) = (try gate.enter(for: one), try gate.enter(for: two))
        try first.take(800)
        #expect(throws: FetchProblem.self) { try first.take(1) }
        try second.take(200)
        #expect(throws: ServiceError.self) { try second.take(1) }
        first.end()
        try second.take(600)
        #expect(gate.load == (1, 800))
        second.end()
        #expect(throws: CancellationError.self) { try second.take(1) }
        #expect(gate.load == (0, 0))
    }
}

/// Compresses bytes with gzip, as hosts do.
private func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 15 bits of window, plus 16 for gzip's header.
    guard
        deflateInit2_(
            &stream, 1, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { deflateEnd(&stream) }
    var (input, output) = (bytes, [UInt8](repeating: 0, count: bytes.count + 1_024))
    let count = input.withUnsafeMutableBufferPointer { source in
        output.withUnsafeMutableBufferPointer { target in
            stream.next_in = source.baseAddress
            stream.avail_in = uInt(source.count)
            stream.next_out = target.baseAddress
            stream.avail_out = uInt(target.count)
            return deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : nil
        }
    }
    return count.map { Array(output.prefix($0)) }
}
