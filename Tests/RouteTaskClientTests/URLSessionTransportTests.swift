// Tests the default transport over sockets.

import Foundation
import RouteTaskClient
import Testing

@Suite struct URLSessionTransportTests {
    /// A call that is refused at once: nothing listens on this port.
    private let refused = URL(string: "http://127.0.0.1:1/").map { HTTPCall(url: $0) }

    @Test func `calls that are cancelled as they fail all end`() async throws {
        let call = try #require(refused)
        let transport = URLSessionTransport()
        for round in 1...20 {
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        do { _ = try await transport.send(call) } catch { return true }
                        return false
                    }
                }
                try? await Task.sleep(for: .microseconds(100 * round))
                group.cancelAll()
                for await hasFailed in group { #expect(hasFailed) }
            }
        }
    }

    @Test func `a task that is cancelled already sends nothing`() async throws {
        let call = try #require(refused)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await URLSessionTransport().send(call)
        }
        task.cancel()
        let error = await #expect(throws: URLError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }
}
