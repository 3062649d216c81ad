// A request's traces: fixes from receivers in order, and drawn lines.

public import Geo

/// A position in a trace: a receiver's fix, or a drawn line's vertex.
public struct TraceFix: Hashable, Sendable {
    /// The position, in the spatial reference of the ``TraceInput``.
    public var coordinate: Coordinate
    /// When the fix was taken, in epoch milliseconds. Only differences count, except for traffic,
    /// which is used as it was at that time.
    public var milliseconds: Int64?
    /// The position's standard deviation in meters; `nil` if it is unknown.
    public var accuracyMeters: Double?
    /// The direction of travel in degrees clockwise from north, in `0..<360`; `nil` if it is
    /// unknown.
    public var bearing: Double?
    /// Whether the matched route has a stop here.
    public var isStop: Bool
    /// The stop's name, if there is a stop here.
    public var name: String?

    /// Creates a position.
    public init(
        _ coordinate: Coordinate, milliseconds: Int64? = nil, accuracyMeters: Double? = nil,
        bearing: Double? = nil, isStop: Bool = false, name: String? = nil
    ) {
        self.coordinate = coordinate
        self.milliseconds = milliseconds
        self.accuracyMeters = accuracyMeters
        self.bearing = bearing
        self.isStop = isStop
        self.name = name
    }
}

/// The positions of one journey, in order.
public struct Trace: Hashable, Sendable {
    /// The trace's name, by which answers refer to it.
    public var name: String
    /// Whether it is a drawn line rather than a receiver's fixes.
    public var isLine: Bool
    /// The positions, in the order of travel.
    public var fixes: [TraceFix]

    /// Creates a trace.
    public init(name: String = "", isLine: Bool = false, fixes: [TraceFix]) {
        self.name = name
        self.isLine = isLine
        self.fixes = fixes
    }
}

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
