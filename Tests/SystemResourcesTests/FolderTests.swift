// Tests the folders of paths.

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
