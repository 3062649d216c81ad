// Tests work on several threads: order, bounds and errors.

import Synchronization
import Testing

@testable import Batches

@Suite struct OrderedWorkTests {
    private struct Refused: Error, Equatable {
        var part: Int
    }

    /// Counts the parts under way.
    private final class Running: Sendable {
        private let counts = Mutex((now: 0, most: 0))

        func begin() {
            counts.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
        }

        func end() { counts.withLock { $0.now -= 1 } }

        var most: Int { counts.withLock { $0.most } }
    }

    /// Yields, so parts end in another order than they began.
    private static func pause(_ part: Int) async {
        for _ in 0..<(part * 7 % 11) { await Task.yield() }
    }

    @Test(arguments: [1, 2, 3])
    func `results come in the order of the parts`(threads: Int) async throws {
        var next = 0
        var used: [Int] = []
        try await OrderedWork(threads: threads).run { () -> Int? in
            next += 1
            return next <= 200 ? next : nil
        } doing: { part -> Int in
            await Self.pause(part)
            return part * part
        } use: { square in
            used.append(square)
        }
        #expect(used == (1...200).map { $0 * $0 })
    }

    @Test func `no more parts are under way than there are threads`() async throws {
        let running = Running()
        var next = 0
        try await OrderedWork(threads: 2).run { () -> Int? in
            next += 1
            return next <= 60 ? next : nil
        } doing: { part -> Int in
            running.begin()
            await Self.pause(part)
            running.end()
            return part
        } use: { _ in
        }
        #expect(running.most <= 2)
    }

    @Test func `parts wait while too many results are held`() async throws {
        var begun = 0
        var used = 0
        var most = 0
        try await OrderedWork(threads: 2, window: 3).run { () -> Int? in
            guard begun < 100 else { return nil }
            begun += 1
            most = max(most, begun - used)
            return begun
        } doing: { part -> Int in
            // Every tenth part takes far longer than the others.
            for _ in 0..<(part % 10 == 0 ? 400 : 1) { await Task.yield() }
            return part
        } use: { _ in
            used += 1
        }
        #expect(used == 100 && most <= 6)
    }

    @Test func `an error of a part ends the work after the parts before it`() async throws {
        var next = 0
        var used: [Int] = []
        await #expect(throws: Refused(part: 5)) {
            try await OrderedWork(threads: 1).run { () -> Int? in
                next += 1
                return next <= 20 ? next : nil
            } doing: { part -> Int in
                if part == 5 { throw Refused(part: part) }
                return part
            } use: {
                used.append($0)
            }
        }
        #expect(used == [1, 2, 3, 4])
    }

    @Test func `an error of the next part or of the use of a result ends the work`() async {
        await #expect(throws: Refused(part: 0)) {
            try await OrderedWork(threads: 2).run { () -> Int? in
                throw Refused(part: 0)
            } doing: { part -> Int in
                part
            } use: { _ in
            }
        }
        await #expect(throws: Refused(part: 3)) {
            var next = 0
            try await OrderedWork(threads: 2).run { () -> Int? in
                next += 1
                return next
            } doing: { part -> Int in
                part
            } use: {
                if $0 == 3 { throw Refused(part: 3) }
            }
        }
    }

    @Test func `work without parts ends`() async throws {
        try await OrderedWork(threads: 2).run { () -> Int? in
            nil
        } doing: { part -> Int in
            part
        } use: { _ in
            Issue.record("there is no result")
        }
    }
}
