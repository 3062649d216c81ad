// Jobs' resources: states, lists, results and inputs. Their pages are in JobPages.swift.

import Geo
import Geoprocessing
import Jobs
import PublishedServices
import RouteAPI
import ServicePages

/// A job's id and state: the answer to a submission, a cancellation or a deletion.
struct JobStatusResource: Resource {
    let id: JobID
    let status: String
    let path: String

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("jobId", id.text)
            writer.member("jobStatus", status)
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(title: "Job", trail: [ServicesListing.rootCrumb])
        page.content.element("p") { $0.link("The job", to: path) }
        return page
    }
}

/// `…/jobs/{id}`.
struct JobResource: Resource {
    let record: JobRecord
    let task: PublishedTask
    let path: String
    let messages: [JobMessage]
    let results: [JobResult]
    /// The names of empty results, which a page does not offer.
    var empty: Set<String> = []
    /// The names of results that link to files.
    var files: Set<String> = []
    /// The names of the task's inputs.
    let inputs: [String]

    var isCacheable: Bool { false }

    /// Returns the state in ArcGIS words. A client that sees a deleted job asks forever, so it sees
    /// a failed one.
    static func status(of state: JobState) -> String {
        (state == .deleted ? .failed : state).esriWord
    }

    /// The messages; for a removed job, a message saying so.
    var shownMessages: [JobMessage] {
        guard record.state == .deleted else { return messages }
        return [
            JobMessage(
                .error, "The job was deleted, or removed after the time for which jobs are kept.")
        ]
    }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("jobId", record.id.text)
            writer.member("jobStatus", Self.status(of: record.state))
            if record.state.isHeld, let progress = record.progress {
                writer.object("progress") { $0.members(of: progress) }
            }
            if !results.isEmpty {
                writer.object("results") { writer in
                    for result in results {
                        writer.object(result.name) { writer in
                            writer.member("paramUrl", "results/\(result.name)")
                        }
                    }
                }
            }
            writer.object("inputs") { writer in
                for name in inputs {
                    writer.object(name) { $0.member("paramUrl", "inputs/\(name)") }
                }
            }
            writer.array("messages") { writer in
                for message in shownMessages {
                    writer.beginObject()
                    writer.members(of: message)
                    writer.endObject()
                }
            }
            writer.times(of: record)
        }
    }

    func page() -> DirectoryPage { JobPage(job: self).page }
}

/// `…/{task}/jobs`.
struct JobListResource: Resource {
    let task: PublishedTask
    let jobs: [JobRecord]
    /// Where the next page begins.
    let next: Int64?
    /// Whether the caller may share its identity with others, so that its jobs are not listed.
    let isShared: Bool

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.array("jobs") { writer in
                for record in jobs {
                    writer.beginObject()
                    writer.member("jobId", record.id.text)
                    writer.member("jobStatus", JobResource.status(of: record.state))
                    writer.times(of: record)
                    writer.endObject()
                }
            }
            if let next { writer.member("before", next) }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Jobs of \(task.name)", trail: TaskResource.trail(to: task),
            jsonPath: "\(task.path)/jobs")
        if isShared {
            page.content.element(
                "p", "Jobs are listed to users with a token; others reach a job by its own URL.")
        } else if jobs.isEmpty {
            page.content.element("p", "You have no jobs of this task.")
        } else {
            page.content.table(
                caption: "Your jobs, newest first", id: "table-jobs",
                columns: ["Job", "State", "Submitted", "Ended"],
                rows: jobs.map { record in
                    var link = HTML()
                    link.link(record.id.text, to: "\(task.path)/jobs/\(record.id)")
                    return [
                        link, HTML(record.state.rawValue),
                        HTML(ISODateTime.text(record.submittedAt)),
                        HTML(record.endedAt.map { ISODateTime.text($0) } ?? ""),
                    ]
                })
        }
        if let next {
            page.content.element("p") {
                $0.link("Older jobs", to: "\(task.path)/jobs?before=\(next)")
            }
        }
        return page
    }
}

/// `…/jobs/{id}/results/{name}` and `…/inputs/{name}`.
struct JobValueResource: Resource {
    let value: ParameterValue
    let content: [UInt8]
    let task: PublishedTask
    let jobPath: String
    /// The path's segment: results or inputs.
    let folder: String
    /// The data's source, shown under a picture of results.
    var attribution = ""

    /// Results do not change, but a job may be deleted, and clients must not keep its results then.
    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        let json = value.head + content + ParameterValue.tail
        guard pretty, let tree = Self.parsed(json) else { return json }
        var writer = JSONWriter(pretty: true)
        writer.value(tree)
        return writer.bytes
    }

    func geoJSON() -> [UInt8]? {
        guard let features else { return nil }
        return JSONWriter.bytes { $0.geoJSONFeatureCollection([features]) }
    }

    /// Where a result's file is. A value sent by a caller has no file.
    var fileURL: String? {
        guard value.type == .file, folder == "results",
            let url = Self.parsed(content)?["url"]?.string, url.hasPrefix("http")
        else { return nil }
        return url
    }

    /// The features, if the value has any.
    var features: FeatureSet? {
        guard value.type == .features || value.type == .records,
            let tree = Self.parsed(content), tree["features"] != nil
        else { return nil }
        do throws(FeatureReadError) {
            return try EsriFeatureReader().featureSet(tree)
        } catch {
            return nil
        }
    }

    private static func parsed(_ bytes: [UInt8]) -> JSONValue? {
        do throws(JSONParseError) { return try JSONValue.parse(bytes) } catch { return nil }
    }

    func page() -> DirectoryPage { JobValuePage(resource: self).page }
}

/// `…/jobs/{id}/results` and `…/inputs`: all values in one list.
struct JobValuesResource: Resource {
    let title: String
    let values: [(ParameterValue, [UInt8])]
    let jobPath: String
    let folder: String
    let task: PublishedTask

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        var json = [UInt8(ascii: "[")]
        for (place, value) in values.enumerated() {
            if place > 0 { json.append(UInt8(ascii: ",")) }
            json += value.0.head + value.1 + ParameterValue.tail
        }
        json.append(UInt8(ascii: "]"))
        return json
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: title, trail: JobPage.trail(to: jobPath, task),
            jsonPath: "\(jobPath)/\(folder)")
        page.content.cards(
            values.map { value, content in
                (
                    value.name, "\(jobPath)/\(folder)/\(value.name)",
                    "\(value.type.rawValue), \(ShownNumber.grouped(content.count)) bytes"
                )
            })
        return page
    }
}

extension JSONWriter {
    /// Writes when a job was submitted, begun and ended, in milliseconds since 1970.
    fileprivate mutating func times(of record: JobRecord) {
        member("submitted", record.submittedAt)
        if let started = record.startedAt { member("started", started) }
        if let ended = record.endedAt { member("ended", ended) }
    }
}
