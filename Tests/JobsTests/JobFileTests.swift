// Tests the files of a job store in a folder.

import Foundation
import Jobs
import Testing

@Suite struct JobFileTests {
    private let folder: JobPlace

    init() throws { folder = try JobPlace(.folder) }

    @Test func `a new folder is readable for its owner alone`() throws {
        _ = try folder.open()
        for path in [folder.location, "\(folder.location)/files"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test func `a folder that cannot be made is named once, with the system's reason`() throws {
        let file = folder.location + "-file"
        try Data().write(to: URL(filePath: file))
        defer { unlink(file) }
        let error = #expect(throws: JobStoreError.self) { _ = try openJobStore(at: file + "/jobs") }
        let said = error?.description ?? ""
        #expect(said.hasSuffix("\(file)/jobs cannot be written: Not a directory"), "\(said)")
        #expect(said.ranges(of: file).count == 1, "\(said)")
    }

    @Test func `large inputs and results are files, read in pieces`() throws {
        let store = try folder.open()
        let large = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let id = try store.submit(JobSubmission(owner: "ann", task: "t", input: large)).id
        #expect(folder.files == ["\(id).input"])
        let job = try #require(try store.take())
        #expect(job.input == large)
        let draft = try store.makeDraft(named: "r", contentType: "application/json", job.lease)
        for start in stride(from: 0, to: large.count, by: 7_001) {
            try draft.append(Array(large[start..<min(start + 7_001, large.count)]))
        }
        #expect(draft.result.byteCount == large.count)
        #expect(try store.finish(job.lease, .succeeded, messages: [], results: [draft]))
        #expect(try store.content(of: id, named: "r", in: 0..<(1 << 30)) == large)
        #expect(try store.content(of: id, named: "r", in: 199_999..<300_000) == [large[199_999]])
        #expect(try store.content(of: id, named: "r", in: 500_000..<500_001) == [])
        #expect(folder.files.count == 2)
        #expect(try store.delete(id))
        #expect(folder.files.isEmpty)
    }

    @Test func `no job is accepted into a folder that was removed or replaced`() throws {
        let store = try folder.open()
        let id = try store.submit("a")
        let (path, aside) = (folder.location, folder.location + "-aside")
        try FileManager.default.moveItem(atPath: path, toPath: aside)
        func isRefused() {
            for attempt in [{ _ = try store.submit("b") }, { _ = try store.job(id) }] {
                let error = #expect(throws: JobStoreError.self) { try attempt() }
                #expect(error?.description.contains("removed or replaced") == true)
            }
        }
        isRefused()
        // Another process has started a new store.
        let other = try folder.open()
        #expect(try other.job(id) == nil)
        isRefused()
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: aside, toPath: path)
        #expect(try store.job(id)?.state == .submitted)
        _ = try store.submit("b")
    }

    @Test func `a draft that is dropped leaves no file`() throws {
        let store = try folder.open()
        _ = try store.submit("a")
        let job = try #require(try store.take())
        var draft: (any JobResultDraft)? = try store.makeDraft(
            named: "r", contentType: "text/plain", job.lease)
        try draft?.append([UInt8](repeating: 1, count: 100_000))
        #expect(folder.files.count == 1)
        draft = nil
        #expect(folder.files.isEmpty)
    }

    @Test func `a large job submitted twice under a key leaves one file`() throws {
        let store = try folder.open()
        let large = [UInt8](repeating: 7, count: 100_000)
        let job = JobSubmission(owner: "ann", task: "t", input: large, key: "k")
        #expect(try store.submit(job).id == store.submit(job).id)
        #expect(folder.files.count == 1)
    }

    @Test func `large results of a worker that lost its lease leave no files`() throws {
        let store = try folder.open()
        _ = try store.submit("a")
        let first = try #require(try store.take())
        folder.time.advance(seconds: 31)
        _ = try #require(try store.take())
        #expect(
            try !store.finish(
                first.lease, .succeeded, [("r", [UInt8](repeating: 1, count: 100_000))]))
        #expect(folder.files.isEmpty)
    }

    @Test func `a folder of a later version is refused`() throws {
        let blocked = try JobPlace(.folder)
        try FileManager.default.createDirectory(
            atPath: blocked.location, withIntermediateDirectories: true)
        try Data("no database".utf8).write(
            to: URL(fileURLWithPath: "\(blocked.location)/jobs.sqlite"))
        #expect(throws: JobStoreError.self) { _ = try blocked.open() }
    }
}
