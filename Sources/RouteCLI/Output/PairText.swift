// Pairs as a text table, with the messages below it.

import Batches
import Geo
import RouteAPI

/// Writes pairs as lines of text in columns.
struct PairText {
    let table: PairTable
    let solution: Solution

    private struct TextColumn {
        /// Its position among the table's columns.
        let place: Int
        let heading: String
        /// Whether cells are aligned at the left, as names are, rather than at the right.
        let isName: Bool
        /// The position of the same time in UTC.
        var utc: Int?
        var width: Int
    }

    /// The widest name, in columns of the terminal; longer ones shift their line.
    private static let widestName = 40

    func write(to sink: ByteSink) throws {
        if table.isEmpty {
            // Pairs without a path have a reason.
            let isCut = solution.result.reasons.isEmpty
            try sink.write(isCut ? "No pair is within the cutoff.\n" : "No pair has a path.\n")
        } else {
            try writeTable(to: sink)
        }
        for block in AnswerText.closing(solution.result, messages: solution.messages) {
            try sink.write("\n" + block.joined(separator: "\n") + "\n")
        }
    }

    /// Writes the table in two passes over the pairs: the first finds the widths.
    private func writeTable(to sink: ByteSink) throws {
        var columns = columns
        table.forEachRow { values in
            for index in columns.indices {
                let count = text(values, columns[index]).count
                let width = columns[index].isName ? min(count, Self.widestName) : count
                columns[index].width = max(columns[index].width, width)
            }
        }
        try sink.write(Self.line(columns.map(\.heading), columns))
        try table.forEachRow { values in
            try sink.write(Self.line(columns.map { text(values, $0) }, columns))
        }
    }

    /// The text columns: ids are left out, and each time is written once.
    private var columns: [TextColumn] {
        table.columns.enumerated().compactMap { (place, column) in
            var (heading, isName, utc): (String, Bool, Int?) = ("", false, nil)
            switch column {
            case .id: return nil
            case .name(let location): (heading, isName) = (location, true)
            case .rank: heading = "Rank"
            case .total(let cost): heading = cost
            case .time(let field):
                if field.hasSuffix("UTC") { return nil }
                heading = field == "StartTime" ? "Leaves" : "Arrives"
                utc = table.columns.firstIndex(of: .time("\(field)UTC"))
            }
            return TextColumn(
                place: place, heading: heading, isName: isName, utc: utc, width: heading.count)
        }
    }

    private func text(_ values: [AttributeValue], _ column: TextColumn) -> String {
        let value = values[column.place]
        switch value {
        case .double(let number): return FigureText.total(number)
        case .date(let local):
            var utc: Int?
            if let place = column.utc, case .date(let instant) = values[place] {
                utc = Int(instant)
            }
            return AnswerText.time(local: Int(local), utc: utc)
        case .null, .integer, .string: return CSVFeatureWriter.cell(value)
        }
    }

    private static func line(_ cells: [String], _ columns: [TextColumn]) -> String {
        let padded = zip(cells, columns).map { (cell, column) in
            column.isName
                ? AnswerText.padded(right: cell, column.width)
                : AnswerText.padded(left: cell, column.width)
        }
        return padded.joined(separator: "  ") + "\n"
    }
}
