// The geoprocessing services, their tasks and their jobs.

import Geo
import Geoprocessing
import OpenAPI
import PublishedServices
import RouteAPI

/// Describes tasks and jobs.
enum JobOperations {
    /// Returns the name that begins a service's operations.
    fileprivate static func name(of tasks: TaskServer, on server: DescribedServer) -> String {
        "\(server.name(ofService: tasks.name, in: tasks.folder)).jobs"
    }

    /// Returns the name that begins a task's operations.
    fileprivate static func name(of task: PublishedTask, on server: DescribedServer) -> String {
        "\(name(of: task.server, on: server)).\(task.name)"
    }

    /// Returns the fields in which a task takes its inputs.
    fileprivate static func fields(of task: PublishedTask) -> OpenAPIOperations.Fields {
        let inputs = task.layers.first.map { task.declaration(on: $0).inputs } ?? []
        return inputs.map { (key: $0.name, value: schema(of: $0)) }
    }

    /// Returns the paths below a task's `jobs`.
    fileprivate static func paths(
        of task: PublishedTask, _ id: String
    ) -> [OpenAPIOperations.Path] {
        let jobs = "\(task.path)/jobs"
        return [
            OpenAPIOperations.resource(jobs, "\(id).jobs", "The caller's jobs", "JobList"),
            ofJob("\(jobs)/{jobId}", "\(id).job", "The state of a job", "Job"),
            ofJob(
                "\(jobs)/{jobId}/results", "\(id).results", "All results", "JobValues",
                forms: .init(isPackage: true)),
            ofJob(
                "\(jobs)/{jobId}/results/{name}", "\(id).result", "A result", "JobValue",
                named: true,
                forms: .init(geoJSON: Schema.reference("GeoJSON"), isPackage: true)),
            ofJob(
                "\(jobs)/{jobId}/results/{name}/{file}", "\(id).file",
                "The outputs as files, where Output_Format asks for them", nil, named: true,
                forms: .init(isArchive: true)),
            ofJob("\(jobs)/{jobId}/inputs", "\(id).inputs", "All inputs", "JobValues"),
            ofJob(
                "\(jobs)/{jobId}/inputs/{name}", "\(id).input", "An input", "JobValue",
                named: true, forms: .init(geoJSON: Schema.reference("GeoJSON"))),
            ofJob(
                "\(jobs)/{jobId}/cancel", "\(id).cancel", "Cancels a job", "JobStatus",
                forms: .init(redirects: true)),
            ofJob(
                "\(jobs)/{jobId}/delete", "\(id).delete", "Removes a job", "JobStatus",
                forms: .init(redirects: true)),
            ofJob(
                "\(jobs)/{jobId}/events", "\(id).events",
                "What happens to a job, as server-sent events of the kinds state, progress and "
                    + "message", nil, forms: .init(hasEvents: true)),
        ]
    }

    private static func schema(of input: GPParameter) -> JSONValue {
        let type: JSONValue =
            switch input.type {
            case .boolean: Schema.boolean
            case .long: Schema.integer
            case .double: Schema.number
            case .date: Schema.time
            case .string: Schema.words(input.choices)
            case .features, .records, .linearUnit, .strings, .file: Schema.string
            }
        return type.with(["description": .string(input.explanation)])
    }

    /// Describes a URL below a job.
    private static func ofJob(
        _ path: String, _ id: String, _ summary: String, _ schema: String?, named: Bool = false,
        forms: OpenAPIOperations.Forms = .init()
    ) -> OpenAPIOperations.Path {
        var segments = [OpenAPIOperations.segment("jobId", "The id of a job.")]
        if named {
            segments.append(
                OpenAPIOperations.segment("name", "The name of a parameter, in any case."))
        }
        if forms.isArchive {
            segments.append(OpenAPIOperations.segment("file", "The name of the file."))
        }
        return OpenAPIOperations.resource(
            path, id, summary, schema, forms: forms, segments: segments)
    }

