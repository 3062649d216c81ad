// How far a job has come.

/// How far a job's work is.
package struct JobProgress: Hashable, Sendable {
    /// The stage's name.
    package var title: String
    /// The number of finished items.
    package var done: Int
    /// The total number of items, or 0 if it is unknown.
    package var count: Int
    /// What an item is, such as `routes`.
    package var unit: String

    package init(_ title: String, done: Int, of count: Int, unit: String) {
        self.title = title
        self.done = done
        self.count = count
        self.unit = unit
    }

    /// The finished share in whole percent, 0 to 100; `nil` if the total is unknown.
    package var percent: Int? {
        guard count > 0 else { return nil }
        return Int((100 * Double(min(max(done, 0), count)) / Double(count)).rounded(.down))
    }
}

extension JobProgress {
    /// Counts the parts other workers have stored, if the job is divided.
    func counting(_ parts: Int, of division: JobDivision?) -> JobProgress {
        guard let division, count == division.count else { return self }
        var progress = self
        progress.done = max(done, parts)
        return progress
    }
}

/// How a job is divided so that several workers can share it.
package struct JobDivision: Hashable, Sendable {
    /// The number of parts.
    package var count: Int
    /// Identifies how the parts were made, in a form that workers understand. A worker does parts
    /// only if it would divide the job the same way.
    package var origin: String

    package init(count: Int, origin: String) {
        self.count = count
        self.origin = origin
    }
}
