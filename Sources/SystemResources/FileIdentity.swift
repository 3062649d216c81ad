// Which file a path names, and whether it is still the one read before.

package import Glibc

/// Identifies one version of a file by device, inode, size and times.
///
/// ```swift
/// let opened = FileIdentity(path: path)
/// // later, before the file is used again:
/// guard opened?.isSameFile(as: FileIdentity(path: path)) == true else { return openAnew() }
/// ```
///
/// Every write changes the file's change time, which programs cannot set back.
package struct FileIdentity: Hashable, Codable, Sendable {
    private var device: UInt64
    private var inode: UInt64
    /// The file's length in bytes.
    package private(set) var size: Int64
    private var modified: [Int]
    private var changed: [Int]

    /// When the file was last written, in whole seconds since 1970.
    package var modifiedSeconds: Int { modified[0] }

    /// Makes an identity from the file system's answer.
    package init(_ status: stat) {
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
        changed = [Int(status.st_ctim.tv_sec), Int(status.st_ctim.tv_nsec)]
    }

    /// Identifies the file at a path, following symbolic links; `nil` if there is none.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Identifies an open file.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Returns whether both name the same file, whatever was written to it meanwhile. While a
    /// program has the file open, its inode number is not reused.
    package func isSameFile(as other: FileIdentity?) -> Bool {
        guard let other else { return false }
        return device == other.device && inode == other.inode
    }

    /// Returns whether both are the same file with the same size and modification time. Other
    /// changes, such as a new name or new permissions, do not affect the content.
    package func isSameContent(as other: FileIdentity?) -> Bool {
        guard let other else { return false }
        return isSameFile(as: other) && size == other.size && modified == other.modified
    }
}
