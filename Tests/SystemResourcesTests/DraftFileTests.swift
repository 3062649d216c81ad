// A file is written whole or not at all, and nothing else is written.

import Foundation
import SystemResources
import Testing

@Suite final class DraftFileTests {
    private let folder: String

    init() throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-drafts-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: folder) } catch {
            Issue.record("the folder stays behind: \(error)")
        }
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
    }

    private func path(_ name: String) -> String { "\(folder)/\(name)" }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    private func write(_ text: String, to name: String) throws {
        var draft = try DraftFile(for: path(name))
        try draft.write(Array(text.utf8))
        try draft.publish()
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: path(name), withDestinationPath: target)
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test func `a file keeps its old bytes until the new ones are published`() throws {
        try write("old", to: "a")
        var draft = try DraftFile(for: path("a"))
        try draft.write(Array("n".utf8))
        try draft.write(Array("ew".utf8))
        #expect(try text("a") == "old")
        #expect(try names.count == 2)
        try draft.publish()
        #expect(try text("a") == "new")
        #expect(try names == ["a"])
    }

    @Test func `two writers of one path write one after the other, not into one draft`() throws {
        var first = try DraftFile(for: path("a"))
        var second = try DraftFile(for: path("a"))
        for _ in 0..<3 {
            try first.write(Array("first ".utf8))
            try second.write(Array("2".utf8))
        }
        try first.publish()
        #expect(try text("a") == "first first first ")
        try second.publish()
        #expect(try text("a") == "222")
        #expect(try names == ["a"])
    }

    @Test func `a draft that is dropped is removed, and the old file stays`() throws {
        struct Stop: Error {}
        try write("old", to: "a")
        #expect(throws: Stop.self) {
            let draft = try DraftFile(for: path("a"))
            try draft.write([1, 2, 3])
            throw Stop()
        }
        #expect(throws: Stop.self) {
            var draft = try DraftFile(for: path("a"))
            try draft.seal()
            throw Stop()
        }
        #expect(try text("a") == "old")
        #expect(try names == ["a"])
    }

    @Test func `a draft whose name is taken takes nothing`() throws {
        try write("mine", to: "taken")
        try link("linked", to: "taken")
        for name in ["taken", "linked"] {
            let error = #expect(throws: FileWriteError.self) {
                let draft = try DraftFile(at: path(name), for: path("a"), mode: 0o600)
                try draft.write([1])
            }
            #expect(error?.code == EEXIST)
            #expect(error?.description.hasPrefix("\(path("a")) cannot be written: ") == true)
        }
        #expect(try text("taken") == "mine")
        #expect(try names == ["linked", "taken"])
    }

    @Test func `links stay, and what they lead to is replaced beside its place`() throws {
        mkdir(path("deep"), 0o755)
        try link("near", to: "deep/far")
        try link("nearest", to: path("near"))
        for word in ["first", "second"] {
            var draft = try DraftFile(for: path("nearest"))
            #expect(draft.target == path("deep/far"))
            #expect(draft.path.hasPrefix(path("deep/far.")))
            try draft.write(Array(word.utf8))
            try draft.publish()
            #expect(try text("deep/far") == word)
        }
        #expect(try names == ["deep", "near", "nearest"])
        try link("round", to: "round")
        let error = #expect(throws: FileWriteError.self) { try write("", to: "round") }
        #expect(error?.code == ELOOP)
    }

    @Test func `a file has the given mode, that of the old file, or that of the process`() throws {
        try write("", to: "a")
        #expect(mode(path("a")) & 0o711 == 0o600)
        chmod(path("a"), 0o606)
        let draft = try DraftFile(for: path("a"))
        // Not even the draft may be read by others.
        #expect(mode(draft.path) == 0o606)
        try write("", to: "a")
        #expect(mode(path("a")) == 0o606)
        var narrow = try DraftFile(for: path("a"), mode: 0o400)
        try narrow.write([1])
        try narrow.publish()
        #expect(mode(path("a")) == 0o400)
    }

    @Test func `a name as long as names may be has a draft`() throws {
        let name = String(repeating: "ä", count: 127)
        try write("a", to: name)
        #expect(try names == [name])
    }

    @Test func `what fails says the path and the reason, and leaves nothing`() throws {
        for (name, reason) in [
            ("no/such/a", "there is no folder \(path("no/such")); make it, or write elsewhere"),
            (String(repeating: "a", count: 300), String(cString: strerror(ENAMETOOLONG))),
        ] {
            let error = #expect(throws: FileWriteError.self) { try write("", to: name) }
            #expect(error?.description == "\(path(name)) cannot be written: \(reason)")
        }
        mkdir(path("folder"), 0o755)
        let error = #expect(throws: FileWriteError.self) { try write("", to: "folder") }
        #expect(error?.code == EISDIR)
        #expect(try names == ["folder"])
    }

    @Test func `a full disk is an error`() throws {
        let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
        try #require(full >= 0)
        defer { close(full) }
        #expect([1, 2, 3].withUnsafeBytes { $0.write(to: full) } == ENOSPC)
    }

    @Test func `a draft that grows too large is an error, and removed`() async {
        // The limit binds the process: another one meets it.
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 1_000, rlim_max: 1_000)
            setrlimit(__rlimit_resource_t(1), &limit)
            let path = "\(UnnamedFile.folder)/waypost-\(DraftFile.mark())"
            let error = #expect(throws: FileWriteError.self) {
                let draft = try DraftFile(for: path)
                try draft.write([UInt8](repeating: 7, count: 5_000))
            }
            #expect(error?.code == EFBIG)
            let left = try FileManager.default.contentsOfDirectory(atPath: UnnamedFile.folder)
                .filter { $0.hasPrefix((path as NSString).lastPathComponent) }
            #expect(left == [])
        }
    }

    @Test func `a file that other code has written is published with its mode`() throws {
        try Data("whole".utf8).write(to: URL(filePath: path("made")))
        chmod(path("made"), 0o640)
        try DraftFile.rename(path("made"), to: path("a"))
        #expect(try text("a") == "whole")
        #expect(mode(path("a")) == 0o640)
        #expect(throws: FileWriteError.self) {
            try DraftFile.rename(path("made"), to: path("a"))
        }
        #expect(Set((0..<1_000).map { _ in DraftFile.mark() }).count == 1_000)
    }
}
