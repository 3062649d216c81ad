// Compares the cache with a plain list.

import DataStructures
import Testing

@Suite struct BoundedCacheTests {
    /// A cache as a list, with the last used value at the end.
    private struct Plain {
        var rows: [(key: Int, value: Int, size: Int, isPinned: Bool)] = []
        let budget: Int

        mutating func find(_ key: Int) -> Int? {
            guard let place = rows.firstIndex(where: { $0.key == key }) else { return nil }
            rows.append(rows.remove(at: place))
            return rows.last?.value
        }

        mutating func keep(_ value: Int, _ key: Int, _ size: Int, _ isPinned: Bool) {
            rows.removeAll { $0.key == key }
            rows.append((key, value, size, isPinned))
            evict(keeping: key)
        }

        mutating func evict(keeping key: Int?, leaving room: Int = 0) {
            while rows.filter({ !$0.isPinned }).reduce(room, { $0 + $1.size }) > budget,
                let oldest = rows.firstIndex(where: { $0.key != key && !$0.isPinned })
            {
                rows.remove(at: oldest)
            }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `a cache drops what a list drops`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        var plain = Plain(budget: Int.random(in: 1...40, using: &generator))
        var cache = BoundedCache<Int, Int>(budget: plain.budget)
        for step in 0..<600 {
            let key = Int.random(in: 0...15, using: &generator)
            switch Int.random(in: 0..<11, using: &generator) {
            case 0..<5: #expect(cache.find(key) == plain.find(key))
            case 5..<8:
                let size = Int.random(in: 0...12, using: &generator)
                let isPinned = generator.chance(0.1)
                cache.keep(step, for: key, size: size, isPinned: isPinned)
                plain.keep(step, key, size, isPinned)
            case 8:
                cache.remove(key)
                plain.rows.removeAll { $0.key == key }
            case 9:
                cache.makeRoom { $0 < key }
                let coming = plain.rows.filter { $0.isPinned && $0.key < key }
                plain.evict(keeping: nil, leaving: coming.reduce(0) { $0 + $1.size })
            default:
                let size = Int.random(in: 0...20, using: &generator)
                cache.change(key) { $1 = size }
                if let place = plain.rows.firstIndex(where: { $0.key == key }) {
                    plain.rows[place].size = size
                    plain.evict(keeping: key)
                }
            }
            #expect(cache.all.map(\.key) == plain.rows.map(\.key), "seed \(seed) step \(step)")
            let pinned = plain.rows.filter(\.isPinned).reduce(0) { $0 + $1.size }
            #expect(cache.pinnedSize == pinned)
            #expect(cache.size == plain.rows.reduce(0) { $0 + $1.size } - pinned)
        }
    }

    @Test func `what is not wanted is a miss and no use`() {
        var cache = BoundedCache<String, Int>(budget: 2)
        cache.keep(1, for: "a")
        cache.keep(2, for: "b")
        #expect(cache.find("a", where: { $0 == 7 }) == nil)
        cache.keep(3, for: "c")
        #expect(cache.all.map(\.key) == ["b", "c"])
        #expect((cache.counts.hits, cache.counts.misses, cache.counts.evictions) == (0, 1, 1))
        cache["b"] = nil
        cache["d"] = 4
        #expect(cache.all.map(\.value) == [3, 4])
    }

    @Test func `new values do not evict what is worth more`() {
        var cache = BoundedCache<Int, Int>(budget: 16)
        for key in 0..<4 { cache.keep(9, for: key, worth: { $0 }) }
        for key in 100..<1_000 { cache.keep(0, for: key, worth: { $0 }) }
        #expect((0..<4).allSatisfy { cache.peek($0) == 9 })
        #expect(cache.count <= 16)
    }
}
