// The resources for tasks and jobs.

import Hummingbird
import RouteAPI

extension ResourceTable {
    /// The geoprocessing services with their tasks and jobs.
    ///
    /// None belongs to a layer: looking at a job must not count as a request to its layer, and the
    /// tools choose their layer by the caller.
    static let jobs: [ResourceRow] = [
        ResourceRow(
            PathPattern<TaskServer>.taskServer, help: { $0.path }
        ) { server, asking in
            try JobEndpoint(asking).answer(server)
        },
        ResourceRow(PathPattern<PublishedTask>.publishedTask, help: { $0.path }) { task, asking in
            try await JobEndpoint(asking).answer(task)
        },
        ResourceRow(
            PathPattern<PublishedTask>.publishedTask / "submitJob",
            maximumBodyBytes: { $0.maximumRequestBytes }, help: { $0.path }
        ) { task, asking in
            try await JobEndpoint(asking).submit(task)
        },
        ResourceRow(
            PathPattern<PublishedTask>.publishedTask / "execute",
            maximumBodyBytes: { $0.maximumRequestBytes }, help: { $0.path }
        ) { task, _ in
            throw ErrorTable.asynchronous(task)
        },
        ResourceRow(PathPattern<JobAddress>.job, help: { $0.task.path }) { address, asking in
            try await JobEndpoint(asking).answer(address)
        },
    ]
}
