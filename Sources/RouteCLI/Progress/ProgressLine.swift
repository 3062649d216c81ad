// Formats the line of a progress display.

/// The progress of some work, and its line of text.
struct ProgressLine: Hashable {
    /// This phase's number, from 1, and how many phases there are; `nil` if there is only one.
    var step: (number: Int, count: Int)?
    var title: String
    /// The finished share of the phase, 0 … 1; `nil` if unknown.
    var fraction: Double?
    /// The number of processed items.
    var count: Int
    var unit: String
    var ratePerSecond: Double
    /// The estimated remaining seconds in this phase, if the estimate is reliable.
    var remainingSeconds: Double?
    var elapsedSeconds: Double

    private static let barCells = 24

    /// Formats a line for a terminal with `columns` columns; a narrow terminal gets a shorter bar.
    /// If the share is unknown, the line shows the elapsed time.
    func line(columns: Int) -> String {
        let head = stepText + title
        guard let clamped else {
            return String(
                "\(head)  \(Self.clock(elapsedSeconds))".prefix(max(0, columns - 1))
            ).trimmedAtEnd
        }
        let share = Self.padded("\(Int((clamped * 100).rounded(.down))) %", 5)
        let tail = [rateText, remainingSeconds.map { "\(Self.clock($0)) left" }]
            .compactMap(\.self).joined(separator: "  ")
        let rest = "\(share)  \(tail)"
        let cells = min(Self.barCells, columns - 1 - head.count - rest.count - 5)
        let bar = cells >= 6 ? "  \(Self.bar(clamped, cells: cells))" : ""
        return String("\(head)\(bar) \(rest)".prefix(max(0, columns - 1)))
            .trimmedAtEnd
    }

    /// The line for logs, written at the end of a phase.
    var summary: String {
        let work = count > 0 && !unit.isEmpty ? "\(Self.grouped(count)) \(unit) in " : ""
        return "\(stepText)\(title): \(work)\(Self.clock(elapsedSeconds))"
    }

    private var clamped: Double? { fraction.map { $0.isFinite ? min(max($0, 0), 1) : 0 } }

    private var stepText: String { step.map { "[\($0.number)/\($0.count)] " } ?? "" }

    private var rateText: String? {
        guard ratePerSecond.isFinite, ratePerSecond >= 1, !unit.isEmpty else { return nil }
        return "\(Self.short(ratePerSecond)) \(unit)/s"
    }

    /// Draws a bar in eighths of a cell, so that slow progress is visible.
    static func bar(_ fraction: Double, cells: Int) -> String {
        let eighths = Int((fraction * Double(cells * 8)).rounded(.down))
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let full = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
        return "▕" + full + String(repeating: " ", count: cells - full.count) + "▏"
    }

    /// Writes a number with at most four digits and a suffix.
    static func short(_ number: Double) -> String {
        for (scale, suffix) in [(1e9, " G"), (1e6, " M"), (1e3, " k")] where number >= scale {
            let tenths = Int((number / scale * 10).rounded())
            return tenths % 10 == 0
                ? "\(tenths / 10)\(suffix)" : "\(tenths / 10).\(tenths % 10)\(suffix)"
        }
        return "\(Int(number.rounded()))"
    }

    /// Writes seconds as `0:07` or `1:02:03`; below ten seconds with a tenth.
    static func clock(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 1e9 else { return "?" }
        if seconds < 9.95 {
            let tenths = Int((max(0, seconds) * 10).rounded())
            return "\(tenths / 10).\(tenths % 10) s"
        }
        let total = Int(seconds.rounded())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let minutes = "\(total / 60 % 60)"
        return total < 3_600
            ? "\(minutes):\(two(total % 60))"
            : "\(total / 3_600):\(two(total / 60 % 60)):\(two(total % 60))"
    }

    static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    static func == (a: ProgressLine, b: ProgressLine) -> Bool {
        a.summary == b.summary && a.line(columns: 200) == b.line(columns: 200)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(summary) }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
