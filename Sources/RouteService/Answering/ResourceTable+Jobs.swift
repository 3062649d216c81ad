// The resources for tasks and jobs.

import Hummingbird
import PublishedServices
import RouteAPI
import ServiceTransport

extension ResourceTable {
    /// The geoprocessing services with their tasks and jobs.
    ///
    /// None belongs to a layer: looking at a job must not count as a request to its layer, and the
    /// tools choose their layer by the caller.
    static let jobs: [ResourceRow] = [
        ResourceRow(
            PathPattern<TaskServer>.taskServer, described: .taskServer, help: { $0.path }
        ) { tasks, asking, server in
            try JobEndpoint(asking, server.jobs).respond(tasks)
        },
        ResourceRow(
            PathPattern<PublishedTask>.publishedTask, described: .task, help: { $0.path }
        ) { task, asking, server in
            try await JobEndpoint(asking, server.jobs).respond(task)
        },
        ResourceRow(
            PathPattern<PublishedTask>.publishedTask / "submitJob", described: .submission,
            maximumBodyBytes: { $0.maximumRequestBytes }, help: { $0.path }
        ) { task, asking, server in
            try await JobEndpoint(asking, server.jobs).submit(task)
        },
        ResourceRow(
            PathPattern<PublishedTask>.publishedTask / "execute", described: .execution,
            maximumBodyBytes: { $0.maximumRequestBytes }, help: { $0.path }
        ) { task, _, _ in
            throw ErrorTable.asynchronous(task)
        },
        ResourceRow(
            PathPattern<JobAddress>.job, described: .jobs, help: { $0.task.path }
        ) { address, asking, server in
            try await JobEndpoint(asking, server.jobs).respond(address)
        },
    ]
}
