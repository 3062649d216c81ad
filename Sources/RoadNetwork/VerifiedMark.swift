// A note beside a dataset that says which file was read and found whole.

import Foundation

/// The identity of one version of a file: its place on the disk, its size and its times.
///
/// Every write to a file changes the time of its last change, which programs cannot set back.
package struct FileIdentity: Hashable, Codable, Sendable {
    private var device: UInt64
    private var inode: UInt64
    private var size: Int64
    private var modified: [Int]
    private var changed: [Int]

    init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
        changed = [Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec)]
    }

    /// The identity of the file at a path, or `nil` where there is none.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The identity of an open file.
    init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether the two are of one file with the same size and the same time of its last write.
    /// Other changes, as of its name or its permissions, leave its content.
    func isSameContent(as other: FileIdentity?) -> Bool {
        guard let other else { return false }
        return device == other.device && inode == other.inode && size == other.size
            && modified == other.modified
    }
}

/// The note. Commands that open a network for one request rely on it and need not read all of the
/// file first.
struct VerifiedMark: Hashable, Codable, Sendable {
    /// What is added to the name of the dataset.
    static let suffix = ".verified"

    private var file: FileIdentity
    private var fingerprint: String

    init(_ file: FileIdentity, fingerprint: String) {
        self.file = file
        self.fingerprint = fingerprint
    }

    /// Whether the note beside a dataset is about this version of the file.
    func isBeside(_ dataset: String) -> Bool {
        guard let bytes = FileManager.default.contents(atPath: dataset + Self.suffix) else {
            return false
        }
        // A note that cannot be read does not count: the file is read then.
        let noted = try? JSONDecoder().decode(Self.self, from: bytes)
        return noted == self
    }

    /// Leaves the note beside a dataset, if the folder can be written.
    func leave(beside dataset: String) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let bytes = try? encoder.encode(self) else { return }
        try? bytes.write(to: URL(filePath: dataset + Self.suffix), options: .atomic)
    }
}
