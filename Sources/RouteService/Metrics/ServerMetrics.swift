// `/metrics`: what the server did and how busy it is, for Prometheus.

import Foundation
import HTTPTypes
import Hummingbird
import Jobs
import NIOCore
import Preparation
import PublishedServices
import RouteAPI
import ServiceTransport

/// The server's measurements at one moment.
///
/// They are counted and written here, not by swift-metrics, which Hummingbird brings along: it
/// writes nothing by itself, so it needs a further package for Prometheus's text and a factory that
/// a process sets once, while tests run many servers in one process and read each one's counts.
/// ``RequestCounts`` holds all counts under one lock, so that a page is of one moment. Labels come
/// from the server's own tables (operations, statuses, codes, layers), so a hostile client cannot
/// make the counts grow. Most other values are gauges that are read when the page is asked for.
struct ServerMetrics {
    /// The jobs of a server that has them.
    struct Jobs: Sendable {
        /// What the store holds; `nil` if it does not answer.
        var census: JobCensus?
    }

    let requests: RequestCounts.Snapshot
    /// What each mechanism of the engine found.
    let solves: [String: SolveCounts.Found]
    /// `nil` on a server without jobs.
    let jobs: Jobs?
    let health: Health
    let catalog: ServiceCatalog
    /// The moment, in seconds since 1970.
    var now = Date().timeIntervalSince1970

