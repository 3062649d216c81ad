// Looks at the files of open networks: copies those that programs want to write into, and has the
// services reloaded when other files are in their place.

import Logging
import NetworkAnalysis
import RouteAPI
import ServiceLifecycle

/// Looks at the files of the networks every second.
///
/// Three things happen to them. A new file is put in the place of the old one, as the builder does:
/// the services are reloaded. A program opens the file that is served for writing: it waits until
/// the network has been copied, and what it has written is examined like a new file. And, where
/// the server was started without protection, a program writes into the file: the layer answers
/// with an error until a good file is in its place.
struct NetworkWatch: Service {
    let published: PublishedCatalog
    /// Publishes the services again, or `nil` when they stay as they are.
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

    /// Lets programs write into files of networks, those of running jobs among them.
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

    /// Logs each layer once whose network was modified.
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

/// Finds files that have been replaced, by looks at them.
///
/// A file counts when two looks in a row have found the same version, so that one that is being
/// copied into its place is not read too early; and each version counts once, so that one that is
/// refused is not tried again.
struct NetworkFileLooks {
    private var last: [String: NetworkFileVersion] = [:]
    private var tried: [String: NetworkFileVersion] = [:]

    /// The paths at which there are other versions than the open ones.
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
