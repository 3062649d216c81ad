// One HTTP GET with limits on time and size.

package import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Downloads a URL's response.
///
/// The host's name is resolved once. The connection goes to a checked address, and TLS verifies the
/// certificate for the name. Redirects are not followed, because they may lead to a host that is
/// not allowed; the environment's proxies are not used for the same reason.
///
/// `URLSession` would not do: it decompresses responses before their bytes can be counted, restarts
/// its timeout with every byte, and resolves the host again after its addresses were checked.
package struct WebDownload: FeatureDownloading {
    /// Resolves host names.
    var resolver = HostResolver.system
    /// The trusted certificates.
    var trust = WebTrust.system
    /// The most bytes in a response's head.
    var maximumHeadBytes = 64_000

    /// Creates downloads that use the system's names and certificates.
    package init() {}

    init(
        resolver: HostResolver = .system, trust: WebTrust = .system, maximumHeadBytes: Int = 64_000
    ) {
        self.resolver = resolver
        self.trust = trust
        self.maximumHeadBytes = maximumHeadBytes
    }

    /// How many seconds connecting to each address may take.
    private static let connectSeconds: Int64 = 8

    /// A loop apart from the servers' own, since inflating 20 MB takes tens of milliseconds. It
    /// lives as long as the process.
    private static let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    package func download(
        _ url: URL, allowsPrivate: Bool, within lease: FetchLease
    ) async throws -> [UInt8] {
        let target = try WebTarget(url)
        let exchange = WebExchange()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchange.begin(continuation)
                start(exchange, target, allowsPrivate, lease)
            }
        } onCancel: {
            exchange.end(.failure(CancellationError()))
        }
    }

    private func start(
        _ exchange: WebExchange, _ target: WebTarget, _ allowsPrivate: Bool, _ lease: FetchLease
    ) {
        let loop = Self.loops.next()
        let seconds = (lease.deadline - .now) / .seconds(1)
        let alarm = loop.scheduleTask(in: .milliseconds(Int64(max(0, seconds) * 1_000))) {
            exchange.end(.failure(lease.tooLate))
        }
        exchange.atEnd { alarm.cancel() }
        let found = loop.makeFutureWithTask { [resolver, trust] in
            try await lease.resolve {
                let addresses = try HostAddresses.connectable(
                    resolver.addresses(target.host), allowsPrivate: allowsPrivate)
                return try (addresses, target.isSecure ? trust.context() : nil)
            }
        }
        found.flatMap { addresses, context in
            connect(to: addresses[...], exchange, target, context, lease, on: loop)
        }.whenFailure { error in
            exchange.end(
                .failure(
                    error is FetchProblem
                        ? error : FetchProblem(text: "no connection to it could be established")))
        }
    }

    /// Connects to the first address that accepts.
    private func connect(
        to addresses: ArraySlice<[UInt8]>, _ exchange: WebExchange, _ target: WebTarget,
        _ context: WebTrust.Context?, _ lease: FetchLease, on loop: any EventLoop
    ) -> EventLoopFuture<Void> {
        guard let first = addresses.first, !exchange.isOver else {
            return loop.makeFailedFuture(
                FetchProblem(text: "no connection to it could be established"))
        }
        let channel = loop.makeCompletedFuture {
            try SocketAddress(packedIPAddress: ByteBuffer(bytes: first), port: target.port)
        }.flatMap { address in
            ClientBootstrap(group: loop)
                .connectTimeout(.seconds(Self.connectSeconds))
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try equip(channel, exchange, target, context, lease)
                    }
                }
                .connect(to: address)
        }
        return channel.map { channel in
            exchange.atEnd { channel.close(promise: nil) }
        }.flatMapError { error in
            connect(to: addresses.dropFirst(), exchange, target, context, lease, on: loop)
        }
    }

    private func equip(
        _ channel: any Channel, _ exchange: WebExchange, _ target: WebTarget,
        _ context: WebTrust.Context?, _ lease: FetchLease
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        if let context {
            try pipeline.addHandler(WebTrust.handler(of: context, for: target.certifiedName))
        }
        let headGuard = HeadGuard(maximumBytes: maximumHeadBytes)
        try pipeline.addHandler(headGuard)
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = min(16_384, maximumHeadBytes)
        limits.maxHeaderListSize = maximumHeadBytes
        limits.maxHeaderFieldCount = 200
        try pipeline.addHTTPClientHandlers(decoderLimitConfiguration: limits)
        try pipeline.addHandler(
            DownloadHandler(target: target, exchange: exchange, lease: lease, headGuard: headGuard))
    }
}
