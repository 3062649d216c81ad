// Tests returning memory to the system after large requests.

import AccessControl
import NIOCore
@testable import ServiceTransport
import Testing

@Suite struct MemoryTrimmerTests {
    @Test func `memory is returned once for the large requests of a while`() async throws {
        let memory = MemoryTrimmer(delay: .milliseconds(50))
        memory.requestEnded(bytes: MemoryTrimmer.leastBytes - 1)
        try await Task.sleep(for: .milliseconds(200))
        #expect(memory.trimCount == 0)
        for _ in 0..<20 { memory.requestEnded(bytes: MemoryTrimmer.leastBytes) }
        for _ in 0..<500 where memory.trimCount == 0 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(memory.trimCount == 1)
        let gate = FetchGate(memory: memory)
        let lease = try gate.enter(for: .anonymous(network: "192.0.2.1"))
        try lease.take(MemoryTrimmer.leastBytes)
        lease.end()
        for _ in 0..<500 where memory.trimCount == 1 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(memory.trimCount == 2)
    }
    /// Frees blocks between blocks in use, whose pages the C library keeps.
    @Test func `free memory is returned when it has become much`() async throws {
        let memory = MemoryTrimmer(delay: .milliseconds(50))
        let blocks = (0..<4_096).map { _ in
            let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
            block.initializeMemory(as: UInt8.self, repeating: 1)
            return block
        }
        defer {
            for (index, block) in blocks.enumerated() where index % 2 == 0 { block.deallocate() }
        }
        for (index, block) in blocks.enumerated() where index % 2 == 1 { block.deallocate() }
        #if canImport(Glibc)
        #expect(MemoryTrimmer.freeBytes() > MemoryTrimmer.mostFreeBytes)
        memory.trimExcess()
        for _ in 0..<500 where memory.trimCount == 0 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(memory.trimCount == 1)
        #endif
    }
}
