// Tells systemd when the server is ready, reloads and stops.

import Dispatch
import Foundation
import Glibc
import Logging
import ServiceLifecycle

/// Messages to the program that started this one, as sd_notify(3) describes them.
///
/// systemd waits for them if the unit has `Type=notify`: units after this one start once it is
/// ready, and it counts as reloading until it is ready again. If `NOTIFY_SOCKET` is not in the
/// environment, nothing is sent.
struct SystemdSocket: Sendable {
    /// What the process is doing.
    enum State: String {
        case ready, reloading, stopping
    }

    /// The socket's path, or its name in the abstract namespace with an `@` in place of the zero.
    private let place: [UInt8]
    private let logger: Logger

    /// Finds the socket to write to; `nil` if none is named, or if this system cannot have such a
    /// socket.
    init?(
        logger: Logger, environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        guard let name = environment["NOTIFY_SOCKET"], ["/", "@"].contains(name.prefix(1)) else {
            return nil
        }
        place = Array(name.utf8)
        self.logger = logger
        let room = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        guard place.count > 1, place.count < room else {
            logger.warning(
                "NOTIFY_SOCKET is not the name of a socket", metadata: ["value": "\(name)"])
            return nil
        }
    }

    /// Says what the process is doing. A failure is logged, and the process goes on.
    func send(_ state: State) {
        let text: String
        switch state {
        case .ready: text = "READY=1"
        // Messages from before this moment are about an earlier reload.
        case .reloading:
            let now = DispatchTime.now().uptimeNanoseconds / 1_000
            text = "RELOADING=1\nMONOTONIC_USEC=\(now)"
        case .stopping: text = "STOPPING=1"
        }
        guard let failure = write(text) else { return }
        logger.warning(
            "systemd was not told that the server is \(state)",
            metadata: ["reason": "\(String(cString: strerror(failure)))"])
    }

    /// Sends one datagram.
    ///
    /// - Returns: The system's error number, or `nil` if it is sent.
    private func write(_ text: String) -> Int32? {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            path.copyBytes(from: place)
            if place.first == UInt8(ascii: "@") { path[0] = 0 }
        }
        // An abstract name has no zero at its end, so the length ends it.
        let length = socklen_t(MemoryLayout<sa_family_t>.size + place.count)
        let sent = withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
        return sent < 0 ? errno : nil
    }
}

/// Says that the process stops, as soon as it does.
struct StopReport: Service {
    let systemd: SystemdSocket

    func run() async throws {
        try await gracefulShutdown()
        systemd.send(.stopping)
    }
}
