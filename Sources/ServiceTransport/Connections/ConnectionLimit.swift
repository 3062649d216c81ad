// Limits open connections, overall and for each network.

import AccessControl
import Glibc
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Accepts connections up to a maximum; further ones wait in the kernel's backlog.
package struct ConnectionLimit: AvailableConnectionsDelegate {
    /// Descriptors kept free for files, event loops, and connections to other hosts.
    private static let reserve = 64
    /// How long the log stays quiet after a warning.
    private static let quiet = Duration.seconds(60)

    /// The most connections, after the descriptor limit.
    let maximum: Int
    private let logger: Logger
    private var count = 0
    private var lastNotice: ContinuousClock.Instant?

    /// Sets the maximum, and lowers it if the process may not have enough descriptors.
    package init(maximum: Int, logger: Logger) {
        let allowed = Self.descriptors() - Self.reserve
        self.maximum = max(8, min(maximum, allowed))
        self.logger = logger
        if self.maximum < maximum {
            logger.notice(
                "the limit of descriptors (ulimit -n) allows fewer connections",
                metadata: ["wanted": "\(maximum)", "taken": "\(self.maximum)"])
        }
    }

    /// Returns the shares of networks: half of all connections, unless `most` says how many.
    package func shares(of most: Int?) -> ConnectionShares {
        ConnectionShares(most: most ?? max(8, maximum / 2), logger: logger)
    }

    mutating func connectionOpened() {
        count += 1
        guard count >= maximum, lastNotice.map({ .now - $0 > Self.quiet }) ?? true else { return }
        lastNotice = .now
        logger.warning(
            "the maximum number of connections is open; further ones wait",
            metadata: ["connections": "\(count)"])
    }

    mutating func connectionClosed() { count -= 1 }

    func isAcceptingNewConnections() -> Bool { count < maximum }

    /// Raises the soft limit of descriptors to the hard limit and returns it.
    private static func descriptors() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return Int.max
        }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        return Int(clamping: limit.rlim_cur)
    }
}

/// Counts each network's open connections, so that no network can use them all up.
package final class ConnectionShares: Sendable {
    private struct State {
        var counts: [String: Int] = [:]
        var lastNotice: ContinuousClock.Instant?
    }

    /// How long the log stays quiet after a warning.
    private static let quiet = Duration.seconds(60)

    private let most: Int
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameter most: The most connections from one network.
    init(most: Int, logger: Logger) {
        self.most = most
        self.logger = logger
    }

    /// Counts a connection.
    ///
    /// - Parameter network: The client's network (``RequestSource/network``).
    /// - Returns: `false` if the network has used up its share; the connection is then not counted.
    func enter(_ network: String) -> Bool {
        let (isAdmitted, isNews) = state.withLock { state -> (Bool, Bool) in
            let count = state.counts[network] ?? 0
            guard count >= most else {
                state.counts[network] = count + 1
                return (true, false)
            }
            let isNews = state.lastNotice.map { .now - $0 > Self.quiet } ?? true
            if isNews { state.lastNotice = .now }
            return (false, isNews)
        }
        if isNews {
            logger.warning(
                "an address has the maximum number of connections; further ones are closed",
                metadata: ["connections": "\(most)"])
        }
        return isAdmitted
    }

    /// Stops counting a connection.
    func leave(_ network: String) {
        state.withLock { state in
            let count = state.counts[network] ?? 0
            state.counts[network] = count > 1 ? count - 1 : nil
        }
    }
}

/// Closes a new connection at once if its network has used up its share.
package final class ConnectionShare: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    private let shares: ConnectionShares
    /// The network that the connection is counted for.
    private var network: String?

    package init(_ shares: ConnectionShares) { self.shares = shares }

    func channelActive(context: ChannelHandlerContext) {
        // A proxy on this machine has one address for all its clients.
        let address = context.remoteAddress?.ipAddress ?? ""
        if !address.isEmpty, !LoopbackName.isLoopback(address) {
            let network = RequestSource(address: address, origin: "").network
            guard shares.enter(network) else { return context.close(promise: nil) }
            self.network = network
        }
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        if let network { shares.leave(network) }
        network = nil
        context.fireChannelInactive()
    }
}
