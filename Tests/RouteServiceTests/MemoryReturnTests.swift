// Memory that goes back after large requests.

import NIOCore
import Testing

@testable import RouteService

@Suite struct MemoryReturnTests {
    @Test func `memory is returned once for the large requests of a while`() async throws {
        let memory = MemoryReturn(delay: .milliseconds(50))
        memory.requestEnded(bytes: MemoryReturn.leastBytes - 1)
        try await Task.sleep(for: .milliseconds(200))
        #expect(memory.returns == 0)
        for _ in 0..<20 { memory.requestEnded(bytes: MemoryReturn.leastBytes) }
        for _ in 0..<500 where memory.returns == 0 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(memory.returns == 1)
        let gate = FetchGate(memory: memory)
        let lease = try gate.enter(for: .anonymous(network: "192.0.2.1"))
        try lease.take(MemoryReturn.leastBytes)
        lease.end()
        for _ in 0..<500 where memory.returns == 1 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(memory.returns == 2)
    }
}
