// Which stops of a day are visited, and which stop the driver is heading for.

import Geo

/// The meaning of a word in the stops' column `Status`.
enum VisitState: String, CaseIterable {
    case visited
    case underWay = "under way"
    case unvisited

    /// Each state's words, in lower case.
    private static let wordsOfEach: KeyValuePairs<VisitState, [String]> = [
        .visited: ["visited", "done", "completed", "finished", "delivered"],
        .underWay: ["under way", "underway", "en route", "current", "next"],
        .unvisited: ["open", "planned", "pending", "new"],
    ]

    /// A state's words as a list for messages.
    var words: String {
        (Self.wordsOfEach.first { $0.key == self }?.value ?? []).joined(separator: ", ")
    }

    private init?(_ text: String) {
        let word = text.trimmingBlanks.lowercased()
        guard let state = Self.wordsOfEach.first(where: { $0.value.contains(word) })?.key else {
            return nil
        }
        self = state
    }

    /// The states of rows with a word in `Status`; numbers there say how a row was located.
    struct ByRow {
        /// The states by row; a row without a word is absent.
        var byRow: [Int: VisitState] = [:]
        /// Unknown words, if other rows have known ones.
        var unknown: Set<String> = []
    }

    /// Reads the states, and renames a column of words to `State`, because answers have numbers in
    /// `Status`.
    static func states(_ set: inout FeatureSet) -> ByRow {
        var states = ByRow()
        guard let column = set.fieldIndex("Status") else { return states }
        for (row, feature) in set.features.enumerated() {
            guard case .string(let text) = feature.values[column], !text.trimmingBlanks.isEmpty
            else { continue }
            if let state = VisitState(text) {
                states.byRow[row] = state
            } else {
                states.unknown.insert(text.trimmingBlanks)
            }
        }
        // All routes of a batch have the same columns, whether or not a stop on them is visited.
        if set.fields[column].type == .string, set.fieldIndex("State") == nil {
            set.fields[column].name = "State"
        }
        return states.byRow.isEmpty ? ByRow() : states
    }
}
