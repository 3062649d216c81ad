// The last reload, as JSON and as a page with the form for another.

import Geo
import PublishedServices
import RouteAPI
import ServicePages

/// The last reload of the services.
struct ReloadResource: Resource {
    /// The words for ``status``.
    static let statuses = ["none", "success", "error"]

    /// The reload; `nil` before the first.
    let report: ReloadReport?
    /// Whether another reload is in progress.
    let isRunning: Bool
    /// How many replaced layers are still in use by requests and jobs. `nil` in the answer to the
    /// request that reloaded the services, since that request uses them itself.
    let earlierInUse: Int?

    var isCacheable: Bool { false }

    /// Whether there was a reload, and how it ended.
    private var status: String {
        guard let report else { return Self.statuses[0] }
        return report.problems.isEmpty ? Self.statuses[1] : Self.statuses[2]
    }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("status", status)
            writer.member("isReloading", isRunning)
            if let earlierInUse { writer.member("earlierLayersInUse", earlierInUse) }
            guard let report else { return }
            writer.member("reason", report.reason.word)
            writer.member("time", report.time)
            writer.member("seconds", (report.seconds * 1_000).rounded() / 1_000)
            writer.member("layers", report.layerCount)
            writer.array("swapped") { writer in
                for swap in report.swaps {
                    writer.beginObject()
                    writer.member("layer", swap.layer)
                    if let previous = swap.previous {
                        writer.member("previousFingerprint", previous)
                    }
                    if let fingerprint = swap.fingerprint {
                        writer.member("fingerprint", fingerprint)
                    }
                    writer.endObject()
                }
            }
            writer.strings("problems", report.problems)
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Reload the services", trail: [ServicesListing.rootCrumb],
            lead: "Reads the definitions and opens the networks again. Requests are answered from "
                + "the present services until the new ones are ready.",
            jsonPath: ResourcePath.reload)
        if let report, !report.problems.isEmpty {
            page.content.element("div", ["class": "alert", "role": "alert"]) { html in
                html.element("p", "The services stay as they were:")
                html.list(report.problems) { $0.text($1) }
            }
        }
        page.content.element("form", ["method": "post", "action": ResourcePath.reload]) { html in
            html.element("p", ["class": "actions"]) {
                $0.element(
                    "button", ["class": "main", "type": "submit", "name": "f", "value": "html"],
                    "Reload")
            }
        }
        page.content.facts(facts)
        if let swaps = report?.swaps, !swaps.isEmpty {
            page.section("swapped", "Layers with another network") { html in
                html.table(
                    caption: "The networks before and after the last reload", id: "networks",
                    columns: ["Layer", "Before", "After"],
                    rows: swaps.map { swap in
                        [swap.layer, swap.previous ?? "none", swap.fingerprint ?? "none"].map {
                            var cell = HTML()
                            cell.text($0)
                            return cell
                        }
                    })
            }
        }
        return page
    }

    private var facts: [(name: String, value: String)] {
        var facts: [(name: String, value: String)] = [
            ("Last reload", status), ("In progress", isRunning ? "yes" : "no"),
            ("Layers of earlier services in use", String(earlierInUse ?? 0)),
        ]
        if let report {
            facts += [
                ("For", report.reason.text), ("Layers", String(report.layerCount)),
                ("Seconds", String((report.seconds * 1_000).rounded() / 1_000)),
            ]
        }
        return facts
    }
}