    /// The measurements as a response.
    var response: Response {
        Response(
            status: .ok,
            headers: [.contentType: PrometheusText.contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// The measurements in the text format.
    var text: String {
        var writer = PrometheusText()
        writeRequests(to: &writer)
        writeSolves(to: &writer)
        writeLoad(to: &writer)
        if let jobs { Self.write(jobs, to: &writer) }
        writeNetworks(to: &writer)
        if let bytes = Self.residentBytes {
            writer.family(
                "process_resident_memory_bytes", .gauge, "The memory that the process holds.")
            writer.value("process_resident_memory_bytes", bytes)
        }
        return writer.text
    }

    private func writeRequests(to writer: inout PrometheusText) {
        var name = "waypost_requests_total"
        writer.family(
            name, .counter,
            "Answered requests by operation, HTTP status and the error envelope's code (0: none).")
        for (outcome, count) in requests.outcomes.sorted(by: { $0.key < $1.key }) {
            writer.value(
                name, count,
                labels: [
                    ("operation", outcome.operation), ("status", "\(outcome.status)"),
                    ("code", "\(outcome.code)"),
                ])
        }
        name = "waypost_request_duration_seconds"
        writer.family(name, .histogram, "The time from a request's head to its answer.")
        for (operation, times) in requests.times.sorted(by: { $0.key < $1.key }) {
            let label = (name: "operation", value: operation)
            for (bound, count) in zip(RequestCounts.bounds, times.counts) {
                writer.value("\(name)_bucket", count, labels: [label, ("le", "\(bound)")])
            }
            writer.value("\(name)_bucket", times.count, labels: [label, ("le", "+Inf")])
            writer.value("\(name)_sum", times.seconds, labels: [label])
            writer.value("\(name)_count", times.count, labels: [label])
        }
    }

    private func writeSolves(to writer: inout PrometheusText) {
        let found = solves.sorted { $0.key < $1.key }
        writer.family(
            "waypost_solves_total", .counter,
            "Solves, also of jobs, by the mechanisms that found their legs.")
        for (mechanism, found) in found {
            writer.value("waypost_solves_total", found.solves, labels: [("mechanism", mechanism)])
        }
        writer.family(
            "waypost_legs_total", .counter, "Legs by the mechanism that found them.")
        for (mechanism, found) in found {
            writer.value("waypost_legs_total", found.legs, labels: [("mechanism", mechanism)])
        }
    }

    /// Writes what a job store holds. If it does not answer, only that is written.
    private static func write(_ jobs: Jobs, to writer: inout PrometheusText) {
        var name = "waypost_job_store_up"
        writer.family(name, .gauge, "Whether the store of jobs answers (1) or not (0).")
        writer.value(name, jobs.census == nil ? 0 : 1)
        guard let census = jobs.census else { return }
        name = "waypost_jobs"
        writer.family(name, .gauge, "Jobs in the store by state, without removed ones.")
        for state in JobState.counted {
            writer.value(
                name, census.groups[state]?.count ?? 0, labels: [("state", state.rawValue)])
        }
        name = "waypost_job_oldest_age_seconds"
        writer.family(
            name, .gauge, "The time since the oldest job that waits or runs was submitted.")
        for (word, group) in [
            ("waiting", census.group(where: \.isPending)),
            ("running", census.group(where: \.isHeld)),
        ] {
            writer.value(name, group.oldestSeconds, labels: [("state", word)])
        }
    }

    private func writeLoad(to writer: inout PrometheusText) {
        let gauges: [(name: String, help: String, value: Int)] = [
            (
                "ready", "Whether the server should get requests (1) or not (0).",
                health.isReady ? 1 : 0
            ),
            ("solves_running", "Requests that are being solved.", health.load.running),
            ("solves_waiting", "Requests that wait for a solve to end.", health.load.waiting),
            (
                "overdue", "Work that still runs although its time limit passed.",
                health.overdueCount
            ),
            ("request_bodies", "Request bodies in memory.", health.bodies.bodies),
            ("request_body_bytes", "The bytes of request bodies in memory.", health.bodies.bytes),
            ("layers", "Published layers.", health.layerCount),
            (
                "unavailable_layers", "Layers whose networks were modified while in use.",
                health.unavailableCount
            ),
            ("cached_metric_bytes", "The memory of cached metrics.", health.metrics.bytes),
            (
                "pinned_metric_bytes", "The memory of cached metrics that are never freed.",
                health.metrics.pinnedBytes
            ),
        ]
        for gauge in gauges {
            writer.family("waypost_\(gauge.name)", .gauge, gauge.help)
            writer.value("waypost_\(gauge.name)", gauge.value)
        }
        let counters: [(name: String, help: String, value: Int)] = [
            ("metric_hits_total", "Metrics found in the cache.", health.metrics.hits),
            ("metric_misses_total", "Metrics made for a request.", health.metrics.misses),
            ("metric_evictions_total", "Metrics dropped for others.", health.metrics.evictions),
        ]
        for counter in counters {
            writer.family("waypost_\(counter.name)", .counter, counter.help)
            writer.value("waypost_\(counter.name)", counter.value)
        }
    }

    /// Writes each layer's network with its age, and the age of its traffic.
    private func writeNetworks(to writer: inout PrometheusText) {
        writer.family("waypost_network_info", .gauge, "A layer's network, by its fingerprint.")
        for layer in catalog.layers {
            writer.value(
                "waypost_network_info", 1,
                labels: [
                    ("layer", ResourcePath.layer(layer)),
                    ("fingerprint", layer.description.fingerprint),
                ])
        }
        writer.family(
            "waypost_network_age_seconds", .gauge,
            "The time since a layer's OpenStreetMap data or, without a date, since its file.")
        for layer in catalog.layers {
            guard let age = age(ofNetworkOf: layer) else { continue }
            writer.value(
                "waypost_network_age_seconds", age, labels: [("layer", ResourcePath.layer(layer))])
        }
        writer.family(
            "waypost_traffic_age_seconds", .gauge, "The age of the speeds and closures in force.")
        for layer in catalog.layers {
            guard let age = (layer.answering as? NetworkLayer)?.traffic.ageSeconds else { continue }
            writer.value(
                "waypost_traffic_age_seconds", age, labels: [("layer", ResourcePath.layer(layer))])
        }
    }

    /// Returns the seconds since the date of a layer's data. If it has none, the last write of its
    /// file counts; `nil` for a network in memory without a date.
    private func age(ofNetworkOf layer: PublishedLayer) -> Double? {
        let milliseconds = layer.description.buildTime
        let date =
            milliseconds > 0
            ? Double(milliseconds) / 1_000
            : layer.answering.fileVersion.map { Double($0.modifiedSeconds) }
        return date.map { max(0, now - $0) }
    }

    /// The process's memory in bytes, by Linux's `/proc`; `nil` elsewhere.
    private static var residentBytes: Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
            return nil
        }
        let pages = text.split(separator: " ")
        return pages.count > 1
            ? Int(pages[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
    }
}
