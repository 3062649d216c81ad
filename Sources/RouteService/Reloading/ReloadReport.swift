// What a reload of the services did: for the log, for administrators, and for the request for it.

import DefinitionFiles
import Foundation
import RouteAPI

/// What a reload was for.
enum ReloadReason: Hashable, Sendable {
    /// A request of an administrator.
    case request(user: String)
    /// The signal SIGHUP.
    case hangup
    /// Files of networks that are not those that are open.
    case networkFiles([String])

    /// The reason in a few words.
    var text: String {
        switch self {
        case .request(let user): "request of \(user)"
        case .hangup: "SIGHUP"
        case .networkFiles(let paths): "new file at \(paths.joined(separator: ", "))"
        }
    }

    /// The reason in one word.
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
    /// A layer whose network is another one than before.
    struct Swap: Hashable, Sendable {
        /// The path of the layer.
        var layer: String
        /// The fingerprint of the earlier network; `nil` for a layer that is new.
        var previous: String?
        /// The fingerprint of the network; `nil` for a layer that is gone.
        var fingerprint: String?

        /// Describes a swap.
        init(layer: String, previous: String?, fingerprint: String?) {
            self.layer = layer
            self.previous = previous
            self.fingerprint = fingerprint
        }

        /// The layers that differ between two catalogs, in the order of the new one.
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

    /// What it was for.
    var reason: ReloadReason
    /// When it began, in milliseconds since 1970.
    var time: Int64
    /// How long it took.
    var seconds: Double
    /// The number of layers that are published after it.
    var layerCount: Int
    /// The layers with another network than before.
    var swaps: [Swap]
    /// Why the services stay as they were; empty after a success.
    var problems: [String]

    /// The problems that an error names.
    static func problems(of error: any Error) -> [String] {
        if let invalid = error as? InvalidDefinitions {
            return invalid.problems.map { "\($0)" }
        }
        return ["\(error)"]
    }
}
