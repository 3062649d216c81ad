// Reads what rows say happens on their streets, in every form.

import Geo
import RoutingEngine

/// The parts of an event as a row states them. A part that the row lacks is `nil`, never empty.
struct StatedEvent {
    var kind: String?
    var text: String?
    var id: String?
    var lanesClosed: String?

    /// The words for kinds, also as common sources spell them.
    private static let kinds: [(word: String, kind: TrafficEvent.Kind)] = [
        ("accident", .accident), ("works", .works), ("roadworks", .works),
        ("construction", .works), ("work-zone", .works), ("hazard", .hazard),
        ("weatherhazard", .hazard), ("closure", .closure), ("road_closed", .closure),
        ("other", .other),
    ]

    /// Returns the event; `nil` if the row states neither a kind nor a text.
    ///
    /// - Parameter name: Names a part in messages.
    /// - Throws: ``RowProblem`` if a part is wrong or too long.
    func event(
        _ name: (FeedMapping.Key) -> String
    ) throws(RowProblem) -> TrafficEvent? {
        guard kind != nil || text != nil else { return nil }
        let found = knownKind
        // If a row has no text, its source's own word for a kind says more than nothing.
        let words = text ?? (found == nil ? kind : nil)
        return TrafficEvent(
            kind: found ?? .other, text: try line(words, TrafficEvent.mostTextBytes, name(.text)),
            id: try line(id, TrafficEvent.mostIDBytes, name(.id)), lanesClosed: try lanes(name))
    }

    /// The kind; `nil` if the row has none, or if only its source knows the word.
    private var knownKind: TrafficEvent.Kind? {
        guard let kind, kind.utf8.count <= 40 else { return nil }
        let word = kind.lowercased()
        return Self.kinds.first { $0.word == word }?.kind
    }

    private func lanes(_ name: (FeedMapping.Key) -> String) throws(RowProblem) -> Int? {
        guard let lanesClosed, !FeedWords.isNone(lanesClosed) else { return nil }
        // Tables in which a row lacks the number write the others' as decimals: 2.0.
        let whole = lanesClosed.hasSuffix(".0") ? lanesClosed.dropLast(2) : lanesClosed[...]
        guard whole.utf8.count <= 2, let lanes = Int(whole),
            (0...TrafficEvent.mostLanes).contains(lanes)
        else {
            throw RowProblem(
                "\(name(.lanesClosed)) is \"\(lanesClosed.excerpt())\"; how many lanes are closed "
                    + "is needed, 0 to \(TrafficEvent.mostLanes)")
        }
        return lanes
    }

    private func line(
        _ text: String?, _ most: Int, _ name: String
    ) throws(RowProblem) -> String {
        guard let text else { return "" }
        guard text.utf8.count <= most else {
            throw RowProblem(
                "\(name) has \(text.utf8.count) bytes; at most \(most) are needed")
        }
        let line = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar == "\n" || scalar == "\r" || scalar == "\t" ? " " : scalar
        }
        guard !line.contains(where: { $0.properties.generalCategory == .control }) else {
            throw RowProblem("\(name) has a control character; a text is needed")
        }
        return String(String.UnicodeScalarView(line))
    }
}
