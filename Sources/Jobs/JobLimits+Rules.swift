// What the limits mean for every store: which submissions and messages it keeps.

extension JobLimits {
    /// Checks an input's size.
    ///
    /// - Throws: ``JobStoreError/full(_:)`` if it is too large.
    func checkInput(bytes: Int) throws(JobStoreError) {
        guard bytes <= inputBytes else {
            throw .full(.init(what: "bytes of an input", allowed: inputBytes, retrySeconds: nil))
        }
    }

    /// Checks whether one more job may be stored.
    ///
    /// - Parameters:
    ///   - own: The owner's unfinished jobs.
    ///   - all: All unfinished jobs.
    ///   - bytes: The size of all stored jobs, including the new one.
    /// - Throws: ``JobStoreError/full(_:)`` if a limit is reached.
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

    /// Returns the messages to store. If the limit is reached, the last message says so.
    ///
    /// - Parameters:
    ///   - count: How many messages the job already has.
    ///   - isEnd: Whether these are the job's last messages, which are never left out.
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

    /// Cuts a text to the byte limit for messages.
    private func cut(_ text: String) -> String {
        guard text.utf8.count > messageBytes else { return text }
        return String(text.prefix(messageBytes / 4)) + "…"
    }
}

extension JobMessage {
    /// Logged if a job is cancelled before a worker takes it.
    static let cancelledBefore = JobMessage(
        .informative, "The job was cancelled before it began.")

    /// Logged if too many workers died while they did the job.
    static func givenUp(attempts: Int) -> JobMessage {
        JobMessage(
            .error,
            "The workers that did this job ended \(attempts) times before it was done; it is not "
                + "tried again.")
    }
}
