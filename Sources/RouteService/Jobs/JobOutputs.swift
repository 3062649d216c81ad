// A job's results, written piece by piece.

import Geoprocessing
import Jobs
import RouteAPI
import Synchronization

/// Writes a task's outputs as a job's results, each the JSON of a value.
struct JobOutputs {
    private let control: JobControl
    private let names: [String]
    private var mergers: [String: OutputMerger] = [:]
    private var drafts: [String: any JobResultDraft] = [:]

    /// The media type of results.
    static let contentType = "application/json"

    init(of task: GPTask, _ control: JobControl) {
        self.control = control
        names = task.outputs.map(\.name)
    }

    /// Adds a part of the outputs.
    ///
    /// - Parameter rows: Rows passed on earlier, which the part lacks.
    mutating func add(_ part: AnswerPart, _ rows: JobRows? = nil) throws {
        let passed = rows?.passed
        for output in part.outputs {
            var output = output
            if let passed {
                if output.name == passed.name {
                    drafts[passed.name] = passed.draft
                    mergers[passed.name] = passed.merger
                    continue
                }
                if output.isUsage { output.count += passed.count }
            }
            var merger = mergers[output.name] ?? OutputMerger()
            try append(merger.add(output), to: output.name)
            mergers[output.name] = merger
        }
    }

    private mutating func append(_ bytes: [UInt8], to name: String) throws {
        let draft =
            try drafts[name] ?? control.makeDraft(named: name, contentType: Self.contentType)
        drafts[name] = draft
        if !bytes.isEmpty { try draft.append(bytes) }
    }

    /// Completes the results, in the order in which the task declares its outputs.
    mutating func end() throws -> [any JobResultDraft] {
        try names.map { name in
            try append((mergers[name] ?? OutputMerger()).end(), to: name)
            guard let draft = drafts[name] else {
                preconditionFailure("a result that was appended to has a draft")
            }
            return draft
        }
    }
}

/// Receives rows while others are still being found, and writes them as a result.
final class JobRows: AnswerRowReceiver {
    /// The rows received so far.
    struct Passed {
        var name: String
        var draft: any JobResultDraft
        var merger = OutputMerger()
        var count = 0
    }

    private struct State {
        var known = AnalysisResult()
        var passed: Passed?
        var whole: [AnswerRows] = []
        var failure: JobStoreError?
    }

    private let task: GPTask
    private let asked: GPRequest
    private let control: JobControl
    private let state = Mutex(State())

    init(_ task: GPTask, _ asked: GPRequest, _ control: JobControl) {
        self.task = task
        self.asked = asked
        self.control = control
    }

    /// The rows being written; `nil` if none were received.
    var passed: Passed? { state.withLock { $0.passed } }

    /// Rows that are not a table's features. They form a single text and are not written in pieces.
    var whole: [AnswerRows] { state.withLock { $0.whole } }

    /// The store's failure that ended the work.
    var failure: JobStoreError? { state.withLock { $0.failure } }

    func begin(_ known: AnalysisResult) throws(RouteRequestError) {
        state.withLock { $0.known = known }
    }

    func receive(_ rows: AnswerRows) throws(RouteRequestError) {
        guard case .features(let table) = rows else {
            state.withLock { $0.whole.append(rows) }
            return
        }
        let known = state.withLock { $0.known }
        guard let output = task.output(of: table, known: known, for: asked) else { return }
        do throws(JobStoreError) {
            try write(OutputPart(output))
        } catch {
            state.withLock { $0.failure = error }
            throw RouteRequestError(
                .cancelled, code: 500, message: RouteRequestError.stoppedMessage,
                details: ["The rows could not be stored."])
        }
    }

    private func write(_ part: OutputPart) throws(JobStoreError) {
        var passed: Passed
        if let known = self.passed {
            passed = known
        } else {
            passed = Passed(
                name: part.name,
                draft: try control.makeDraft(
                    named: part.name, contentType: JobOutputs.contentType))
        }
        try passed.draft.append(passed.merger.add(part))
        passed.count += part.count
        state.withLock { [passed] in $0.passed = passed }
    }
}
