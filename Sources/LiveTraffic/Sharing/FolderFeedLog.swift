// Feeds that processes on one machine share: one file each, in a folder.

import Foundation
import Glibc
import SystemResources

/// A log of feeds in a folder.
///
/// A file is named after its entry's number. It gets this name only once it is complete and on
/// disk.
package struct FolderFeedLog: FeedLog {
    private let folder: String

    private static let suffix = ".feed"
    private static let draftPrefix = "draft-"
    /// Drafts left by ended processes are removed after this many seconds.
    private static let draftSeconds = 3_600.0

    /// Makes a log in a folder. The first entry creates the folder, readable only by its owner.
    package init(folder: String) { self.folder = folder }

    package var place: String { folder }

    package func numbers() throws(FeedLogError) -> [Int64] {
        Self.numbers(try names())
    }

    private static func numbers(_ names: [String]) -> [Int64] {
        names.compactMap { name in
            guard name.hasSuffix(suffix) else { return nil }
            return Int64(name.dropLast(suffix.count)).flatMap { $0 > 0 ? $0 : nil }
        }.sorted()
    }

    private func names() throws(FeedLogError) -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw failure("it cannot be read")
        }
    }

    package func entry(_ number: Int64) throws(FeedLogError) -> [UInt8]? {
        guard let file = fopen(path(of: number), "re") else {
            if errno == ENOENT { return nil }
            throw failure("entry \(number) cannot be opened")
        }
        defer { fclose(file) }
        var status = stat()
        guard fstat(fileno(file), &status) == 0 else { throw failure("entry \(number)") }
        let count = Int(status.st_size)
        var bytes = [UInt8](repeating: 0, count: count)
        guard fread(&bytes, 1, count, file) == count else {
            throw failure("entry \(number) cannot be read")
        }
        return bytes
    }

    package func append(
        _ bytes: [UInt8], as number: Int64, dropping replaced: [Int64]
    ) throws(FeedLogError) -> Bool {
        do throws(FileWriteError) {
            try Folder.make(folder, mode: 0o700)
        } catch {
            throw FeedLogError("the folder of shared feeds: \(error)")
        }
        // Processes take turns. The lock ends with its descriptor, however the process ends.
        let lock = open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw failure("its lock cannot be opened") }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure("its lock cannot be taken") }
        }
        let names = try self.names()
        guard (Self.numbers(names).last ?? 0) < number else { return false }
        removeOldDrafts(names)
        do throws(FileWriteError) {
            var draft = try DraftFile(
                at: folder + "/" + Self.draftPrefix + DraftFile.mark(), for: path(of: number),
                mode: 0o600)
            try draft.write(bytes)
            try draft.publish()
        } catch {
            throw FeedLogError("the folder of shared feeds: \(error)")
        }
        for old in replaced where old < number { unlink(path(of: old)) }
        return true
    }

    package func awaitChange(upTo seconds: Double) -> Bool {
        Thread.sleep(forTimeInterval: seconds)
        return true
    }

    private func path(of number: Int64) -> String { "\(folder)/\(number)\(Self.suffix)" }

    private func removeOldDrafts(_ names: [String]) {
        let limit = Date(timeIntervalSinceNow: -Self.draftSeconds).timeIntervalSince1970
        for name in names where name.hasPrefix(Self.draftPrefix) {
            var status = stat()
            let path = folder + "/" + name
            if stat(path, &status) == 0, Double(status.st_mtim.tv_sec) < limit { unlink(path) }
        }
    }

    /// Describes the last call's failure, from `errno`.
    private func failure(_ what: String) -> FeedLogError {
        let reason = String(cString: strerror(errno))
        return FeedLogError("the folder of shared feeds \(folder): \(what): \(reason)")
    }
}
