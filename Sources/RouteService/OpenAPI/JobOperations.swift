// The geoprocessing services, their tasks and their jobs.

import Geo
import Geoprocessing
import RouteAPI

/// Describes tasks and jobs as paths and schemas.
enum JobOperations {
    /// Returns the paths for all geoprocessing services.
    static func paths(of catalog: ServiceCatalog) -> [OpenAPIOperations.Path] {
        PathPattern<TaskServer>.taskServer.all(catalog).enumerated().flatMap { row, server in
            [
                OpenAPIOperations.resource(
                    server.path, "gp\(row)", "The tasks of \(server.name)", "AsynchronousService")
            ] + server.tasks.flatMap { paths(of: $0, "gp\(row).\($0.name)") }
        }
    }

    private static func paths(
        of task: PublishedTask, _ id: String
    ) -> [OpenAPIOperations.Path] {
        let jobs = "\(task.path)/jobs"
        return [
            OpenAPIOperations.resource(task.path, id, "The task \(task.name)", "AsynchronousTask"),
            submission(of: task, id),
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

    private static func submission(
        of task: PublishedTask, _ id: String
    ) -> OpenAPIOperations.Path {
        let (path, item) = OpenAPIOperations.resource(
            "\(task.path)/submitJob", "\(id).submitJob", "Submits a job", "JobStatus",
            forms: .init(redirects: true))
        let inputs = task.layers.first.map { task.declaration(on: $0).inputs } ?? []
        let fields = inputs.map { (key: $0.name, value: schema(of: $0)) }
        let queries = fields.map {
            OpenAPIOperations.query($0.key, $0.value, $0.value["description"]?.string ?? "")
        }
        return (
            path,
            item.with([
                "get": item["get"]?.with(["parameters": .array(queries)]),
                "post": item["post"]?.with(["requestBody": OpenAPIOperations.form(fields)]),
            ])
        )
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
        let resource = OpenAPIOperations.resource(path, id, summary, schema, forms: forms)
        let common = resource.value["parameters"]?.array ?? []
        let parameters = common + segments(named: named, hasFile: forms.isArchive)
        return (path, resource.value.with(["parameters": .array(parameters)]))
    }

    private static func segments(named: Bool, hasFile: Bool) -> [JSONValue] {
        func segment(_ name: String, _ text: String) -> JSONValue {
            [
                "name": .string(name), "in": "path", "required": true,
                "description": .string(text), "schema": Schema.string,
            ]
        }
        return [segment("jobId", "The id of a job.")]
            + (named ? [segment("name", "The name of a parameter, in any case.")] : [])
            + (hasFile ? [segment("file", "The name of the file.")] : [])
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