    /// The schemas that the paths refer to.
    static let schemas: [(key: String, value: JSONValue)] = [
        (
            "AsynchronousService",
            TaskOperations.service(
                TaskServerResource.execution,
                description: "A geoprocessing service with asynchronous tasks.")
        ),
        ("AsynchronousTask", TaskOperations.task(of: parameter)),
        ("JobStatus", Schema.object(status, required: ["jobId", "jobStatus"])),
        (
            "Job",
            Schema.object(
                status + times + contents,
                required: ["jobId", "jobStatus", "inputs", "messages"], description: "A job.")
        ),
        (
            "JobList",
            Schema.object(
                [
                    (
                        "jobs",
                        Schema.array(
                            of: Schema.object(
                                status + times, required: ["jobId", "jobStatus", "submitted"]))
                    ), ("before", Schema.integer),
                ], required: ["jobs"], description: "Jobs of the caller, newest first.")
        ),
        ("JobValue", Schema.object(value, required: ["paramName", "dataType", "value"])),
        (
            "JobValues",
            Schema.array(
                of: Schema.object(value, required: ["paramName", "dataType", "value"]))
        ),
    ]

    private static let status: [(key: String, value: JSONValue)] = [
        ("jobId", Schema.string),
        (
            "jobStatus",
            Schema.words(
                [
                    "Submitted", "Waiting", "Executing", "Cancelling", "Succeeded", "Failed",
                    "Cancelled", "TimedOut", "Deleted",
                ].map { "esriJob\($0)" })
        ),
    ]

    private static let times: [(key: String, value: JSONValue)] = [
        ("submitted", Schema.time), ("started", Schema.time), ("ended", Schema.time),
    ]

    private static let contents: [(key: String, value: JSONValue)] = [
        ("progress", ["type": "object"]), ("results", links), ("inputs", links),
        (
            "messages",
            Schema.array(
                of: Schema.object(
                    [("type", Schema.string), ("description", Schema.string)],
                    required: ["type", "description"]))
        ),
    ]

    private static let links: JSONValue = [
        "type": "object",
        "additionalProperties": Schema.object(
            [(key: "paramUrl", value: Schema.string)], required: ["paramUrl"]),
    ]

    private static let value: [(key: String, value: JSONValue)] = [
        ("paramName", Schema.string), ("dataType", Schema.string), ("value", [:]),
    ]

    private static let parameter = Schema.object(
        [
            (key: "name", value: Schema.string), (key: "dataType", value: Schema.string),
            (key: "displayName", value: Schema.string),
            (key: "description", value: Schema.string), (key: "direction", value: Schema.string),
            (key: "defaultValue", value: [:]), (key: "parameterType", value: Schema.string),
            (key: "category", value: Schema.string),
            (key: "choiceList", value: Schema.array(of: Schema.string)),
        ],
        required: [
            "name", "dataType", "displayName", "direction", "defaultValue", "parameterType",
        ])
}

extension RowDescription<TaskServer> {
    static let taskServer = each { path, tasks, server in
        guard server.hasJobs else { return nil }
        return OpenAPIOperations.resource(
            path, JobOperations.name(of: tasks, on: server), "The tasks of \(tasks.name)",
            "AsynchronousService")
    }
}

extension RowDescription<PublishedTask> {
    static let task = each { path, task, server in
        guard server.hasJobs else { return nil }
        return OpenAPIOperations.resource(
            path, JobOperations.name(of: task, on: server), "The task \(task.name)",
            "AsynchronousTask")
    }

    static let submission = each { path, task, server in
        guard server.hasJobs else { return nil }
        return OpenAPIOperations.resource(
            path, "\(JobOperations.name(of: task, on: server)).submitJob", "Submits a job",
            "JobStatus", forms: .init(redirects: true), fields: JobOperations.fields(of: task))
    }

    static let execution = omitted(because: "it says only that tasks run as jobs")
}

extension RowDescription<JobAddress> {
    static let jobs = paths { server in
        guard server.hasJobs else { return [] }
        return PathPattern<PublishedTask>.publishedTask.all(server.catalog).flatMap {
            JobOperations.paths(of: $0, JobOperations.name(of: $0, on: server))
        }
    }
}
