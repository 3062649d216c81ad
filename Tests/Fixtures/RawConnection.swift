// A bare TCP client: tests of hanging up and of `Expect` must control when each byte goes.

import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A connection to a server on this machine.
///
/// Waits for bytes on Dispatch threads: blocking a cooperative thread would hold up the very server
/// under test.
package final class RawConnection: Sendable {
    package struct Failure: Error {
        package let step: String
        package let code: Int32
    }

    private let descriptor: Int32
    private let isClosed = Atomic(false)

    package init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(step: "socket", code: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        // Long enough for a busy machine.
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience,
            socklen_t(MemoryLayout<timeval>.size))
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard status == 0 else { throw Failure(step: "connect", code: errno) }
    }

    deinit { close() }

    package func send(_ text: String) throws {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(step: "send", code: errno) }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Reads until the received text contains `mark`.
    package func read(until mark: String) async throws -> String {
        let descriptor = descriptor
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result { try Self.receive(from: descriptor, until: mark) })
            }
        }
    }

    private static func receive(from descriptor: Int32, until mark: String) throws -> String {
        var received: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while true {
            let text = String(decoding: received, as: UTF8.self)
            if text.contains(mark) { return text }
            let count = recv(descriptor, &piece, piece.count, 0)
            guard count > 0 else { throw Failure(step: "receive after \(text)", code: errno) }
            received += piece[..<count]
        }
    }

    package func readToEnd() async throws -> String {
        let descriptor = descriptor
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try Self.receiveAll(from: descriptor) })
            }
        }
    }

    private static func receiveAll(from descriptor: Int32) throws -> String {
        var received: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &piece, piece.count, 0)
            if count < 0, errno == EAGAIN {
                throw Failure(step: "end after \(received.count) bytes", code: errno)
            }
            guard count > 0 else { return String(decoding: received, as: UTF8.self) }
            received += piece[..<count]
        }
    }

    /// Closes only the sending side.
    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    package func close() {
        if !isClosed.exchange(true, ordering: .relaxed) { Glibc.close(descriptor) }
    }
}
