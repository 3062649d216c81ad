// The resources of geoprocessing services and tasks.

import Geo
import Geoprocessing
import PublishedServices
import RouteAPI
import ServicePages

/// `…/{service}/GPServer`.
struct TaskServerResource: Resource {
    let server: TaskServer

    /// Asynchronous for the whole service, as clients require.
    static let execution = "esriExecutionTypeAsynchronous"

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("currentVersion", ServerInfo.currentVersion)
            writer.member("cimVersion", ServerInfo.cimVersion)
            writer.member("serviceDescription", server.summary)
            writer.strings("tasks", server.tasks.map(\.name))
            writer.member("executionType", Self.execution)
            // Clients read this after each job.
            writer.member("resultMapServerName", "")
            writer.member(
                "maximumRecords", server.layers.map(\.limits.maximumPairs).max() ?? 0)
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "\(server.name) (GPServer)", trail: ServiceResource.trail(to: server.folder),
            lead: server.summary, jsonPath: server.path)
        page.section("tasks", "Tasks") { html in
            html.cards(
                server.tasks.map { task in
                    let layers = task.layers.prefix(3).map { "\($0.service)/\($0.layer)" }
                    return (task.name, task.path, "On \(layers.joined(separator: ", ")).")
                })
        }
        return page
    }

    /// Returns the pages from the root to the service.
    static func trail(to server: TaskServer) -> [DirectoryPage.Crumb] {
        ServiceResource.trail(to: server.folder) + [
            DirectoryPage.Crumb(name: "\(server.name) (GPServer)", path: server.path)
        ]
    }
}

/// `…/GPServer/{task}`.
struct TaskResource: Resource {
    let task: PublishedTask
    let declaration: GPTask
    /// The fields sent, to fill the form.
    let fields: FormParameters

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("name", declaration.name)
            writer.member("displayName", declaration.name)
            writer.member("description", declaration.summary)
            writer.member("category", "")
            writer.member("helpUrl", "")
            writer.member("executionType", TaskServerResource.execution)
            writer.array("parameters") { writer in
                for parameter in declaration.parameters { writer.gpParameter(parameter) }
            }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: declaration.name, trail: TaskServerResource.trail(to: task.server),
            lead: declaration.summary, jsonPath: task.path)
        page.content.element("p") { html in
            html.text("A job is stored, run when its turn comes, and kept for a while. ")
            html.link("Your jobs of this task", to: "\(task.path)/jobs")
            html.text(".")
        }
        page.section("form", "Submit a job") { html in
            html.append(TaskForm(task: task, declaration: declaration, fields: fields).html)
        }
        page.section("outputs", "Results") { html in
            html.table(
                caption: "Results of a job", id: "table-outputs",
                columns: ["Name", "Type", "Meaning"],
                rows: declaration.outputs.map { output in
                    [
                        HTML(code: output.name), HTML(code: output.type.rawValue),
                        HTML(output.explanation),
                    ]
                })
        }
        return page
    }

    /// Returns the pages from the root to a task's jobs.
    static func trail(to task: PublishedTask) -> [DirectoryPage.Crumb] {
        TaskServerResource.trail(to: task.server) + [
            DirectoryPage.Crumb(name: task.name, path: task.path)
        ]
    }
}
