// Traces of a request: fixes of receivers in order, and drawn lines.

public import Geo

/// A position of a trace: a fix of a receiver, or a vertex of a drawn line.
public struct TraceFix: Hashable, Sendable {
    /// The position, in the system of the ``TraceInput``.
    public var coordinate: Coordinate
    /// When it was taken, in epoch milliseconds. Only differences count, but for traffic: that is
    /// used as it was then.
    public var milliseconds: Int64?
    /// The standard deviation of its position in meters; `nil` when it is not known.
    public var accuracyMeters: Double?
    /// The direction of travel in degrees clockwise from north, in `0..<360`.
    public var bearing: Double?
    /// Whether the matched route has a stop here.
    public var isStop: Bool
    /// The name of a stop here.
    public var name: String?

    /// Makes a position.
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
    /// The name, by which answers refer to it.
    public var name: String
    /// Whether it is a drawn line rather than the fixes of a receiver.
    public var isLine: Bool
    /// The positions in the order of travel.
    public var fixes: [TraceFix]

    /// Makes a trace.
    public init(name: String = "", isLine: Bool = false, fixes: [TraceFix]) {
        self.name = name
        self.isLine = isLine
        self.fixes = fixes
    }
}

/// The traces of a request, all in one spatial reference.
///
/// ```swift
/// let fixes = places.map { TraceFix($0.coordinate, milliseconds: $0.time) }
/// parameters.traces = TraceInput([Trace(name: "Tuesday", fixes: fixes)])
/// ```
public struct TraceInput: Hashable, Sendable {
    /// The traces, each under a name of its own.
    public private(set) var traces: [Trace]
    /// How the text that they came in was read, where that is not plain.
    package var notes: [String] = []
    /// The system of all positions.
    public let spatialReference: SpatialReference

    /// Takes traces. Those without a name are numbered, and repeated names get a number.
    public init(_ traces: [Trace], spatialReference: SpatialReference = .wgs84) {
        self.traces = Self.named(traces)
        self.spatialReference = spatialReference
    }

    /// The number of positions of all traces.
    public var fixCount: Int { traces.reduce(0) { $0 + $1.fixes.count } }

    private static func named(_ traces: [Trace]) -> [Trace] {
        zip(traces, unique(traces.map(\.name))).map { trace, name in
            var trace = trace
            trace.name = name
            return trace
        }
    }

    /// Names that are unique: missing ones are numbered, and repeated ones get a number.
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
    /// The fields of a row for each position.
    private static let fields = [
        Field("TraceName", .string), Field("Time", .date), Field("Accuracy", .double),
        Field("Bearing", .double), Field("IsStop", .integer), Field("Name", .string),
        Field("IsLine", .integer),
    ]

    /// The positions as rows of points, from which ``TraceReader`` reads the same traces.
    ///
    /// - Complexity: O(*n*) in the number of positions.
    public var featureSet: FeatureSet {
        var set = FeatureSet(
            geometryType: .point, spatialReference: spatialReference, fields: Self.fields)
        for trace in traces {
            for fix in trace.fixes {
                set.features.append(
                    Feature(
                        values: [
                            .string(trace.name), fix.milliseconds.map { .date($0) } ?? .null,
                            fix.accuracyMeters.map { .double($0) } ?? .null,
                            fix.bearing.map { .double($0) } ?? .null,
                            .integer(fix.isStop ? 1 : 0), fix.name.map { .string($0) } ?? .null,
                            .integer(trace.isLine ? 1 : 0),
                        ], geometry: .point(fix.coordinate)))
            }
        }
        return set
    }
}
