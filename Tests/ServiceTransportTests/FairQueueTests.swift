// Tests turns among waiting callers.

import DataStructures
@testable import ServiceTransport
import Testing

@Suite struct FairQueueTests {
    @Test func `owners take turns and keep their own order`() {
        var queue = FairQueue<String, Int>()
        for (owner, element) in [("a", 1), ("a", 2), ("b", 3), ("a", 4), ("c", 5), ("b", 6)] {
            queue.append(element, of: owner)
        }
        #expect(queue.count == 6)
        #expect(queue.removeAll() == [1, 3, 5, 2, 6, 4])
        #expect(queue.isEmpty)
    }

    @Test func `an element taken out loses its turn alone`() {
        var queue = FairQueue<String, Int>()
        for (owner, element) in [("a", 1), ("b", 2), ("a", 3), ("c", 4)] {
            queue.append(element, of: owner)
        }
        #expect(queue.remove { $0 == 2 } == 2)
        #expect(queue.remove { $0 == 2 } == nil)
        #expect(queue.remove { $0 == 1 } == 1)
        #expect(queue.removeAll() == [3, 4])
    }

    /// Compares with the plain rule: next is the first element of the owner served least recently;
    /// among owners not served yet, the one waiting longest.
    @Test(arguments: UInt64(0)..<50)
    func `no caller waits for two of another`(seed: UInt64) {
        var random = SeededGenerator(seed)
        var queue = FairQueue<Int, Int>()
        var waiting: [(owner: Int, element: Int)] = []
        var turns: [Int] = []
        for element in 0..<200 {
            if Bool.random(using: &random) {
                let owner = Int.random(in: 0..<5, using: &random)
                if !turns.contains(owner) { turns.append(owner) }
                waiting.append((owner, element))
                queue.append(element, of: owner)
            } else {
                var expected: Int?
                if let owner = turns.first {
                    let place = waiting.firstIndex { $0.owner == owner } ?? 0
                    expected = waiting.remove(at: place).element
                    turns.removeFirst()
                    if waiting.contains(where: { $0.owner == owner }) { turns.append(owner) }
                }
                #expect(queue.popFirst() == expected)
            }
            #expect(queue.count == waiting.count)
        }
    }
}
