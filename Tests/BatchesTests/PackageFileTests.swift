// A GeoPackage takes its name whole, and an earlier file stays whole if it cannot.

import FeatureStore
import Foundation
import Testing

@testable import Batches

@Suite struct PackageFileTests {
    private let folder: TestFolder
    private let output: String

    init() throws {
        folder = try TestFolder()
        output = folder.path("day.gpkg")
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(filePath: path))
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    private var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path("")).sorted()
        }
    }

    @Test func `an earlier file's journals go with it`() throws {
        let draft = try PackageFile.draft(ofOutput: output)
        try write("new", to: draft)
        try write("old", to: output)
        for journal in ["-wal", "-shm", "-journal"] { try write("edits", to: output + journal) }
        try PackageFile.rename(draft, to: output)
        #expect(try text(output) == "new")
        #expect(try names == ["day.gpkg"])
    }

    @Test func `an earlier file that cannot be replaced keeps its journals`() throws {
        try write("old", to: output)
        try write("edits", to: output + "-wal")
        #expect(throws: FeatureStoreError.self) {
            try PackageFile.rename(folder.path("missing.gpkg"), to: output)
        }
        #expect(try text(output) == "old")
        #expect(try text(output + "-wal") == "edits")
        #expect(try names == ["day.gpkg", "day.gpkg-wal"])
    }

    @Test func `a link stays, and the draft lies beside what it leads to`() throws {
        let files = FileManager.default
        try files.createDirectory(
            atPath: folder.path("deep"), withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: output, withDestinationPath: "deep/far.gpkg")
        let draft = try PackageFile.draft(ofOutput: output)
        #expect(draft != (try PackageFile.draft(ofOutput: output)))
        #expect(draft.hasPrefix(folder.path("deep/far.")))
        try write("new", to: draft)
        try PackageFile.rename(draft, to: output)
        #expect(try files.destinationOfSymbolicLink(atPath: output) == "deep/far.gpkg")
        #expect(try text(folder.path("deep/far.gpkg")) == "new")
        try files.createSymbolicLink(
            atPath: folder.path("round.gpkg"), withDestinationPath: "round.gpkg")
        let error = #expect(throws: FeatureStoreError.self) {
            try PackageFile.draft(ofOutput: folder.path("round.gpkg"))
        }
        #expect("\(error ?? .cancelled)".contains("symbolic links"))
    }
}
