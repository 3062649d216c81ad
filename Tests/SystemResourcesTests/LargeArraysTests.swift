// Tests copies of arrays larger and smaller than large pages.

import SystemResources
import Testing

struct LargeArraysTests {
    @Test(arguments: [0, 1, 1_000, 16 << 20, (16 << 20) + 3])
    func `a copy holds what the array holds, in memory of its own`(count: Int) {
        let array = UnsafeMutablePointer<UInt32>.allocateLarge(count)
        defer { array.deallocate() }
        for index in 0..<count { array[index] = UInt32(truncatingIfNeeded: index &* 2_654_435_761) }
        let copy = UnsafeMutablePointer.largeCopy(of: array, count)
        defer { copy.deallocate() }
        for index in stride(from: 0, to: count, by: 7) { array[index] = 0 }
        let differs = (0..<count).first { index in
            copy[index] != UInt32(truncatingIfNeeded: index &* 2_654_435_761)
        }
        #expect(differs == nil)
    }
}
