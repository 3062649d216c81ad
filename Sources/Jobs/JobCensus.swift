// How many jobs a store has, for those who watch it.

/// The jobs of a store at one moment, without the removed ones.
package struct JobCensus: Hashable, Sendable {
    /// How many jobs there are in a state, and for how long the oldest of them has been there.
    package struct Group: Hashable, Sendable {
        package var count = 0
        /// The seconds since the oldest of them was submitted; 0 if they have ended or if there are
        /// none.
        package var oldestSeconds = 0.0
    }

    /// The jobs of each state that some job is in.
    package private(set) var groups: [JobState: Group] = [:]

    package init() {}

    /// Adds the jobs of a state, as a store counts them.
    ///
    /// - Parameter ageMilliseconds: The time since the oldest was submitted.
    mutating func add(_ state: JobState, count: Int, ageMilliseconds: Int64) {
        groups[state] = Group(
            count: count,
            oldestSeconds: state.isTerminal ? 0 : max(0, Double(ageMilliseconds) / 1_000))
    }

    /// Returns all jobs in states of a kind, with the age of the oldest.
    package func group(where isCounted: (JobState) -> Bool) -> Group {
        groups.filter { isCounted($0.key) }.values.reduce(into: Group()) { all, group in
            all.count += group.count
            all.oldestSeconds = max(all.oldestSeconds, group.oldestSeconds)
        }
    }
}

extension JobState {
    /// The states that are counted, in the order in which a job reaches them.
    package static let counted = allCases.filter { $0 != .deleted }
}

extension JobStore {
    /// Counts the jobs that wait and run.
    package func load() throws(JobStoreError) -> JobLoad {
        let census = try census()
        return JobLoad(
            waiting: census.group(where: \.isPending).count,
            running: census.group(where: \.isHeld).count)
    }
}
