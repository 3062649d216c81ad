// Which file a path names, and whether it is still the one that was read.

package import Glibc

/// The identity of one version of a file: its place on the disk, its size and its times.
///
/// ```swift
/// let opened = FileIdentity(path: path)
/// // later, before the file is used again:
/// guard opened?.isSameFile(as: FileIdentity(path: path)) == true else { return openAnew() }
/// ```
///
/// Every write to a file changes the time of its last change, which programs cannot set back.
package struct FileIdentity: Hashable, Codable, Sendable {
    private var device: UInt64
    private var inode: UInt64
    /// The number of bytes.
    package private(set) var size: Int64
    private var modified: [Int]
    private var changed: [Int]

    /// The identity that the file system reports.
    package init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
        changed = [Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec)]
    }

    /// The identity of the file at a path, behind symbolic links, or `nil` where there is none.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The identity of an open file.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Whether the two are of one file, whatever was written to it meanwhile. The number of a file
    /// is not given to another one while a program has it open.
    package func isSameFile(as other: FileIdentity?) -> Bool {
        guard let other else { return false }
        return device == other.device && inode == other.inode
    }

    /// Whether the two are of one file with the same size and the same time of its last write.
    /// Other changes, as of its name or its permissions, leave its content.
    package func isSameContent(as other: FileIdentity?) -> Bool {
        guard let other else { return false }
        return isSameFile(as: other) && size == other.size && modified == other.modified
    }
}
