// The paths for geoprocessing services, their tasks and their jobs.

package import Jobs
import RouteAPI

extension PathPattern<TaskServer> {
    /// `{folder}/{service}/GPServer`, or without a folder; and the service with the tools.
    package static let taskServer = PathPattern(
        read: { path, start, catalog in
            guard let (_, first) = PathPattern<Void>.services.read(path, start, catalog),
                let type = path.words[first...].firstIndex(of: "gpserver"),
                type == first + 1 || type == first + 2
            else { return nil }
            let folder = type == first + 2 ? path.segments[first] : ""
            let name = path.segments[type - 1]
            let layers = catalog.layers(of: name, in: folder)
            if !layers.isEmpty {
                return (TaskServer(folder: folder, service: name, layers: layers), type + 1)
            }
            guard folder.isEmpty, name == TaskServer.toolService,
                let tools = TaskServer.tools(in: catalog)
            else { return nil }
            return (tools, type + 1)
        },
        write: { $0.path },
        all: { catalog in
            let services = ([""] + catalog.folders).flatMap { folder in
                catalog.services(in: folder).map { service in
                    TaskServer(
                        folder: folder, service: service,
                        layers: catalog.layers(of: service, in: folder))
                }
            }
            return services + [TaskServer.tools(in: catalog)].compactMap { $0 }
        })
}

extension PathPattern<PublishedTask> {
    /// A task under its service.
    package static let publishedTask = PathPattern(
        read: { path, start, catalog in
            guard
                let (server, next) = PathPattern<TaskServer>.taskServer
                    .read(path, start, catalog),
                next < path.words.count, let task = server.task(named: path.words[next])
            else { return nil }
            return (task, next + 1)
        },
        write: { $0.path },
        all: { catalog in PathPattern<TaskServer>.taskServer.all(catalog).flatMap(\.tasks) })
}

/// What a path below a task's `jobs` names.
package enum JobPart: Hashable, Sendable {
    /// The caller's own jobs.
    case list
    case job(JobID)
    case results(JobID)
    case result(JobID, name: String)
    /// The file that a result links to.
    case resultFile(JobID, name: String)
    case inputs(JobID)
    case input(JobID, name: String)
    case cancel(JobID)
    /// Removes a job.
    case delete(JobID)
    /// Streams a job's events.
    case events(JobID)
    /// A text that is no id, in the place of one.
    case invalidID(String)

    /// The job, if it names one.
    var id: JobID? {
        switch self {
        case .list, .invalidID: nil
        case .job(let id), .results(let id), .result(let id, _), .resultFile(let id, _),
            .inputs(let id), .input(let id, _), .cancel(let id), .delete(let id), .events(let id):
            id
        }
    }

    /// Reads the segments after `jobs`; `nil` if the path has another form.
    init?(_ segments: ArraySlice<String>) {
        guard let first = segments.first else {
            self = .list
            return
        }
        let rest = Array(segments.dropFirst())
        let word = rest.first?.lowercased() ?? ""
        guard let id = JobID(first) else {
            guard rest.count <= 3 else { return nil }
            self = .invalidID(first)
            return
        }
        switch (word, rest.count) {
        case ("", 0): self = .job(id)
        case ("results", 1): self = .results(id)
        case ("results", 2): self = .result(id, name: rest[1])
        case ("results", 3): self = .resultFile(id, name: rest[1])
        case ("inputs", 1): self = .inputs(id)
        case ("inputs", 2): self = .input(id, name: rest[1])
        case ("cancel", 1): self = .cancel(id)
        case ("delete", 1): self = .delete(id)
        case ("events", 1): self = .events(id)
        default: return nil
        }
    }
}

/// A path below a task's `jobs`.
package struct JobAddress: Sendable {
    package let task: PublishedTask
    package let part: JobPart
}

extension PathPattern<JobAddress> {
    /// Everything below a task's `jobs`.
    package static let job = PathPattern(
        read: { path, start, catalog in
            let jobs = PathPattern<PublishedTask>.publishedTask / "jobs"
            guard let (task, next) = jobs.read(path, start, catalog),
                let part = JobPart(path.segments[next...])
            else { return nil }
            return (JobAddress(task: task, part: part), path.segments.count)
        },
        write: { address in
            let jobs = "\(address.task.path)/jobs"
            return address.part.id.map { "\(jobs)/\($0)" } ?? jobs
        }, all: { _ in [] })
}
