// A protected network keeps its content while programs write into its file.

import Foundation
import SystemResources
import Testing

@testable import RoadNetwork

@Suite struct DatasetProtectionTests {
    /// The file of a network being served.
    private struct Stored {
        let folder: TemporaryFolder
        let bytes: [UInt8]
        var path: String { folder.path + "/" + NetworkDataset.fileName }

        init(seed: UInt64) throws {
            folder = try TemporaryFolder()
            bytes = try SampleContents.bytes(seed: seed)
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
        }

        /// Opens the file for writing without waiting; `nil` if a writer must wait.
        func openForWriting() -> Int32? {
            let descriptor = Foundation.open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            return descriptor >= 0 ? descriptor : nil
        }

        /// Overwrites the whole file, and cuts it to half.
        func ruin(_ descriptor: Int32) {
            let nonsense = [UInt8](repeating: 0xa5, count: bytes.count)
            #expect(pwrite(descriptor, nonsense, nonsense.count, 0) == nonsense.count)
            #expect(ftruncate(descriptor, off_t(bytes.count / 2)) == 0)
            close(descriptor)
        }
    }

    /// Whether the system supports leases here; some file systems do not.
    private func hasLeases(_ stored: Stored) -> Bool {
        let descriptor = open(stored.path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        return FileLease(on: descriptor) != nil
    }

    @Test func `a writer waits until the bytes are copied, and readers notice nothing`() throws {
        let stored = try Stored(seed: 21)
        let file = try DatasetFile(path: stored.path, protection: .held)
        let address = file.bytes.baseAddress
        #expect(!file.admitWriters(), "no program waits")
        if hasLeases(stored) {
            #expect(stored.openForWriting() == nil, "the writer waits")
            #expect(file.admitWriters())
        }
        let writer = try #require(stored.openForWriting())
        stored.ruin(writer)
        #expect(file.bytes.elementsEqual(stored.bytes))
        #expect(file.bytes.baseAddress == address)
        #expect(!file.hasChanged)
        #expect(!file.admitWriters(), "no program waits any more")
        file.releasePages()
        #expect(file.bytes.elementsEqual(stored.bytes))
    }

    @Test func `a network answers as before after its file was cut short`() throws {
        let stored = try Stored(seed: 22)
        let network = try NetworkDataset(path: stored.folder.path, protection: .held)
        if let writer = stored.openForWriting() {
            stored.ruin(writer)
        } else {
            #expect(network.admitWriters())
            stored.ruin(try #require(stored.openForWriting()))
        }
        #expect(!network.hasChanged)
        #expect(network.damagedSections() == [])
        #expect(throws: DatasetError.self) {
            try NetworkDataset(path: stored.folder.path, protection: .held)
        }
    }

    @Test func `a file that is open for writing is copied at once`() throws {
        let stored = try Stored(seed: 23)
        let writer = try #require(stored.openForWriting())
        let file = try DatasetFile(path: stored.path, protection: .held)
        stored.ruin(writer)
        #expect(file.bytes.elementsEqual(stored.bytes))
        #expect(!file.hasChanged)
        #expect(!file.admitWriters())
    }

    @Test func `a copy has the version of the file that it was made of`() throws {
        let stored = try Stored(seed: 24)
        for protection in [DatasetProtection.none, .held, .copied] {
            let file = try DatasetFile(path: stored.path, protection: protection)
            #expect(file.bytes.elementsEqual(stored.bytes))
            #expect(file.identity == FileIdentity(path: stored.path))
        }
    }

    @Test func `without protection, what is written is seen`() throws {
        let stored = try Stored(seed: 25)
        let file = try DatasetFile(path: stored.path)
        let writer = try #require(stored.openForWriting())
        #expect(pwrite(writer, [0xa5 as UInt8], 1, 0) == 1)
        close(writer)
        #expect(file.hasChanged)
        #expect(!file.admitWriters())
    }

    @Test func `a new file in its place is another version, a new name is none of its content`()
        throws
    {
        let stored = try Stored(seed: 26)
        let network = try NetworkDataset(path: stored.folder.path, protection: .held)
        try Data(stored.bytes).write(to: URL(filePath: stored.path), options: .atomic)
        #expect(network.fileIdentity != FileIdentity(path: stored.path))
        #expect(!network.hasChanged)
        #expect(NetworkDataset.file(at: stored.folder.path) == stored.path)
        #expect(NetworkDataset.file(at: stored.path) == stored.path)
    }

    @Test func `a file that is cut short while it is mapped ends the process with its name`()
        async throws
    {
        let stored = try Stored(seed: 25)
        let path = stored.path
        let ended = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { [path = path as String] in
            MappedFileGuard.install()
            let file = try DatasetFile(path: path)
            let writer = open(path, O_WRONLY)
            guard writer >= 0, ftruncate(writer, 0) == 0 else { exit(EXIT_SUCCESS) }
            let sum = file.bytes.reduce(0) { $0 &+ $1 }
            print("read after all: \(sum)")
            exit(EXIT_SUCCESS)
        }
        let text = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("\(path) was cut short while it was in use"), "\(text)")
    }
}
