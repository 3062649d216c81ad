// Tests the state machine of jobs: whatever happens, a job ends once.

import DataStructures
import Jobs
import Testing

@Suite struct JobStateTests {
    @Test(arguments: UInt64(0)..<500)
    func `a job ends once, whatever happens to it`(seed: UInt64) {
        var random = SeededGenerator(seed)
        var state = JobState.submitted
        var ends = 0
        var trace = [state]
        for _ in 0..<60 {
            let event = JobEvent.all[Int.random(in: JobEvent.all.indices, using: &random)]
            guard let next = state.after(event) else { continue }
            #expect(!state.isTerminal || next == .deleted, "seed \(seed): \(trace) \(event)")
            if next.isTerminal && !state.isTerminal { ends += 1 }
            state = next
            trace.append(state)
        }
        #expect(ends <= 1, "seed \(seed): \(trace)")
        #expect(trace.count == 1 || ends == (state.isTerminal ? 1 : 0), "seed \(seed): \(trace)")
    }

    @Test func `every state can end`() {
        for state in JobState.allCases where !state.isTerminal {
            var reached: Set<JobState> = [state]
            while true {
                let next = reached.union(
                    reached.flatMap { state in JobEvent.all.compactMap { state.after($0) } })
                if next == reached { break }
                reached = next
            }
            #expect(reached.contains(.cancelled), "\(state)")
            #expect(reached.contains(.deleted), "\(state)")
        }
    }

    @Test func `only a deletion changes an ended job`() {
        for state in JobState.allCases where state.isTerminal {
            for event in JobEvent.all {
                let next = state.after(event)
                #expect(
                    next == (event == .deleteRequested && state != .deleted ? .deleted : nil),
                    "\(state) \(event)")
            }
        }
    }

    @Test func `a request to cancel stops at once what has not begun and later what has`() {
        #expect(JobState.submitted.after(.cancelRequested) == .cancelled)
        #expect(JobState.waiting.after(.cancelRequested) == .cancelled)
        #expect(JobState.executing.after(.cancelRequested) == .cancelling)
        #expect(JobState.cancelling.after(.cancelRequested) == nil)
        #expect(JobState.cancelling.after(.ended(.cancelled)) == .cancelled)
    }

    @Test func `work that was done before it was stopped is a success`() {
        #expect(JobState.cancelling.after(.ended(.succeeded)) == .succeeded)
    }

    @Test func `a request to cancel outlives the worker`() {
        for event in [JobEvent.leaseLost, .released, .givenUp] {
            #expect(JobState.cancelling.after(event) == .cancelled)
        }
        #expect(JobState.executing.after(.leaseLost) == .waiting)
        #expect(JobState.executing.after(.givenUp) == .failed)
    }

    @Test func `a worker does not cancel by itself`() {
        #expect(JobState.executing.after(.ended(.cancelled)) == nil)
    }

    @Test func `a job is not taken twice`() {
        for state in JobState.allCases where !state.isPending {
            #expect(state.after(.taken) == nil, "\(state)")
        }
    }

    @Test func `the words are those of ArcGIS`() {
        #expect(
            JobState.allCases.map(\.esriWord) == [
                "esriJobSubmitted", "esriJobWaiting", "esriJobExecuting", "esriJobCancelling",
                "esriJobSucceeded", "esriJobFailed", "esriJobCancelled", "esriJobTimedOut",
                "esriJobDeleted",
            ])
    }

    @Test func `an id is read as it is written, in any case`() throws {
        let id = JobID.random()
        #expect(JobID(id.text) == id)
        #expect(JobID(id.text.uppercased()) == id)
        #expect(JobID.random() != id)
    }

    @Test(arguments: [
        "", "j", "j123", "x0123456789abcdef0123456789abcdef", "j0123456789abcdef0123456789abcdeg",
        "j0123456789abcdef0123456789abcdef0", "../../etc/passwd",
        "j0123456789abcdef0123456789abc/e",
    ])
    func `other texts are no ids`(text: String) {
        #expect(JobID(text) == nil)
    }

    @Test func `progress is a share in whole percent`() {
        #expect(JobProgress("Routes", done: 0, of: 3, unit: "routes").percent == 0)
        #expect(JobProgress("Routes", done: 2, of: 3, unit: "routes").percent == 66)
        #expect(JobProgress("Routes", done: 9, of: 3, unit: "routes").percent == 100)
        #expect(JobProgress("Reading", done: 5, of: 0, unit: "rows").percent == nil)
    }
}
