// The version of a network's file. A server compares it to see whether the file was replaced.

import RoadNetwork
import SystemResources

/// One version of a network's file. Every write to the file, and every file put in its place, is a
/// new version.
///
/// ```swift
/// let isReplaced = NetworkFileVersion(path: folder).map { $0 != layer.fileVersion } ?? false
/// ```
public struct NetworkFileVersion: Hashable, Sendable {
    private let identity: FileIdentity

    /// When the file was last written, in whole seconds since 1970.
    public var modifiedSeconds: Int { identity.modifiedSeconds }

    /// Makes the version an open network was read from.
    init(_ identity: FileIdentity) { self.identity = identity }

    /// Reads the version at a path now; `nil` if there is no file.
    ///
    /// - Parameter path: The network's folder, or its dataset file.
    public init?(path: String) {
        guard let identity = FileIdentity(path: NetworkDataset.file(at: path)) else { return nil }
        self.identity = identity
    }
}
