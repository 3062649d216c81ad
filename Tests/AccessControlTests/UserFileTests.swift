// Tests the file of users and its password hashes.

@testable import AccessControl
import Fixtures
import Foundation
import Testing

/// The message about a file that cannot be used.
@Suite struct UserFileTests {
    private func fault(_ text: String) -> String {
        do throws(InvalidUserFile) {
            _ = try UserFile(text: text, file: "users.txt")
        } catch {
            return error.description
        }
        return "none"
    }

    @Test func `a hash knows its password and no other`() throws {
        let hash = try PasswordHash(of: "pass wörd", cost: TestUsers.cost)
        let read = try #require(PasswordHash(hash.text))
        #expect(read == hash)
        #expect(try read.matches("pass wörd"))
        #expect(try !read.matches("pass word"))
        #expect(try !read.matches(""))
    }

    @Test func `the same password is hashed under a salt of its own each time`() throws {
        let first = try PasswordHash(of: "secret", cost: TestUsers.cost)
        let second = try PasswordHash(of: "secret", cost: TestUsers.cost)
        #expect(first.text != second.text)
    }

    @Test func `hashes are those of the standard`() throws {
        let salt = Data("NaClNaCl".utf8).base64EncodedString().filter { $0 != "=" }
        // Made by Python's hashlib.scrypt with n=1024, r=8, p=16 and dklen=32.
        let digest = "XsC2ZTdXJ4zsfzVdRtTQNNSXMToqf+tcSxiTF5U/EW4"
        let hash = try #require(PasswordHash("$scrypt$ln=10,r=8,p=16$\(salt)$\(digest)"))
        #expect(try hash.matches("password"))
    }

    @Test func `the shipped cost is 32 mebibytes, filled three times`() {
        let cost = PasswordHash.Cost.standard
        #expect((128 * cost.blockSize) << cost.logRounds == 32 << 20)
        #expect(cost.parallelism == 3)
    }

    @Test(arguments: [
        "", "$scrypt$", "$scrypt$ln=40,r=8,p=1$AAAAAAAAAAA$AA", "$argon2id$v=19$m=1$AAAA$AAAA",
        "$scrypt$ln=4,r=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA", "$scrypt$ln=4,r=0,p=1$AAAAAAAAAAA$AAAA",
        "$scrypt$ln=16,r=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "$scrypt$ln=-1,r=1,p=1$AAAAAAAAAAA$AAAA", "$scrypt$ln=4,r=1,p=1$$AAAA", "plain password",
    ])
    func `what is no hash, or asks for too much, is not read`(text: String) {
        #expect(PasswordHash(text) == nil)
    }

    @Test func `a file comes back from its text`() throws {
        let users = try TestUsers.file()
        #expect(try UserFile(text: users.text, file: "users.txt") == users)
        #expect(users.names == ["ann", "ben"])
    }

    @Test func `administrators come back from the text, and keep the right with a new password`()
        throws
    {
        var users = try TestUsers.file()
        users.setAdministrator("ann", true)
        let read = try UserFile(text: users.text, file: "users.txt")
        #expect(read == users)
        #expect(read.administrators == ["ann"])
        users.set("ann", try PasswordHash(of: "another", cost: TestUsers.cost))
        #expect(users.administrators == ["ann"])
        users.setAdministrator("ann", false)
        #expect(try UserFile(text: users.text, file: "users.txt").administrators.isEmpty)
        users.setAdministrator("ben", true)
        let wasThere = users.remove("ben")
        #expect(wasThere)
        users.set("ben", try PasswordHash(of: "again", cost: TestUsers.cost))
        #expect(users.administrators.isEmpty, "a new user has no rights of an earlier one")
        let line = try TestUsers.file().text.split(separator: "\n")[1]
        #expect(fault("\(line):king").contains("\"king\" after the hash"))
        #expect(fault("\(line):").contains("after the hash"))
    }

    @Test func `a right that is taken ends at once`() throws {
        let files = TestFiles()
        _ = try files.write("here", "")
        let path = files.path("users.txt")
        var users = try TestUsers.file()
        users.setAdministrator("ann", true)
        try users.write(to: path)
        let directory = try UserDirectory(path: path, logger: .silent)
        #expect(directory.isAdministrator("ann") && !directory.isAdministrator("ben"))
        #expect(!directory.isAdministrator("nobody"))
        try UserFile.change(path) { $0.setAdministrator("ann", false) }
        #expect(!directory.isAdministrator("ann"))
    }

    @Test func `a file that is missing changes no right, and the next one is read`() throws {
        let files = TestFiles()
        _ = try files.write("here", "")
        let path = files.path("users.txt")
        try TestUsers.file().write(to: path)
        let directory = try UserDirectory(path: path, logger: .silent)
        let stamp = directory.stamp(of: "ann")
        #expect(stamp != nil)
        try FileManager.default.removeItem(atPath: path)
        #expect(directory.stamp(of: "ann") == stamp)
        var users = try TestUsers.file()
        users.setAdministrator("ben", true)
        try users.write(to: path)
        #expect(directory.isAdministrator("ben"))
    }

    @Test func `a fault is reported with its line`() throws {
        let good = try TestUsers.file().text
        #expect(fault(good + "carl").hasPrefix("users.txt:4"))
        #expect(fault("# fine\n\nann:x").contains("users.txt:3"))
        #expect(fault("a b:x").contains("a name has"))
        #expect(fault(good + good).contains("a second time"))
    }

    @Test func `a file is written for its owner alone`() throws {
        let files = TestFiles()
        _ = try files.write("here", "")
        let path = files.path("users.txt")
        try TestUsers.file().write(to: path)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try UserFile.read(path) == UserFile.read(path))
        let left = try FileManager.default.contentsOfDirectory(
            atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path)
        #expect(left.sorted() == [".users.txt.lock", "here", "users.txt"])
    }
}
