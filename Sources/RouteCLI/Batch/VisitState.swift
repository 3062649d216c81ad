// Which stops of a day are visited, and which one the driver is going to.

import Geo

/// What a word in the column `Status` of stops says.
enum VisitState: String, CaseIterable {
    case visited
    case underWay = "under way"
    case unvisited

    /// The words of each state, in lower case.
    private static let wordsOfEach: KeyValuePairs<VisitState, [String]> = [
        .visited: ["visited", "done", "completed", "finished", "delivered"],
        .underWay: ["under way", "underway", "en route", "current", "next"],
        .unvisited: ["open", "planned", "pending", "new"],
    ]

    /// The words of a state, in a list.
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

    /// The states of rows whose `Status` is a word; numbers there are how a row was located.
    struct ByRow {
        /// The states by row; a row without a word has none.
        var byRow: [Int: VisitState] = [:]
        /// Words that are not known, beside known ones.
        var unknown: Set<String> = []
    }

    /// Reads the states. A column of words gets the name `State`, since answers have numbers in
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
        // All routes of a batch have the same columns, whether or not a stop of them is visited.
        if set.fields[column].type == .string, set.fieldIndex("State") == nil {
            set.fields[column].name = "State"
        }
        return states.byRow.isEmpty ? ByRow() : states
    }
}
