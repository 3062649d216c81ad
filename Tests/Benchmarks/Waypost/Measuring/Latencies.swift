// Times for measured work, and the JSON line that reports them.

import Foundation

/// How long many requests took.
struct Latencies {
    /// Each answered request's time, in milliseconds.
    private(set) var milliseconds: [Double] = []
    /// Requests without an answer; their times are left out.
    private(set) var failed = 0
    /// All written answers' size in bytes.
    private(set) var answerBytes = 0

    mutating func add(_ value: Double, bytes: Int = 0) {
        milliseconds.append(value)
        answerBytes += bytes
    }

    mutating func addFailure() { failed += 1 }

    /// The value below which a share of the requests lie, interpolated between neighbors.
    func percentile(_ share: Double) -> Double {
        let ordered = milliseconds.sorted()
        guard let last = ordered.last else { return .nan }
        let place = share * Double(ordered.count - 1)
        let low = Int(place)
        guard low + 1 < ordered.count else { return last }
        return ordered[low] + (ordered[low + 1] - ordered[low]) * (place - Double(low))
    }

    /// The slowest answered request, counted from 0, and its time.
    var slowest: (number: Int, milliseconds: Double)? {
        milliseconds.enumerated().max { $0.element < $1.element }.map { ($0.offset, $0.element) }
    }

    var mean: Double {
        milliseconds.isEmpty ? .nan : milliseconds.reduce(0, +) / Double(milliseconds.count)
    }
}

extension Latencies {
    /// Times requests by number, each in several passes whose median counts.
    ///
    /// - Parameter answer: Answers a request, and returns its time and the answer's bytes; `nil` if
    ///   it has no answer.
    static func of(
        _ name: String, count: Int, passes: Int,
        _ answer: (_ index: Int, _ pass: Int) throws -> (milliseconds: Double, bytes: Int?)
    ) rethrows -> Latencies {
        var latencies = Latencies()
        var note = ProgressNote(name, of: count)
        for index in 0..<count {
            var times: [Double] = []
            var bytes: Int?
            for pass in 0..<passes {
                let found = try answer(index, pass)
                times.append(found.milliseconds)
                bytes = found.bytes
            }
            if let bytes {
                latencies.add(Stopwatch.median(times), bytes: bytes)
            } else {
                latencies.addFailure()
            }
            note.update(index + 1)
        }
        note.finish()
        return latencies
    }
}

/// A result line, as scripts/bench reads it.
struct ResultLine: Codable {
    /// The work's name; the same for Waypost and its peers.
    var work: String
    var p50: Double?
    var p95: Double?
    var p99: Double?
    var mean: Double?
    var count: Int?
    var failed: Int?
    /// The mean answer size in bytes.
    var answerBytes: Int?
    /// Further facts by name.
    var facts: [String: Double] = [:]

    init(work: String, facts: [String: Double] = [:]) {
        self.work = work
        self.facts = facts
    }

    init(work: String, _ latencies: Latencies, facts: [String: Double] = [:]) {
        self.init(work: work, facts: facts)
        let count = latencies.milliseconds.count
        self.count = count
        failed = latencies.failed
        guard count > 0 else { return }
        p50 = latencies.percentile(0.5)
        p95 = latencies.percentile(0.95)
        p99 = latencies.percentile(0.99)
        mean = latencies.mean
        if let slowest = latencies.slowest {
            self.facts["slowest"] = Double(slowest.number)
            self.facts["slowestMilliseconds"] = slowest.milliseconds
        }
        if latencies.answerBytes > 0 { answerBytes = latencies.answerBytes / count }
    }

    /// Writes the line to standard output at once, so that an interrupted run keeps it.
    func print() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        var line = try encoder.encode(self)
        line.append(UInt8(ascii: "\n"))
        FileHandle.standardOutput.write(line)
    }
}
