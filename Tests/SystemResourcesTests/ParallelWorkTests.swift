// Tests work divided among threads, or done on one.

import Foundation
import Synchronization
import SystemResources
import Testing

@Suite struct ParallelWorkTests {
    @Test(arguments: [0, 1, 7, 100]) func `every number is worked on once`(count: Int) {
        for threads in [1, 4] {
            let seen = Mutex<[Int]>([])
            ParallelWork.$maximumThreads.withValue(threads) {
                ParallelWork.perform(iterations: count) { number in
                    seen.withLock { $0.append(number) }
                }
            }
            #expect(seen.withLock { $0.sorted() } == Array(0..<count))
        }
    }

    @Test func `with one thread, it is the calling one, and the order that of the numbers`() {
        let seen = Mutex<[Int]>([])
        let caller = pthread_self()
        ParallelWork.$maximumThreads.withValue(1) {
            ParallelWork.perform(iterations: 50) { number in
                if pthread_equal(pthread_self(), caller) != 0 {
                    seen.withLock { $0.append(number) }
                }
            }
        }
        #expect(seen.withLock { $0 } == Array(0..<50))
    }

    @Test(arguments: [0, 1, 7, 300]) func `threads of a low priority share the numbers`(count: Int)
    {
        let seen = Mutex<[Int]>([])
        let priorities = Mutex<Set<Int32>>([])
        let caller = pthread_self()
        ParallelWork.$niceness.withValue(10) {
            ParallelWork.perform(iterations: count) { number in
                seen.withLock { $0.append(number) }
                guard pthread_equal(pthread_self(), caller) == 0 else { return }
                let found = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
                priorities.withLock { _ = $0.insert(found) }
            }
        }
        #expect(seen.withLock { $0.sorted() } == Array(0..<count))
        #expect(priorities.withLock { $0.allSatisfy { $0 >= 10 } })
    }

    @Test func `a thread of a lower priority keeps it, and another takes the asked one`() async {
        let (first, found) = await withCheckedContinuation { end in
            Thread {
                let process = __priority_which_t(PRIO_PROCESS.rawValue)
                let first = getpriority(process, 0)
                let found = [2, 1, 0, 3].map { (more: Int32) in
                    ParallelWork.lowerPriority(to: first + more)
                    return getpriority(process, 0)
                }
                end.resume(returning: (first, found))
            }.start()
        }
        // 19 is the lowest priority that there is.
        #expect(found == [2, 2, 2, 3].map { min(first + $0, 19) })
    }
}
