// The utilities: a geoprocessing service with two tasks.

import Geo
import OpenAPI
import PublishedServices

/// Describes what the utilities take and answer.
enum TaskOperations {
    /// Describes the run of a tool.
    fileprivate static func execution(
        at path: String, of task: RoutingTask
    ) -> OpenAPIOperations.Path {
        let fields = task.parameters.filter(\.isInput).map { parameter in
            (key: parameter.name, value: schema(of: parameter))
        }
        return OpenAPIOperations.resource(
            path, "utilities.\(task.rawValue).execute", "Runs \(task.rawValue)", "TaskResults",
            fields: fields)
    }

    private static func schema(of parameter: TaskParameter) -> JSONValue {
        switch parameter.type {
        case .boolean: Schema.boolean.with(["default": .bool(parameter.defaultValue == "true")])
        case .string, .recordSet: Schema.words([parameter.defaultValue ?? ""])
        }
    }

    /// The schema of a geoprocessing service whose tasks run in one way.
    static func service(_ execution: String, description: String) -> JSONValue {
        Schema.object(
            [
                ("currentVersion", Schema.number), ("serviceDescription", Schema.string),
                ("tasks", Schema.array(of: Schema.string)),
                ("executionType", ["const": .string(execution)]),
                ("resultMapServerName", Schema.string), ("maximumRecords", Schema.integer),
            ], required: ["tasks", "executionType", "resultMapServerName"],
            description: description)
    }

    /// The schema of a task with parameters of one schema.
    static func task(of parameter: JSONValue) -> JSONValue {
        Schema.object(
            [
                ("name", Schema.string), ("displayName", Schema.string),
                ("description", Schema.string), ("category", Schema.string),
                ("helpUrl", Schema.string), ("executionType", Schema.string),
                ("parameters", Schema.array(of: parameter)),
            ], required: ["name", "executionType", "parameters"],
            description: "A task with its parameters.")
    }

    /// The schemas that the paths refer to.
    static let schemas: [(key: String, value: JSONValue)] = [
        (
            "TaskService",
            service(
                RoutingTask.execution,
                description: "A geoprocessing service with synchronous tasks.")
        ),
        ("Task", task(of: parameter)),
        (
            "TaskResults",
            Schema.object(
                [
                    ("results", Schema.array(of: result)),
                    ("messages", Schema.array(of: Schema.string)),
                ], required: ["results", "messages"], description: "The results of a task.")
        ),
    ]

    private static let parameter = Schema.object(
        [
            ("name", Schema.string), ("dataType", Schema.string), ("displayName", Schema.string),
            ("description", Schema.string), ("direction", Schema.string),
            ("defaultValue", ["type": ["string", "boolean", "null"]]),
            ("parameterType", Schema.string), ("category", Schema.string),
        ],
        required: [
            "name", "dataType", "displayName", "direction", "defaultValue", "parameterType",
        ])

    private static let result = Schema.object(
        [
            ("paramName", Schema.string), ("dataType", Schema.string),
            ("value", ["type": ["string", "object"]]),
        ], required: ["paramName", "dataType", "value"])
}

extension RowDescription<Void> {
    static let utilities = each { path, _, _ in
        OpenAPIOperations.resource(
            path, "utilities", "The geoprocessing utilities", "TaskService")
    }
}

extension RowDescription<RoutingTask> {
    static let tool = each { path, task, _ in
        OpenAPIOperations.resource(
            path, "utilities.\(task.rawValue)", "The tool \(task.rawValue)", "Task")
    }

    static let execution = each { path, task, _ in
        TaskOperations.execution(at: path, of: task)
    }
}
