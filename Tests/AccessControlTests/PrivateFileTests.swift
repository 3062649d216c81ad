// Tests files of secrets: concurrent writers, symbolic links, and the right to read them.

@testable import AccessControl
import Fixtures
import Foundation
import Logging
import Synchronization
import Testing

@Suite struct PrivateFileTests {
    private let files = TestFiles()

    private func mode(_ path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    private func setMode(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    /// Runs `work` on several Dispatch threads and returns the failures. Writing to disk on this
    /// test's own thread would hold up the tests beside it.
    private func atOnce(
        _ count: Int, _ work: @escaping @Sendable (Int) throws -> Void
    ) async -> [String] {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let faults = Mutex<[String]>([])
                DispatchQueue.concurrentPerform(iterations: count) { number in
                    do { try work(number) } catch { faults.withLock { $0.append("\(error)") } }
                }
                continuation.resume(returning: faults.withLock { $0 })
            }
        }
    }

    @Test func `of many users added at once, none is lost`() async throws {
        let path = try files.write("users.txt", TestUsers.file().text)
        let hash = try PasswordHash(of: "secret", cost: TestUsers.cost)
        let faults = await atOnce(100) { number in
            try UserFile.change(path) { $0.set("user\(number)", hash) }
        }
        #expect(faults.isEmpty)
        #expect(try UserFile.read(path).names.count == 102)
        #expect(try UserFile.read(path).hashes["user99"] == hash)
    }

    @Test func `of many log-ins that servers end at once, none is lost`() async throws {
        let path = try files.write("key.ended", "")
        let now = Date(timeIntervalSince1970: 1_000)
        // Each writes once: a second write would repair what others overwrote.
        let servers = try (0..<200).map { _ in
            try EndedTokens(path: path, logger: .silent, at: now)
        }
        let faults = await atOnce(200) { number in
            servers[number].insert("id\(number)", until: 9_000_000, at: now)
        }
        #expect(faults.isEmpty)
        let next = try EndedTokens(path: path, logger: .silent, at: now)
        #expect((0..<200).allSatisfy { next.contains("id\($0)") })
    }

    @Test func `a change that fails leaves the file as it was, and the next one is done`() throws {
        struct Stop: Error {}
        let path = try files.write("users.txt", TestUsers.file().text)
        #expect(throws: Stop.self) {
            try UserFile.change(path) { users in
                _ = users.remove("ann")
                throw Stop()
            }
        }
        #expect(try UserFile.read(path).names == ["ann", "ben"])
        #expect(try UserFile.change(path) { $0.remove("ann") })
        #expect(try UserFile.read(path).names == ["ben"])
    }

    @Test func `a file takes no more users than are read from it`() throws {
        let path = try files.write("users.txt", TestUsers.file().text)
        let hash = try PasswordHash(of: "secret", cost: TestUsers.cost)
        let error = #expect(throws: InvalidUserFile.self) {
            try UserFile.change(path) { users in
                for number in 0..<UserFile.maximumUsers { users.set("user\(number)", hash) }
            }
        }
        #expect(error?.description.contains("remove one") == true)
        #expect(try UserFile.read(path).names == ["ann", "ben"])
    }

    @Test func `a file that stays locked is reported with its lock`() throws {
        let path = try files.write("users.txt", "")
        let error = try FileLock.holding(path) {
            #expect(throws: FileIsLocked.self) {
                try FileLock.holding(path, patience: .milliseconds(20)) {}
            }
        }
        #expect(error?.localizedDescription.contains(".users.txt.lock") == true)
    }

    @Test func `a lock is an empty file for its owner alone, and no link to another`() throws {
        let path = try files.write("users.txt", "")
        let other = try files.write("other", "stays")
        try setMode(0o644, other)
        let lock = files.path(".users.txt.lock")
        try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: "other")
        #expect(throws: POSIXError.self) { try TestUsers.file().write(to: path) }
        try FileManager.default.removeItem(atPath: lock)
        for _ in 0..<2 {
            try TestUsers.file().write(to: path)
            #expect(try mode(lock) == 0o600)
            #expect(try String(contentsOfFile: lock, encoding: .utf8).isEmpty)
        }
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "stays")
        #expect(try mode(other) == 0o644)
    }

    @Test(arguments: ["users.txt", "./users.txt", "second", "nowhere.txt"])
    func `a symbolic link stays, and what it leads to is written`(target: String) throws {
        _ = try files.write("users.txt", TestUsers.file().text)
        let manager = FileManager.default
        try manager.createSymbolicLink(
            atPath: files.path("second"), withDestinationPath: files.path("users.txt"))
        let link = files.path("link")
        try manager.createSymbolicLink(atPath: link, withDestinationPath: target)
        let hash = try PasswordHash(of: "secret", cost: TestUsers.cost)
        try UserFile.change(link) { $0.set("carl", hash) }
        #expect(try manager.destinationOfSymbolicLink(atPath: link) == target)
        #expect(
            try manager.destinationOfSymbolicLink(atPath: files.path("second"))
                == files.path("users.txt"))
        let written = files.path(target == "nowhere.txt" ? target : "users.txt")
        #expect(try UserFile.read(written).names.contains("carl"))
        #expect(try mode(written) == 0o600)
    }

    @Test func `a link in a circle is an error, and leaves nothing behind`() throws {
        _ = try files.write("here", "")
        for (name, target) in [("a", "b"), ("b", "a")] {
            try FileManager.default.createSymbolicLink(
                atPath: files.path(name), withDestinationPath: target)
        }
        let error = #expect(throws: (any Error).self) {
            try TestUsers.file().write(to: files.path("a"))
        }
        #expect(error?.localizedDescription.contains("symbolic links") == true)
    }

    @Test(arguments: [(0o400, 0o400), (0o600, 0o600), (0o644, 0o600), (0o666, 0o600), (0, 0o600)])
    func `permissions are kept where they are as narrow as they should be`(
        before: Int, after: Int
    ) throws {
        let path = try files.write("users.txt", "")
        try setMode(before, path)
        try TestUsers.file().write(to: path)
        #expect(try mode(path) == after)
    }

    @Test func `a file that others can read is reported, with the command that corrects it`() throws
    {
        let path = try files.write("key", "")
        for exposed in [0o644, 0o640, 0o604, 0o602, 0o660] {
            try setMode(exposed, path)
            let text = try #require(ExposedFile(path)).description
            #expect(text.contains("chmod 600 \(path)"))
            #expect(text.contains("mode \(String(exposed, radix: 8))"))
        }
        // A link is as readable as its target.
        let link = files.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "key")
        #expect(ExposedFile(link) != nil)
        for narrow in [0o600, 0o400, 0o700] {
            try setMode(narrow, path)
            #expect(ExposedFile(path) == nil)
            #expect(ExposedFile(link) == nil)
        }
        #expect(ExposedFile(files.path("nothing")) == nil)
    }
}
