// Compares embedded files with those in the repository.

import Foundation
import Testing

@testable import EmbeddedFiles

/// What the program holds is what the repository holds.
@Suite struct EmbeddedFilesTests {
    private static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test(arguments: ["Sources/Directions/Phrases", "Sources/MapPage/Page"])
    func `every file of a folder is embedded as it is`(folder: String) throws {
        let path = Self.repository.appending(path: folder).path
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(!names.isEmpty)
        #expect(EmbeddedFiles.names(in: folder) == names)
        for name in names { try expectSame("\(folder)/\(name)") }
    }

    @Test func `the guide's pages are embedded as they are`() throws {
        let names = EmbeddedFiles.names(in: "Documentation")
        #expect(!names.isEmpty)
        for name in names { try expectSame("Documentation/\(name)") }
    }

    @Test func `the shipped definition is embedded as it is`() throws {
        try expectSame("ServiceDefinitions/streets.network.yaml")
    }

    private func expectSame(_ path: String) throws {
        let file = try Data(contentsOf: Self.repository.appending(path: path))
        #expect(!file.contains(0), "\(path) holds a zero byte, which ends an embedded file")
        // Compared outside the expectation, which would print every byte.
        let isSame = EmbeddedFiles.bytes(path) == Array(file)
        #expect(isSame, "\(path)")
    }
}
