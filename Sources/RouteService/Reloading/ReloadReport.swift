// What a reload did: for the log, for administrators, and for the request that started it.

import DefinitionFiles
import Foundation
import PublishedServices
import RouteAPI

/// What triggered a reload.
enum ReloadReason: Hashable, Sendable {
    /// An administrator's request.
    case request(user: String)
    /// The signal SIGHUP.
    case hangup
    /// Network files that differ from the open ones.
    case networkFiles([String])

    var text: String {
        switch self {
        case .request(let user): "request of \(user)"
        case .hangup: "SIGHUP"
        case .networkFiles(let paths): "new file at \(paths.joined(separator: ", "))"
        }
    }

    var word: String {
        switch self {
        case .request: "request"
        case .hangup: "signal"
        case .networkFiles: "file"
        }
    }
}

/// What a reload did.
struct ReloadReport: Hashable, Sendable {
    /// A layer whose network was replaced.
    struct Swap: Hashable, Sendable {
        var layer: String
        /// The earlier network's fingerprint; `nil` for a new layer.
        var previous: String?
        /// The network's fingerprint; `nil` for a removed layer.
        var fingerprint: String?

        init(layer: String, previous: String?, fingerprint: String?) {
            self.layer = layer
            self.previous = previous
            self.fingerprint = fingerprint
        }

        /// Returns the layers that differ between two catalogs, in the new catalog's order.
        static func between(_ old: ServiceCatalog, and new: ServiceCatalog) -> [Swap] {
            func fingerprints(_ catalog: ServiceCatalog) -> [String: String] {
                Dictionary(
                    catalog.layers.map { (ResourcePath.layer($0), $0.description.fingerprint) },
                    uniquingKeysWith: { first, _ in first })
            }
            let (before, after) = (fingerprints(old), fingerprints(new))
            let paths = new.layers.map { ResourcePath.layer($0) }
            let gone = old.layers.map { ResourcePath.layer($0) }.filter { after[$0] == nil }
            return (paths + gone).filter { before[$0] != after[$0] }.map {
                Swap(layer: $0, previous: before[$0], fingerprint: after[$0])
            }
        }
    }

    /// What triggered it.
    var reason: ReloadReason
    /// When it began, in milliseconds since 1970.
    var time: Int64
    var seconds: Double
    /// How many layers are published after it.
    var layerCount: Int
    /// The layers with another network than before.
    var swaps: [Swap]
    /// Why the services stay as they were; empty after a success.
    var problems: [String]

    /// Returns the problems that an error names.
    static func problems(of error: any Error) -> [String] {
        if let invalid = error as? InvalidDefinitions {
            return invalid.problems.map { "\($0)" }
        }
        return ["\(error)"]
    }
}
