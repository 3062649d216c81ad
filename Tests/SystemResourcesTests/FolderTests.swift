// Tests the folders of paths.

import Foundation
import Testing

@testable import SystemResources

@Suite struct FolderTests {
    @Test(arguments: [
        ("", ""), ("b", ""), ("b/", ""), ("b//", ""), ("bc", ""), ("/", "/"), ("//", "/"),
        ("/b", "/"), ("/b/", "/"), ("a/b", "a"), ("a/b/", "a"), ("a//b", "a"), ("/a/b", "/a"),
        ("./b", "."), ("../b.csv", ".."), ("a/é/b", "a/é"),
        ("a/\u{301}b", "a"), ("a b/c d", "a b"), ("a/.", "a"), ("é", ""),
    ])
    func `a path lies in a folder`(path: String, folder: String) {
        #expect(path.folderOfPath == folder)
    }

    @Test func `a file of one letter that cannot be written is named with the reason`() {
        #expect(FileWriteError("w", 2).reason == "No such file or directory")
        #expect(FileWriteError("none/w", 2).reason.contains("no folder none"))
    }
}

@Suite struct FolderMakingTests {
    /// Calls `body` with a path below a folder of its own.
    private func withPath(_ body: (_ path: String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-folders-\(UUID().uuidString)").path
        try Folder.make(folder)
        defer {
            do { try FileManager.default.removeItem(atPath: folder) } catch {
                Issue.record("the folder stays behind: \(error)")
            }
        }
        try body(folder)
    }

    private func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    @Test(arguments: ["a", "a/", "a/é/c", "a//b/c//"])
    func `a folder is made with those above it, or is there`(name: String) throws {
        try withPath { folder in
            for _ in 1...2 {
                try Folder.make("\(folder)/\(name)")
                #expect(isFolder("\(folder)/\(name)"))
            }
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder)/link", withDestinationPath: "\(folder)/\(name)")
            try Folder.make("\(folder)/link")
        }
    }

    @Test(arguments: ["file", "file/a", "file/a/b"])
    func `what stands in the way is said by the system's reason`(name: String) throws {
        try withPath { folder in
            try Data().write(to: URL(filePath: "\(folder)/file"))
            let path = "\(folder)/\(name)"
            let error = #expect(throws: FileWriteError.self) { try Folder.make(path) }
            #expect(error?.description == "\(path) cannot be written: Not a directory")
        }
    }
}
