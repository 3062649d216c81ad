// Gives a target input after input, and reports to standard output, one JSON object a line.

import Foundation
import Geo

/// Gives inputs to a target until time is up.
struct FuzzLoop {
    /// The processor time in seconds allowed for an input, in a checked build, with more for each
    /// megabyte. Time used by other processes does not count.
    private static let mostSeconds = 2.0
    private static let secondsPerMegabyte = 6.0
    /// The number of times a similar finding is written.
    private static let mostAlike = 3

    let target: String
    let seed: UInt64
    let state: StateFile?
    let findings: String?

    private var runs = 0
    private var taken = 0
    private var slowest = 0.0
    private var reports: [String: Int] = [:]

    init(target: String, seed: UInt64, state: StateFile?, findings: String?) {
        self.target = target
        self.seed = seed
        self.state = state
        self.findings = findings
    }

    mutating func run(
        _ read: FuzzTarget.Reading, on mutator: inout Mutator, seconds: Double, most: Int
    ) {
        let start = ContinuousClock.now
        var reportAt = 0.0
        var elapsed = 0.0
        while elapsed < seconds, runs < most {
            let input = mutator.next()
            state?.note(run: runs, input)
            let before = Self.processorSeconds()
            do {
                if try read(input) {
                    taken += 1
                    mutator.keep(input)
                }
            } catch {
                report("wrong", "\(error)", input)
            }
            let used = Self.processorSeconds() - before
            slowest = max(slowest, used)
            if used > Self.mostSeconds + Self.secondsPerMegabyte * Double(input.count) / 1e6 {
                report("slow", "an input of \(input.count) bytes took \(used) s", input)
            }
            runs += 1
            elapsed = (ContinuousClock.now - start) / .seconds(1)
            if elapsed >= reportAt {
                report(after: elapsed)
                reportAt = elapsed + 1
            }
        }
        report(after: elapsed)
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func report(after seconds: Double) {
        let line: JSONValue = [
            "runs": .number(Double(runs)), "taken": .number(Double(taken)),
            "seconds": .number(seconds), "slowest": .number(slowest),
        ]
        Self.write(line)
    }

    /// Writes past all buffers, since a crash loses their contents.
    private static func write(_ line: JSONValue) {
        FileHandle.standardOutput.write(Data((line.text + "\n").utf8))
    }

    private mutating func report(_ kind: String, _ text: String, _ input: [UInt8]) {
        let label = kind + text.prefix(40).filter { !$0.isNumber }
        reports[label, default: 0] += 1
        guard reports[label, default: 0] <= Self.mostAlike else { return }
        var line: JSONValue = ["finding": .string(kind), "text": .string(text)]
        if let findings {
            let path = "\(findings)/\(target)-\(kind)-\(seed)-\(runs)"
            do {
                try Data(input).write(to: URL(fileURLWithPath: path))
                line = ["finding": .string(kind), "text": .string(text), "file": .string(path)]
            } catch {
                line = [
                    "finding": .string(kind), "text": .string("\(text); not written: \(error)"),
                ]
            }
        }
        Self.write(line)
    }
}
