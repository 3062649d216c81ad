// `/livez` and `/readyz`, for the supervisor that starts and restarts the server.

import Geo
import HTTPTypes
import Hummingbird
import NIOCore
import Preparation
import RouteAPI
import ServicePages
import ServiceTransport

/// Whether the server answers, and how busy it is.
struct Health: Resource {
    /// What a probe asks.
    enum Question: Sendable {
        /// Whether the process answers.
        case liveness
        /// Whether it accepts requests.
        case readiness
    }

    let question: Question
    let layerCount: Int
    /// How many layers are unavailable because their networks were modified while in use.
    let unavailableCount: Int
    let load: (running: Int, waiting: Int)
    /// The request bodies in memory.
    let bodies: (bodies: Int, bytes: Int)
    /// Whether requests are refused or soon will be: a load balancer should choose another server.
    let isOverloaded: Bool
    /// How many pieces of work still run although their time limit passed a while ago: a thread
    /// hangs.
    let overdueCount: Int
    /// The use of all layers' metric caches.
    let metrics: MetricUse

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("status", status)
            guard question == .readiness else { return }
            writer.member("layers", layerCount)
            writer.member("unavailableLayers", unavailableCount)
            writer.member("solvesRunning", load.running)
            writer.member("solvesWaiting", load.waiting)
            writer.member("overdue", overdueCount)
            writer.member("requestsHeld", bodies.bodies)
            writer.member("requestBytesHeld", bodies.bytes)
            writer.object("metrics") { writer in
                writer.member("hits", metrics.hits)
                writer.member("misses", metrics.misses)
                writer.member("evictions", metrics.evictions)
                writer.member("bytes", metrics.bytes)
                writer.member("pinnedBytes", metrics.pinnedBytes)
            }
        }
    }

    /// Whether the server should get requests.
    var isReady: Bool { status == "ok" }

    private var status: String {
        guard question == .readiness else { return "ok" }
        if unavailableCount > 0 { return "unavailable" }
        return overdueCount > 0 ? "overdue" : isOverloaded ? "overloaded" : "ok"
    }

    /// What a probe reads: the status, and for readiness what the server has and does.
    var line: String {
        guard question == .readiness else { return status }
        return "\(status): \(layerCount) layers (\(unavailableCount) unavailable), "
            + "\(load.running) solves running, \(load.waiting) waiting, \(overdueCount) overdue"
    }

    /// Answers a request: a page for a browser, JSON if the request asks for it, and otherwise one
    /// line of text, for probes and shells.
    func response(to asking: Asking) -> Response {
        let request = asking.request
        let isForBrowser = request.headers[.accept]?.contains("text/html") ?? false
        guard request.fields.text("f") == nil, !isForBrowser else {
            return asking.writer.response(self)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/plain; charset=utf-8", .cacheControl: "no-store",
                .xContentTypeOptions: "nosniff",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: "\(line)\n")))
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(title: "Health")
        page.content.facts([
            ("Status", status), ("Layers", String(layerCount)),
            ("Layers that are unavailable", String(unavailableCount)),
            ("Solves running", String(load.running)), ("Solves waiting", String(load.waiting)),
            ("Work past its time limit", String(overdueCount)),
            ("Metrics found ready", String(metrics.hits)),
            ("Metrics made", String(metrics.misses)),
            ("Metrics dropped", String(metrics.evictions)),
            ("Memory of metrics", "\(metrics.bytes >> 20) MiB"),
        ])
        return page
    }
}
