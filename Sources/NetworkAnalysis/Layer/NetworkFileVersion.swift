// The version of a network's file, by which a server finds that another network is in its place.

import DataStructures
import RoadNetwork

/// One version of a network's file. Every write to the file and every file in its place is another
/// version.
///
/// ```swift
/// let isReplaced = NetworkFileVersion(path: folder).map { $0 != layer.fileVersion } ?? false
/// ```
public struct NetworkFileVersion: Hashable, Sendable {
    private let identity: FileIdentity

    /// The version that an open network was read from.
    init(_ identity: FileIdentity) { self.identity = identity }

    /// The version at a path now; `nil` where there is no file.
    ///
    /// - Parameter path: The network's folder, or its dataset file.
    public init?(path: String) {
        guard let identity = FileIdentity(path: NetworkDataset.file(at: path)) else { return nil }
        self.identity = identity
    }
}
