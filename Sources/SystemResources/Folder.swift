// Makes folders, and says why one cannot be made.

package import Glibc

/// Folders in which files are written.
package enum Folder {
    /// Makes a folder, and those in which it lies, unless they are there.
    ///
    /// Foundation has a call for this, whose error says that the operation could not be completed.
    ///
    /// - Parameter mode: The permissions of new folders, but for what the process takes from them.
    /// - Throws: ``FileWriteError`` with the system's reason.
    package static func make(_ path: String, mode: mode_t = 0o777) throws(FileWriteError) {
        if mkdir(path, mode) == 0 { return }
        var code = errno
        let above = path.folderOfPath
        if code == ENOENT, !above.isEmpty, above != path {
            try make(above, mode: mode)
            if mkdir(path, mode) == 0 { return }
            code = errno
        }
        guard code == EEXIST else { throw FileWriteError(path, code) }
        // A link to a folder is one, too.
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw FileWriteError(path, ENOTDIR)
        }
    }
}
