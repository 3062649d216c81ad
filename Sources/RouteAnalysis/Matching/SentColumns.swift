// Trace point columns that repeat what was sent with positions.

import Geo
import Preparation
import RouteAPI

/// What was sent with positions, so that returned rows, read again as traces, match the same. A
/// column exists if some position has a value for it.
struct SentColumns {
    private enum Column: String, CaseIterable {
        case accuracy = "Accuracy"
        case bearing = "Bearing"
        case isStop = "IsStop"
        case name = "Name"
    }

    private let columns: [Column]

    init(of traces: RequestTraces) {
        columns = Column.allCases.filter { column in
            switch column {
            case .accuracy: traces.hasAccuracies
            case .bearing: traces.hasBearings
            case .isStop, .name: traces.hasStops
            }
        }
    }

    /// The columns' fields.
    var fields: [Field] {
        let names = columns.map(\.rawValue)
        return AnalysisClass.trace(TracePointRows.key).fieldsOnRequest
            .filter { names.contains($0.name) }.map { Field($0.name, $0.type, length: $0.length) }
    }

    /// Returns a position's values. Only stops have a name.
    func values(
        of fix: TraceFix, _ number: Int, _ trace: RequestTraces.Trace, in traces: RequestTraces
    ) -> [AttributeValue] {
        columns.map { column in
            switch column {
            case .accuracy: fix.accuracyMeters.map { .double($0) } ?? .null
            case .bearing: fix.bearing.map { .double($0) } ?? .null
            case .isStop: .integer(fix.isStop ? 1 : 0)
            case .name:
                // Names are read one by one.
                (fix.isStop ? traces.fix(number, of: trace)?.name : nil).map { .string($0) }
                    ?? .null
            }
        }
    }
}
