// Jobs' pages: a job with a bar, and its results as a picture, a table and files.

import Geo
import Geoprocessing
import Jobs
import PublishedServices
import RouteAPI
import ServicePages

/// A job's page, which reloads itself until the job has ended.
struct JobPage {
    let job: JobResource

    private var record: JobRecord { job.record }

    var page: DirectoryPage {
        var page = DirectoryPage(
            title: "Job \(record.id.text.prefix(9))", trail: TaskResource.trail(to: job.task),
            lead: lead, jsonPath: job.path)
        if !record.state.isTerminal { writeBar(to: &page.content) }
        writeFacts(to: &page.content)
        writeMessages(to: &page.content)
        if !job.results.isEmpty {
            page.section("results", "Results", writeResults)
        }
        page.section("more", "More") { html in
            html.list([
                ("Inputs", "\(job.path)/inputs"),
                ("Events (text/event-stream)", "\(job.path)/events"),
                ("Your jobs of this task", "\(job.task.path)/jobs"),
            ]) { html, link in html.link(link.0, to: link.1) }
            writeActions(to: &html)
        }
        return page
    }

    /// Returns the pages from the root to a job.
    static func trail(to path: String, _ task: PublishedTask) -> [DirectoryPage.Crumb] {
        TaskResource.trail(to: task) + [DirectoryPage.Crumb(name: "Job", path: path)]
    }

    private var lead: String {
        switch record.state {
        case .submitted, .waiting: "The job waits for its turn. This page reloads itself."
        case .executing: "The job runs. This page reloads itself."
        case .cancelling: "The job is being cancelled. This page reloads itself."
        case .succeeded: "The job is done."
        case .failed: "The job failed."
        case .cancelled: "The job was cancelled."
        case .timedOut: "The job took longer than allowed."
        case .deleted: "The job was removed."
        }
    }

    private func writeBar(to html: inout HTML) {
        let progress = record.state.isHeld ? record.progress : nil
        html.element("p") { html in
            if let percent = progress?.percent {
                html.element(
                    "progress",
                    ["max": "100", "value": String(percent), "aria-label": "Progress of the job"],
                    "\(percent) %")
            } else {
                html.element("progress", ["aria-label": "Progress of the job"], "")
            }
            if let progress {
                let count =
                    progress.count > 0
                    ? ": \(progress.done) of \(progress.count) \(progress.unit)" : ""
                html.text(" \(progress.title)\(count)")
            }
        }
    }

    private func writeFacts(to html: inout HTML) {
        var facts: [(name: String, value: String)] = [
            ("Task", record.task), ("State", JobResource.status(of: record.state)),
            ("Submitted", ISODateTime.text(record.submittedAt)),
        ]
        if let started = record.startedAt { facts.append(("Begun", ISODateTime.text(started))) }
        if let ended = record.endedAt { facts.append(("Ended", ISODateTime.text(ended))) }
        facts.append(("Network", record.pin))
        html.facts(facts)
    }

    private func writeMessages(to html: inout HTML) {
        let messages = job.shownMessages
        guard !messages.isEmpty else { return }
        let isAlert = messages.contains { $0.kind != .informative }
        html.element("div", ["class": isAlert ? "alert" : "messages", "role": "status"]) { html in
            html.list(messages) { html, message in
                if message.kind != .informative {
                    html.element("strong", message.kind == .error ? "Error: " : "Warning: ")
                }
                html.text(message.text)
            }
        }
    }

    /// Writes a card for each result, and one sentence for all empty ones.
    private func writeResults(to html: inout HTML) {
        html.cards(
            job.results.filter { !job.empty.contains($0.name) }.map { result in
                // The job stores the file's format only; the file is made when it is requested.
                (
                    result.name, "\(job.path)/results/\(result.name)",
                    job.files.contains(result.name)
                        ? "a file to download" : "\(ShownNumber.grouped(result.byteCount)) bytes"
                )
            })
        let empty = job.results.map(\.name).filter(job.empty.contains)
        guard !empty.isEmpty else { return }
        let names = empty.joined(separator: ", ")
        html.element(
            "p", ["class": "quiet"],
            empty.count == 1 ? "\(names) is empty." : "These are empty: \(names).")
    }

    private func writeActions(to html: inout HTML) {
        guard record.state != .deleted else { return }
        var actions: [(name: String, title: String)] = []
        if !record.state.isTerminal { actions.append(("cancel", "Cancel the job")) }
        actions.append(("delete", "Delete the job"))
        for (name, title) in actions {
            html.element("form", ["action": "\(job.path)/\(name)", "method": "post"]) { html in
                html.element("p", ["class": "actions"]) { html in
                    html.element(
                        "button", ["type": "submit", "name": "f", "value": "html"], title)
                }
            }
        }
    }
}

struct JobValuePage {
    let resource: JobValueResource

    /// The most rows in a table.
    private static let mostRows = 200

    var page: DirectoryPage {
        let path = "\(resource.jobPath)/\(resource.folder)/\(resource.value.name)"
        var page = DirectoryPage(
            title: resource.value.name,
            trail: JobPage.trail(to: resource.jobPath, resource.task), jsonPath: path)
        if let file = resource.fileURL {
            page.content.element("p") { html in
                html.text("Download ")
                html.link(String(file.split(separator: "/").last ?? ""), to: file)
                html.text(".")
            }
            return page
        }
        guard let features = resource.features else {
            page.content.element(
                "pre", String(decoding: resource.content.prefix(20_000), as: UTF8.self))
            return page
        }
        page.content.element("p") { html in
            html.text("\(ShownNumber.rows(features.features.count)), as ")
            html.link("JSON", to: "\(path)?f=json")
            html.text(" or ")
            html.link("GeoJSON", to: "\(path)?f=geojson")
            html.text(".")
        }
        page.content.map(of: answer(of: features))
        write(features, to: &page.content)
        return page
    }

    /// Returns the rows as an answer, so that a picture can be drawn.
    private func answer(of features: FeatureSet) -> AnalysisResult {
        var result = AnalysisResult()
        result.attribution = resource.attribution
        switch features.geometryType {
        case .polyline: result.routes = features
        case .point: result.stops = features
        case .polygon: result.barriers.polygon = features
        case .multipoint, nil: break
        }
        return result
    }

    private func write(_ set: FeatureSet, to html: inout HTML) {
        guard !set.features.isEmpty else { return html.element("p", "No rows.") }
        let columns = set.fields.indices.filter { column in
            set.features.contains { $0.values[column] != .null }
        }
        let count = set.features.count
        html.table(
            caption: count > Self.mostRows ? "The first \(Self.mostRows) of \(count)" : "Rows",
            id: "table-rows", columns: columns.map { set.fields[$0].name },
            rows: set.features.prefix(Self.mostRows).map { feature in
                columns.map { HTML(Self.shown(feature.values[$0], set.fields[$0].name)) }
            })
    }

    private static func shown(_ value: AttributeValue, _ field: String) -> String {
        switch value {
        case .null: ""
        case .integer(let number): String(number)
        case .double(let number): ShownNumber.text(number)
        case .string(let text): text
        case .date(let milliseconds):
            ShownNumber.time(milliseconds, isUTC: field.hasSuffix("UTC"))
        }
    }
}
