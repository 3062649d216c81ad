// Memory for arrays of many megabytes.

import Glibc

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
    /// Uninitialized memory for `count` elements; freed by `deallocate()`.
    ///
    /// Arrays of 64 MB and more lie in pages of 2 MB where the system has them: the first write to
    /// each page of 4 kB costs some 2 µs in a virtual machine, a second in all for the weights of a
    /// country's arcs, and reads in no order miss fewer translations. Shorter arrays are left to
    /// the allocator, which reuses memory.
    package static func allocateLarge(_ count: Int) -> UnsafeMutablePointer<Pointee> {
        let bytes = count * MemoryLayout<Pointee>.stride
        guard bytes >= 64 << 20 else { return .allocate(capacity: max(count, 1)) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 2 << 20)
        // Advice: where it is refused, pages stay small.
        madvise(memory, bytes, MADV_HUGEPAGE)
        return memory.bindMemory(to: Pointee.self, capacity: count)
    }

    /// A copy of `count` elements in memory of its own; freed by `deallocate()`.
    package static func largeCopy(
        of other: UnsafeMutablePointer<Pointee>, _ count: Int
    ) -> UnsafeMutablePointer<Pointee> {
        let memory = allocateLarge(count)
        memory.initialize(from: other, count: count)
        return memory
    }
}
