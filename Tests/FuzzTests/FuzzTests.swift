// Tests the fuzzer: its inputs are reproducible, and its corpora contain no findings.

import Foundation
import Testing

@testable import Fuzz

@Suite struct FuzzTests {
    private static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Fuzz/Corpus").path

    private static func bench() throws -> FuzzBench {
        let scratch = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-fuzz-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: scratch, withIntermediateDirectories: true)
        return FuzzBench(corpus: corpus, scratch: scratch)
    }

    private func drawn(seed: UInt64, _ corpus: [[UInt8]], trees: Bool) -> [[UInt8]] {
        var mutator = Mutator(seed: seed, corpus: corpus, words: ["{"], readsTrees: trees)
        return (0..<500).map { run in
            let input = mutator.next()
            if run % 7 == 0 { mutator.keep(input) }
            return input
        }
    }

    @Test func `a seed draws the same inputs again, and another one others`() throws {
        let corpus = try Self.bench().entries(of: "json")
        let first = drawn(seed: 3, corpus, trees: true)
        #expect(drawn(seed: 3, corpus, trees: true) == first)
        #expect(drawn(seed: 4, corpus, trees: true) != first)
        #expect(Set(first).count > 400, "inputs differ among themselves")
        #expect(first.allSatisfy { $0.count <= 1 << 20 })
    }

    @Test func `nothing is drawn that the generator cannot bear`() {
        for corpus in [[[]], [[UInt8(ascii: "[")]]] as [[[UInt8]]] {
            #expect(drawn(seed: 1, corpus, trees: true).count == 500)
        }
    }

    /// Targets that wait for tasks need a thread without test tasks.
    private static let waiting = ["hosts", "client", "request"]

    @Test(arguments: FuzzTarget.all.map(\.name).filter { !waiting.contains($0) })
    func `the entries of a corpus are read, or refused in order`(name: String) throws {
        let bench = try Self.bench()
        defer {
            #expect(throws: Never.self) {
                try FileManager.default.removeItem(atPath: bench.scratch)
            }
        }
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let entries = try bench.entries(of: name) + target.entries(bench)
        let read = try target.start(bench)
        var taken = 0
        for entry in entries where try read(entry) { taken += 1 }
        #expect(2 * taken >= entries.count, "most of what inputs are drawn from is sound")
        for entry in entries { #expect(entry.count <= 64 << 10) }
    }

    @Test func `the length of a body is counted anew, and the token put in`() {
        let request = WrittenRequest(
            Array("POST /a HTTP/1.1\ncontent-length: 7\n\ntoken=TOKEN".utf8), token: [65, 66])
        #expect(
            String(decoding: request.bytes, as: UTF8.self)
                == "POST /a HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 8\r\n\r\ntoken=AB")
        #expect(request.isWhole)
        let raw = WrittenRequest(Array("RAW\nGET / HTTP/1.1\n\nx".utf8))
        #expect(String(decoding: raw.bytes, as: UTF8.self) == "GET / HTTP/1.1\r\n\r\nx")
        #expect(!raw.isWhole)
    }
}
