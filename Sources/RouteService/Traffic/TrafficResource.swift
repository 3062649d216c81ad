// The traffic in force on a network, and a feed's outcome, as JSON and as a page.

import AccessControl
import Geo
import LiveTraffic
import PublishedServices
import RouteAPI
import ServicePages

/// The traffic on a layer's network.
struct TrafficResource: Resource {
    let layer: PublishedLayer
    let status: IntakeStatus
    /// The current time in milliseconds since 1970.
    let now: Int64
    /// The outcome of the request's feed; `nil` if the request only looks.
    let receipt: FeedReceipt?
    /// For how many seconds a speed without an end holds.
    let lapseSeconds: Double

    var isCacheable: Bool { false }

    private var inForce: FeedReceipt? { status.receipt }
    private var hasLapsed: Bool { inForce?.lapses.map { $0 <= now } ?? false }
    private var ageSeconds: Double {
        inForce.map { max(0, Double(now - $0.made) / 1_000) } ?? 0
    }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            if let receipt {
                write(receipt, to: &writer)
            } else {
                writeStatus(to: &writer)
            }
        }
    }

    private func write(_ receipt: FeedReceipt, to writer: inout JSONWriter) {
        writer.member("trafficSnapshot", receipt.snapshotID)
        writer.member("form", receipt.form.rawValue)
        writer.member("updateMode", receipt.mode.rawValue)
        writer.member("unchanged", receipt.isUnchanged)
        writer.member("rowsUsed", receipt.usedCount)
        writer.member("rowsRefused", receipt.refused.count)
        writer.array("refused") { writer in
            for row in receipt.refused.rows {
                writer.beginObject()
                writer.member("row", row.number)
                writer.member("reason", row.reason)
                writer.endObject()
            }
        }
        writer.member("rowsCapped", receipt.capped.count)
        if let message = receipt.capped.message { writer.member("capped", message) }
        writer.member("edgesWithSpeed", receipt.speedEdgeCount)
        writer.member("closedEdges", receipt.closedEdgeCount)
        writer.member("made", receipt.made)
        if let lapses = receipt.lapses { writer.member("lapses", lapses) }
        writer.member("milliseconds", receipt.milliseconds.rounded())
    }

    private func writeStatus(to writer: inout JSONWriter) {
        writer.member("hasTraffic", inForce != nil)
        writer.member("acceptsTraffic", layer.access.trafficSenders != nil)
        writer.member("lapseSeconds", lapseSeconds)
        if let inForce {
            writer.member("trafficSnapshot", inForce.snapshotID)
            writer.member("made", inForce.made)
            writer.member("ageSeconds", ageSeconds)
            if let lapses = inForce.lapses { writer.member("lapses", lapses) }
            writer.member("hasLapsed", hasLapsed)
            writer.member("rows", status.rowCount)
            writer.member("rowsCapped", inForce.capped.count)
            if let message = inForce.capped.message { writer.member("capped", message) }
            writer.member("edgesWithSpeed", inForce.speedEdgeCount)
            writer.member("closedEdges", inForce.closedEdgeCount)
            writer.member("updateMode", inForce.mode.rawValue)
        }
        if let source = status.source { writer.member("source", source) }
        writer.array("snapshots") { writer in
            for snapshot in status.kept {
                writer.beginObject()
                writer.member("trafficSnapshot", snapshot.id)
                writer.member("made", snapshot.made)
                writer.endObject()
            }
        }
        if let failure = status.failure {
            writer.object("lastFailure") { writer in
                writer.member("time", failure.time)
                writer.member("source", failure.source)
                writer.member("reason", failure.reason)
            }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Traffic", trail: OperationFormResource.trail(to: layer),
            lead: inForce == nil
                ? "No feed has stated speeds or closures of this network."
                : "Live speeds and closures of the streets, which requests use unless they say "
                    + "useTraffic=false.",
            jsonPath: PathPattern<PublishedLayer>.traffic.path(of: layer))
        if let failure = status.failure {
            page.content.element("div", ["class": "alert", "role": "alert"]) { html in
                html.element(
                    "p",
                    "The last feed (\(failure.source), \(ISODateTime.text(failure.time))) is not "
                        + "used: \(failure.reason)")
            }
        }
        if let message = (receipt ?? inForce)?.capped.message {
            page.content.element("div", ["class": "alert", "role": "alert"]) { html in
                html.element("p", message + ".")
            }
        }
        page.content.facts(facts)
        if let refused = (receipt ?? inForce)?.refused, refused.count > 0 {
            page.section("refused", "Refused rows") { html in
                html.table(
                    caption: "The first of \(refused.count) rows that are not used",
                    id: "table-refused", columns: ["Row", "Reason"],
                    rows: refused.rows.map { [HTML("\($0.number)"), HTML($0.reason)] })
            }
        }
        if layer.access.trafficSenders != nil {
            page.section("form", "Send a feed") { $0.append(form) }
        }
        return page
    }

    private var facts: [(name: String, value: String)] {
        guard let inForce else { return [("Snapshot", "none")] }
        var facts: [(name: String, value: String)] = [
            ("Snapshot", inForce.snapshotID), ("Made", ISODateTime.text(inForce.made)),
            ("Age", "\(Int(ageSeconds)) s"),
        ]
        if let lapses = inForce.lapses {
            facts.append((hasLapsed ? "Lapsed" : "Lapses", ISODateTime.text(lapses)))
        }
        facts += [
            ("Rows", "\(status.rowCount)"), ("Refused rows", "\(inForce.refused.count)"),
            ("Capped rows", "\(inForce.capped.count)"),
            ("Edges with a speed", "\(inForce.speedEdgeCount)"),
            ("Closed edges", "\(inForce.closedEdgeCount)"),
            ("Source", status.source ?? "none"),
        ]
        return facts
    }

    /// The form for a feed; it works without scripts.
    private var form: HTML {
        var html = HTML()
        let path = PathPattern<PublishedLayer>.traffic.path(of: layer)
        html.element("form", ["action": path, "method": "post"]) { html in
            html.element("fieldset") { html in
                for field in TrafficField.all { control(of: field, &html) }
                choice("f", "The form of the answer.", ["html", "json", "pjson"], &html)
            }
            html.element("p", ["class": "actions"]) { html in
                html.element("button", ["type": "submit", "class": "main"], "Send (POST)")
            }
        }
        return html
    }

    private func control(of field: TrafficField, _ html: inout HTML) {
        let name = field.name
        switch field.control {
        case .choice(let words): choice(name, field.explanation, words, &html)
        case .line:
            labeled(name, field.explanation, &html) { html in
                html.void(
                    "input",
                    [
                        "id": name, "name": name, "type": "text", "spellcheck": "false",
                        "aria-describedby": "about-\(name)",
                    ])
            }
        case .area:
            labeled(name, field.explanation, isTall: true, &html) { html in
                html.element(
                    "textarea",
                    [
                        "id": name, "name": name, "rows": "2", "spellcheck": "false",
                        "aria-describedby": "about-\(name)",
                    ], "")
            }
        }
    }

    private func choice(
        _ name: String, _ hint: String, _ options: [String], _ html: inout HTML
    ) {
        labeled(name, hint, &html) { html in
            html.element(
                "select", ["id": name, "name": name, "aria-describedby": "about-\(name)"]
            ) { html in
                for option in options { html.element("option", ["value": option], option) }
            }
        }
    }

    /// Writes a control with its name and a hint.
    private func labeled(
        _ name: String, _ hint: String, isTall: Bool = false, _ html: inout HTML,
        _ control: (inout HTML) -> Void
    ) {
        html.element("div", ["class": isTall ? "field tall" : "field"]) { html in
            html.element("label", ["for": name, "class": "code"], name)
            control(&html)
            html.element("p", ["class": "hint", "id": "about-\(name)"], hint)
        }
    }
}
