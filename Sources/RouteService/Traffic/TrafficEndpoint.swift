// `…/traffic` under a layer: what is in force, and feeds that callers post.

import AccessControl
import Geo
import HTTPTypes
import Hummingbird
import LiveTraffic
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

/// Answers requests about traffic on a layer's network. GET shows it; POST puts a feed into force
/// and needs a right of its own.
struct TrafficEndpoint: Sendable {
    let layer: PublishedLayer
    let asking: Asking
    let registry: TrafficRegistry
    /// Fetches feeds by URL.
    var source: any FeatureDownloading = WebDownload()

    private var gate: AccessGate { asking.server.gate }

    /// Answers the request.
    ///
    /// - Throws: `RouteRequestError` naming the field; ``ServiceError`` with 499 or 403 without the
    ///   right, or if the layer has no network.
    func respond() async throws -> Response {
        guard let intake = registry.intake(of: layer) else {
            throw ErrorTable.noTraffic(of: layer)
        }
        guard asking.request.method == .post else {
            return asking.writer.response(resource(of: intake, receipt: nil))
        }
        guard layer.access.trafficSenders != nil else {
            throw ErrorTable.trafficNotTaken(of: layer)
        }
        try gate.checkTraffic(by: asking.caller, of: layer)
        let receipt = try await taken(by: intake)
        return asking.writer.response(resource(of: intake, receipt: receipt))
    }

    private func resource(of intake: TrafficIntake, receipt: FeedReceipt?) -> TrafficResource {
        TrafficResource(
            layer: layer, status: intake.status, now: intake.now, receipt: receipt,
            lapseSeconds: Double(intake.settings.lapseMilliseconds) / 1_000)
    }

    /// Puts the request's feed into force.
    private func taken(by intake: TrafficIntake) async throws -> FeedReceipt {
        let form = TrafficForm(fields: asking.request.fields)
        let (mode, mapping, content) = try await asking.server.lanes.bodies.run(
            onBytes: form.fields.byteCount, for: asking.caller.key
        ) {
            (try form.mode(), try form.mapping(), try form.content())
        }
        let name = "request of \(asking.caller.userName ?? "a caller")"
        let (bytes, parameter) = try await feed(content)
        let (registry, catalog) = (registry, asking.server.published.current)
        do {
            return try await registry.take(mode, by: intake, for: asking.caller.key) { [layer] in
                guard let shared = registry.shared else {
                    return try intake.take(
                        bytes(), mode, mapping: mapping, from: name, renews: true)
                }
                let sent = SharedFeeds.Sent(
                    bytes: bytes(), mode: mode, mapping: mapping, source: name, layer: layer)
                return try shared.take(sent, by: intake, catalog, registry)
            }
        } catch let error as FeedError {
            throw RouteRequestError.invalidParameter(parameter, error.description)
        } catch is TrafficRegistry.Superseded {
            throw ErrorTable.trafficSuperseded()
        } catch is SharedFeeds.Failure {
            throw ErrorTable.trafficNotShared()
        }
    }

    /// Returns the feed's bytes, as a function so that large texts are copied on the thread for
    /// feeds.
    private func feed(
        _ content: TrafficForm.Content
    ) async throws -> (bytes: @Sendable () -> [UInt8], parameter: String) {
        switch content {
        case .text(let text, let parameter): return ({ Array(text.utf8) }, parameter)
        case .url(let address):
            let configuration = layer.description.configuration
            let fetch = TrafficFetch(
                hosts: configuration.featureHosts,
                privateHosts: configuration.privateFeatureHosts, source: source,
                gate: asking.server.outbound.fetches, caller: asking.caller)
            let bytes = try await fetch.bytes(at: address, parameter: "url")
            return ({ bytes }, "url")
        }
    }
}

extension ErrorTable {
    /// Returns the error for a layer without a network, and so without traffic.
    static func noTraffic(of layer: PublishedLayer) -> ServiceError {
        ServiceError(
            code: 400, message: "Invalid URL",
            details: ["\(ResourcePath.layer(layer)) has no network that traffic could be on."])
    }

    /// Returns the error for a feed that cannot be stored for other servers; only the log has the
    /// reason.
    static func trafficNotShared() -> ServiceError {
        ServiceError(
            code: 503, message: "Service is unavailable.",
            details: [
                "The feed cannot be stored for the other servers at the moment, and nothing has "
                    + "changed. Send it again in 5 s."
            ], status: .serviceUnavailable, headers: [.retryAfter: "5"])
    }

    /// Returns the error for a feed that a later one replaced while it waited.
    static func trafficSuperseded() -> ServiceError {
        ServiceError(
            code: 409, message: "Conflict",
            details: [
                "While this feed waited, a later whole feed for this network came and replaces it. "
                    + "You need not send this one again."
            ], status: .conflict)
    }

    /// Returns the error for a layer whose definition lets no user post feeds.
    static func trafficNotTaken(of layer: PublishedLayer) -> ServiceError {
        ServiceError(
            code: 400, message: "Invalid URL",
            details: [
                "\(ResourcePath.layer(layer)) takes no traffic from requests; its definition would "
                    + "name the users with that right under \"traffic\" of \"access\"."
            ])
    }
}
