// The utilities' resources: the service, and each task.

import Geo
import PublishedServices
import RouteAPI
import ServicePages

/// `…/NetworkAnalysisUtilities/GPServer`.
struct TaskServiceResource: Resource {
    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("currentVersion", ServerInfo.currentVersion)
            writer.member("cimVersion", ServerInfo.cimVersion)
            writer.member("serviceDescription", RoutingTask.serviceSummary)
            writer.strings("tasks", RoutingTask.allCases.map(\.rawValue))
            writer.member("executionType", RoutingTask.execution)
            // Clients read this after each run.
            writer.member("resultMapServerName", "")
            writer.member("maximumRecords", 1_000)
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "\(RoutingTask.service) (GPServer)", trail: [ServicesListing.rootCrumb],
            lead: RoutingTask.serviceSummary, jsonPath: ResourcePath.utilities)
        page.section("tasks", "Tasks") { html in
            html.cards(
                RoutingTask.allCases.map {
                    ($0.rawValue, ResourcePath.utility($0), $0.summary)
                })
        }
        return page
    }
}

/// `…/GPServer/{task}`.
struct RoutingTaskResource: Resource {
    let task: RoutingTask

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("name", task.rawValue)
            writer.member("displayName", task.rawValue)
            writer.member("description", task.summary)
            writer.member("category", "")
            writer.member("helpUrl", "")
            writer.member("executionType", RoutingTask.execution)
            writer.array("parameters") { writer in
                for parameter in task.parameters { writer.taskParameter(parameter) }
            }
        }
    }

    func page() -> DirectoryPage {
        let path = ResourcePath.utility(task)
        var page = DirectoryPage(
            title: task.rawValue, trail: Self.trail, lead: task.summary, jsonPath: path)
        page.section("parameters", "Parameters") { html in
            html.table(
                caption: "Parameters of the task", id: "table-parameters",
                columns: ["Name", "Type", "Direction", "Default"],
                rows: task.parameters.map { parameter in
                    [
                        HTML(code: parameter.name), HTML(code: parameter.type.rawValue),
                        HTML(parameter.isInput ? "input" : "output"),
                        HTML(code: parameter.defaultValue ?? ""),
                    ]
                })
        }
        page.section("operations", "Operations") { html in
            html.cards([("execute", "\(path)/execute", "Runs the task and answers at once.")])
        }
        return page
    }

    /// The pages above a task, from the root.
    static var trail: [DirectoryPage.Crumb] {
        [
            ServicesListing.rootCrumb,
            DirectoryPage.Crumb(name: RoutingTask.service, path: ResourcePath.utilities),
        ]
    }
}

extension JSONWriter {
    /// Writes a parameter. Clients require all these keys; a default may be null.
    fileprivate mutating func taskParameter(_ parameter: TaskParameter) {
        beginObject()
        member("name", parameter.name)
        member("dataType", parameter.type.rawValue)
        member("displayName", parameter.title)
        member("description", "")
        member(
            "direction",
            parameter.isInput ? "esriGPParameterDirectionInput" : "esriGPParameterDirectionOutput")
        key("defaultValue")
        switch (parameter.defaultValue, parameter.type) {
        case (nil, _): null()
        case (let value?, .boolean): bool(value == "true")
        case (let value?, _): string(value)
        }
        member(
            "parameterType",
            parameter.isInput ? "esriGPParameterTypeOptional" : "esriGPParameterTypeDerived")
        member("category", "")
        endObject()
    }
}
