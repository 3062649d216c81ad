// A bare TCP client that reads HTTP/1.1 answers.

import Foundation

/// A connection to a server on this machine.
final class ServerConnection {
    /// The answer received.
    struct Answer {
        let status: Int
        /// The head's lines, in lower case.
        let head: [Substring]
        let body: [UInt8]
        /// Whether the end of the body is known and the connection stays open.
        let staysOpen: Bool

        /// A header's value.
        func header(_ name: String) -> Substring? {
            head.first { $0.hasPrefix(name + ": ") }?.dropFirst(name.count + 2)
        }
    }

    private let descriptor: Int32
    private var received: [UInt8] = []
    private var isAtEnd = false

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard status == 0 else { throw Violation("the server takes no connection: \(errno)") }
        var flag: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &flag, 4)
    }

    deinit { close(descriptor) }

    /// Sends a request and reads the answer. Returns `nil` if the connection ends without one, or
    /// if an incomplete request gets none.
    ///
    /// - Throws: ``Violation`` if a complete request is not answered in time.
    func answer(to request: WrittenRequest, patienceSeconds: Double) throws -> Answer? {
        var patience = timeval(
            tv_sec: Int(patienceSeconds),
            tv_usec: Int(patienceSeconds.truncatingRemainder(dividingBy: 1) * 1e6))
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        received = []
        guard send(request.bytes) else { return nil }
        guard let end = try receive(until: Array("\r\n\r\n".utf8), request.isWhole) else {
            return nil
        }
        let head = String(decoding: received[..<end], as: UTF8.self).lowercased()
            .split(whereSeparator: \.isNewline)
        let status = head.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        received.removeSubrange(..<end)
        let length = head.first { $0.hasPrefix("content-length: ") }
            .flatMap { Int($0.dropFirst("content-length: ".count)) }
        var isEndKnown = true
        if [204, 304].contains(status) {
            received = []
        } else if let length {
            while received.count < length, try receive(request.isWhole) {}
            isEndKnown = received.count == length
            // A second answer may follow, to bytes behind the request.
            received = Array(received.prefix(length))
        } else {
            // Chunked answers are left to the tests of the connection.
            isEndKnown = false
            while try receive(request.isWhole) {}
        }
        return Answer(
            status: status, head: head, body: received,
            staysOpen: isEndKnown && !isAtEnd && !head.contains("connection: close"))
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(
                    descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            // The server may answer before it has everything.
            guard count > 0 else { return sent > 0 }
            sent += count
        }
        return true
    }

    /// Reads until a mark has come, and returns the place behind it; `nil` if it does not come.
    private func receive(until mark: [UInt8], _ isAwaited: Bool) throws -> Int? {
        while true {
            if let place = received.firstRange(of: mark) { return place.upperBound }
            guard try receive(isAwaited) else { return nil }
        }
    }

    /// Reads some bytes, and returns whether more may come.
    private func receive(_ isAwaited: Bool) throws -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &piece, piece.count, 0)
        if count > 0 {
            received += piece[..<count]
            return true
        }
        let isLate = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
        if isLate, isAwaited { throw Violation("a whole request is not answered in a minute") }
        isAtEnd = true
        return false
    }
}
