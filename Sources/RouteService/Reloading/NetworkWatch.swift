// Watches the files of open networks: copies a network if a program wants to write into its file,
// and reloads the services if another file has taken its place.

import Logging
import Preparation
import PublishedServices
import RouteAPI
import ServiceLifecycle
import ServiceTransport

/// Looks at the networks' files every second.
///
/// Three things can happen to a file:
/// - It is replaced by a new one, as the builder does. The services are reloaded.
/// - A program opens it for writing. The program waits until the network has been copied; what it
///   writes is then examined like a new file.
/// - A program writes into it, because the server runs without protection. The layer answers with
///   an error until a good file is in place.
struct NetworkWatch: Service {
    let published: PublishedCatalog
    /// Reloads the services, or `nil` if they stay as they are.
    var reloader: CatalogReloader?
    let logger: Logger
    /// Where networks are copied.
    var lane = Lanes().upkeep
    var interval = Duration.seconds(1)

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            var looks = NetworkFileLooks()
            var reported: Set<String> = []
            while true {
                do { try await Task.sleep(for: interval) } catch is CancellationError { return }
                await admitWriters()
                reportModified(&reported)
                guard let reloader else { continue }
                let changed = looks.changed(reloader.files)
                if !changed.isEmpty { _ = await reloader.reload(.networkFiles(changed)) }
            }
        }
    }

    /// Lets programs write into the files of networks, including networks of running jobs.
    private func admitWriters() async {
        let layers = published.current.layers + published.earlierInUse
        do {
            let admitted = try await lane.run(for: "networks") {
                layers.filter { $0.answering.admitWriters() && !$0.answering.hasChangedFile }
                    .map { ResourcePath.layer($0) }
            }
            for layer in admitted {
                logger.warning(
                    "a program writes into the network of \(layer); the server now uses a copy")
            }
        } catch is CancellationError {
            return
        } catch {
            logger.error(
                "programs that write into networks have to wait", metadata: ["error": "\(error)"])
        }
    }

    /// Logs each layer once if its network was modified.
    private func reportModified(_ reported: inout Set<String>) {
        let modified = published.current.layers.filter(\.answering.hasChangedFile)
            .map { ResourcePath.layer($0) }
        for layer in modified where !reported.contains(layer) {
            logger.error(
                """
                a program wrote into the network of \(layer), which is unavailable until another \
                file is in its place: build it again (waypost network build)
                """)
        }
        reported = Set(modified)
    }
}

/// Detects replaced files by looking at them again and again.
///
/// A new version counts once two looks in a row have found it, so that a file still being copied is
/// not read too early. Each version counts only once, so that a refused file is not tried again.
struct NetworkFileLooks {
    private var last: [String: NetworkFileVersion] = [:]
    private var tried: [String: NetworkFileVersion] = [:]

    /// Returns the paths where a version other than the open one lies.
    mutating func changed(_ files: [(path: String, version: NetworkFileVersion?)]) -> [String] {
        files.compactMap { path, open in
            let now = NetworkFileVersion(path: path)
            defer { last[path] = now }
            guard let now, now != open, now == last[path], now != tried[path] else { return nil }
            tried[path] = now
            return path
        }
    }
}
