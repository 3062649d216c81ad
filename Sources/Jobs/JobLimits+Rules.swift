// What the limits mean for every store: which submissions and messages are stored.

extension JobLimits {
    /// Checks the size of an input.
    ///
    /// - Throws: ``JobStoreError/full(_:)``.
    func checkInput(bytes: Int) throws(JobStoreError) {
        guard bytes <= inputBytes else {
            throw .full(.init(what: "bytes of an input", allowed: inputBytes, retrySeconds: nil))
        }
    }

    /// Checks whether another job may be stored.
    ///
    /// - Parameters:
    ///   - own: The unfinished jobs of its owner.
    ///   - all: All unfinished jobs.
    ///   - bytes: The bytes of all stored jobs and of the new one.
    /// - Throws: ``JobStoreError/full(_:)``.
    func admit(own: Int, all: Int, bytes: Int) throws(JobStoreError) {
        guard own < pendingOfOneOwner else {
            throw .full(
                .init(
                    what: "unfinished jobs of one caller", allowed: pendingOfOneOwner,
                    retrySeconds: 10))
        }
        guard all < pending else {
            throw .full(.init(what: "unfinished jobs", allowed: pending, retrySeconds: 30))
        }
        guard bytes <= storedBytes else {
            throw .full(
                .init(what: "bytes of stored jobs", allowed: storedBytes, retrySeconds: 600))
        }
    }

    /// The messages that are stored of some new ones; the last one below the limit says that others
    /// are left out.
    ///
    /// - Parameters:
    ///   - count: The number of messages that the job has.
    ///   - isEnd: Whether they are the last ones of the job, which are never left out.
    func stored(_ new: [JobMessage], after count: Int, isEnd: Bool) -> [JobMessage] {
        var kept: [JobMessage] = []
        for message in new {
            let place = count + kept.count
            guard isEnd || place < messages else { break }
            let isLast = !isEnd && place == messages - 1
            kept.append(
                isLast
                    ? JobMessage(.informative, "Further messages are left out.")
                    : JobMessage(message.kind, cut(message.text)))
        }
        return kept
    }

    /// A text of at most the bytes of a message.
    private func cut(_ text: String) -> String {
        guard text.utf8.count > messageBytes else { return text }
        return String(text.prefix(messageBytes / 4)) + "…"
    }
}

extension JobMessage {
    /// The message of a job that was cancelled before a worker took it.
    static let cancelledBefore = JobMessage(
        .informative, "The job was cancelled before it began.")

    /// The message of a job whose workers ended without a word too often.
    static func givenUp(attempts: Int) -> JobMessage {
        JobMessage(
            .error,
            "The workers that did this job ended \(attempts) times before it was done; it is not "
                + "tried again.")
    }
}
