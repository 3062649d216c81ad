// A request's traces: fixes from receivers in order, and drawn lines.

public import Geo

/// A request's traces, all in one spatial reference.
///
/// ```swift
/// let fixes = places.map { TraceFix($0.coordinate, milliseconds: $0.time) }
/// parameters.traces = TraceInput([Trace(name: "Tuesday", fixes: fixes)])
/// ```
public struct TraceInput: Hashable, Sendable {
    /// The traces, with unique names.
    public private(set) var traces: [Trace]
    /// How the text was read, where that was in doubt.
    package var notes: [String] = []
    /// The spatial reference of all positions.
    public let spatialReference: SpatialReference

    /// Creates an input. Traces without a name, and repeated names, get a number.
    public init(_ traces: [Trace], spatialReference: SpatialReference = .wgs84) {
        self.traces = Self.named(traces)
        self.spatialReference = spatialReference
    }

    /// How many positions all traces have.
    public var fixCount: Int { traces.reduce(0) { $0 + $1.fixes.count } }

    private static func named(_ traces: [Trace]) -> [Trace] {
        zip(traces, unique(traces.map(\.name))).map { trace, name in
            var trace = trace
            trace.name = name
            return trace
        }
    }

    /// Makes names unique: missing names are numbered, and repeated ones get a number.
    package static func unique(_ names: [String]) -> [String] {
        var used: Set<String> = []
        return names.enumerated().map { row, name in
            let wanted = name.isEmpty ? "Trace \(row + 1)" : name
            var found = wanted
            var number = 2
            while !used.insert(found).inserted {
                found = "\(wanted) (\(number))"
                number += 1
            }
            return found
        }
    }
}

extension TraceInput {
    private static var columns: [FeatureColumn<(trace: Trace, fix: TraceFix)>] {
        [
            FeatureColumn(.traceName) { $0.trace.name },
            FeatureColumn(Column.time.name) { $0.fix.milliseconds },
            FeatureColumn(.accuracy) { $0.fix.accuracyMeters },
            FeatureColumn(.bearingOfPoint) { $0.fix.bearing },
            FeatureColumn(.isStop) { $0.fix.isStop ? 1 : 0 },
            FeatureColumn(.nameOfPoint) { $0.fix.name },
            FeatureColumn("IsLine") { $0.trace.isLine ? 1 : 0 },
        ]
    }

    /// The positions as rows of points, from which ``TraceReader`` reads the same traces.
    ///
    /// - Complexity: O(*n*) for *n* positions.
    public var featureSet: FeatureSet {
        FeatureSet(
            Self.columns, of: traces.flatMap { trace in trace.fixes.map { (trace, $0) } },
            shape: .point, in: spatialReference
        ) { .point($0.fix.coordinate) }
    }
}
