// Reads a request's traces in longitude and latitude, within the layer's limits.

import DataStructures
package import Geo
package import RouteAPI
import SpatialOperations
import SystemResources

/// A request's traces: their positions, their lengths, and how much of each to match.
///
/// Positions are added one after another, and all but the last few thousand lie in a temporary file
/// (``SpooledArray``): a hundred thousand need no more memory than a thousand.
///
/// ```swift
/// var traces = RequestTraces(limitMeters: nil)
/// try TraceReader().read(file.pieces, into: &traces)
/// for trace in traces.traces { for fix in traces.fixes(of: trace) { use(fix.coordinate) } }
/// ```
package struct RequestTraces: TraceReceiver {
    /// One trace of a request.
    package struct Trace {
        /// The name, unique in the request.
        package fileprivate(set) var name: String
        /// The number of positions.
        package fileprivate(set) var count = 0
        /// How many positions to match, from the first on: those within the length limit.
        package fileprivate(set) var matchedCount = 0
        /// The matched positions' length in meters, without strays (``strayCount``).
        package fileprivate(set) var matchedMeters = 0.0
        /// The whole length in meters, without strays (``strayCount``).
        package fileprivate(set) var lengthMeters = 0.0
        /// How many positions lie far from both neighbors, such as 0,0 from a receiver without a
        /// fix.
        package fileprivate(set) var strayCount = 0
        /// How many positions have an earlier time than the last position with a time before them.
        package fileprivate(set) var backwardCount = 0
        /// The last time.
        fileprivate var lastMilliseconds: Int64?
        /// The positions at which the matched route stops.
        package fileprivate(set) var stops: Set<Int> = []
        /// The positions' coordinate system as sent; `nil` for longitude and latitude.
        fileprivate let reference: SpatialReference?
        fileprivate var isWithinLimit = true
        /// The last measured position.
        fileprivate var last: Coordinate?
        /// Whether a neighbor is near the last measured position.
        fileprivate var isConfirmed = false
        /// A position far from ``last``, until the next one says whether it is a stray.
        fileprivate var held: Coordinate?
        /// Where the positions are stored. If the rows of several traces alternate, each trace has
        /// many runs.
        fileprivate var runs: [Run] = []
    }

    /// Positions of a trace that are stored together.
    fileprivate struct Run {
        /// The first position's number in the trace.
        var number: Int
        /// Where they are stored.
        var rows: Range<Int>
    }

    /// A position as it is stored.
    fileprivate struct Stored: BitwiseCopyable {
        var coordinate: Coordinate
        var milliseconds: Int64?
        var accuracyMeters: Double?
        var bearing: Double?
        var isStop: Bool
        /// Where its name begins in ``RequestTraces/names``.
        var nameStart: Int
        var nameCount: Int

        var fix: TraceFix {
            TraceFix(
                coordinate, milliseconds: milliseconds, accuracyMeters: accuracyMeters,
                bearing: bearing, isStop: isStop)
        }
    }

    /// The traces in order.
    package private(set) var traces: [Trace] = []
    /// From the first to the last time in epoch milliseconds; `nil` if no position has a time.
    package private(set) var times: ClosedRange<Int64>?
    /// Whether a position has an accuracy.
    package private(set) var hasAccuracies = false
    /// Whether a position has a bearing.
    package private(set) var hasBearings = false
    /// How many meters to match in each trace; `nil` for all.
    private let limitMeters: Double?
    private let stored = SpooledArray<Stored>()
    /// Position names in UTF-8.
    private let names = SpooledArray<UInt8>()
    /// The last system other than WGS 84.
    private var projector: (reference: SpatialReference, projector: InputProjector)?
    private var projectionFailure: RouteRequestError?

    /// Begins without traces.
    ///
    /// - Parameter limitMeters: How many meters to match in each trace; `nil` for all.
    package init(limitMeters: Double?) { self.limitMeters = limitMeters }

    /// If a position is farther than this from the last one, in meters, the next one must confirm
    /// it; matching bridges no more.
    package static let farMeters = 20_000.0

    /// The number of positions in all traces.
    package var count: Int { stored.count }

    /// Whether a matched route stops at some position.
    package var hasStops: Bool { traces.contains { !$0.stops.isEmpty } }

    /// Why positions are missing: their system cannot be used, or they cannot be read back.
    package var failure: RouteRequestError? {
        projectionFailure
            ?? (stored.failure.map(\.description) ?? names.failure.map(\.description))
            .map { .unreadablePositions($0) }
    }

    // MARK: Taking

    package mutating func begin(
        _ name: String, isLine: Bool, in reference: SpatialReference
    ) -> Int {
        traces.append(Trace(name: name, reference: reference))
        return traces.count - 1
    }

    package mutating func rename(_ trace: Int, _ name: String) { traces[trace].name = name }

    /// Adds a position to a trace. A position that is not on Earth counts, but is not measured.
    ///
    /// - Complexity: O(1) amortized.
    package mutating func add(_ sent: TraceFix, to trace: Int) {
        var fix = sent
        if let reference = traces[trace].reference {
            do throws(RouteRequestError) {
                fix.coordinate = try projected(fix.coordinate, from: reference)
            } catch {
                projectionFailure = projectionFailure ?? error
            }
        } else {
            fix.coordinate = fix.coordinate.onEarth ?? fix.coordinate
        }
        if fix.accuracyMeters != nil { hasAccuracies = true }
        if fix.bearing != nil { hasBearings = true }
        let row = stored.count
        let start = names.count
        if let name = fix.name { names.append(contentsOf: name.utf8) }
        stored.append(
            Stored(
                coordinate: fix.coordinate, milliseconds: fix.milliseconds,
                accuracyMeters: fix.accuracyMeters, bearing: fix.bearing, isStop: fix.isStop,
                nameStart: start, nameCount: names.count - start))
        traces[trace].add(fix, storedAt: row, limitMeters: limitMeters)
        guard let sent = fix.milliseconds else { return }
        let time = min(max(sent, -Self.farthest), Self.farthest)
        times = min(times?.lowerBound ?? time, time)...max(times?.upperBound ?? time, time)
    }

    package mutating func finish() {
        for row in traces.indices { traces[row].finish() }
        for (row, name) in TraceInput.unique(traces.map(\.name)).enumerated() {
            traces[row].name = name
        }
    }

    /// The year 9999, in epoch milliseconds.
    private static let farthest: Int64 = 253_402_300_800_000

    /// Transforms a position to longitude and latitude; to NaN if it has none.
    private mutating func projected(
        _ coordinate: Coordinate, from reference: SpatialReference
    ) throws(RouteRequestError) -> Coordinate {
        let projector: InputProjector
        if let known = self.projector, known.reference == reference {
            projector = known.projector
        } else {
            projector = InputProjector(defaultReference: reference)
            self.projector = (reference, projector)
        }
        let found: Result<Coordinate, InputProjector.Problem>
        do throws(SpatialReferenceError) {
            found = try projector.project(coordinate, from: reference)
        } catch {
            throw .unknownSystem(error, of: MatchParameters.tracesName)
        }
        if case .success(let coordinate) = found { return coordinate }
        return Coordinate(x: .nan, y: .nan)
    }

    // MARK: Reading back

    /// Returns a trace's positions in order, including those beyond the limit, without their names.
    /// They end early if they cannot be read: see ``failure``.
    package func fixes(of trace: Trace) -> Fixes { Fixes(stored, trace.runs) }

    /// A trace's positions in order.
    package struct Fixes: Sequence, IteratorProtocol {
        private let stored: SpooledArray<Stored>
        private var rest: ArraySlice<Run>
        private var values: SpooledArray<Stored>.Values

        fileprivate init(_ stored: SpooledArray<Stored>, _ runs: [Run]) {
            self.stored = stored
            rest = runs.dropFirst()
            values = stored.values(in: runs.first?.rows ?? 0..<0)
        }

        package mutating func next() -> TraceFix? {
            while true {
                if let value = values.next() { return value.fix }
                guard let run = rest.popFirst() else { return nil }
                values = stored.values(in: run.rows)
            }
        }
    }

    /// Returns a trace's position with its name; `nil` if it cannot be read: see ``failure``.
    ///
    /// - Complexity: O(log *n*) for *n* runs of the trace, and two reads.
    package func fix(_ number: Int, of trace: Trace) -> TraceFix? {
        precondition((0..<trace.count).contains(number), "the trace has no position \(number)")
        let next = trace.runs.indices.partitioningIndex { trace.runs[$0].number > number }
        let run = trace.runs[next - 1]
        guard let stored = stored[run.rows.lowerBound + number - run.number] else { return nil }
        var fix = stored.fix
        if stored.nameCount > 0 {
            let name = stored.nameStart..<(stored.nameStart + stored.nameCount)
            fix.name = String(decoding: Array(names.values(in: name)), as: UTF8.self)
        }
        return fix
    }
}

extension RequestTraces.Trace {
    fileprivate init(name: String, reference: SpatialReference) {
        self.name = name
        self.reference = reference.isSame(as: .wgs84) ? nil : reference
    }

    fileprivate mutating func add(_ fix: TraceFix, storedAt row: Int, limitMeters: Double?) {
        if let last = runs.last, last.rows.upperBound == row {
            runs[runs.count - 1].rows = last.rows.lowerBound..<(row + 1)
        } else {
            runs.append(RequestTraces.Run(number: count, rows: row..<(row + 1)))
        }
        if fix.isStop { stops.insert(count) }
        if let time = fix.milliseconds {
            if let before = lastMilliseconds, time < before { backwardCount += 1 }
            lastMilliseconds = time
        }
        count += 1
        if fix.coordinate.isOnEarth { measure(fix.coordinate) }
        if let limitMeters, lengthMeters > limitMeters { isWithinLimit = false }
        guard isWithinLimit, held == nil else { return }
        matchedCount = count
        matchedMeters = lengthMeters
    }

    /// Adds a position to the length, or holds it until the next one confirms it.
    private mutating func measure(_ place: Coordinate) {
        guard let last else {
            last = place
            return
        }
        let meters = Geodesic.distanceMeters(from: last, to: place)
        guard let far = held else {
            if meters > RequestTraces.farMeters {
                held = place
            } else {
                lengthMeters += meters
                (self.last, isConfirmed) = (place, true)
            }
            return
        }
        let beyond = Geodesic.distanceMeters(from: far, to: place)
        if beyond <= RequestTraces.farMeters {
            // Two positions agree. If the position before them agreed with none before it, it is
            // the stray.
            if isConfirmed {
                lengthMeters += Geodesic.distanceMeters(from: last, to: far)
            } else {
                strayCount += 1
            }
            lengthMeters += beyond
            (self.last, isConfirmed, held) = (place, true, nil)
            return
        }
        strayCount += 1
        guard meters <= RequestTraces.farMeters else {
            held = place
            return
        }
        lengthMeters += meters
        (self.last, isConfirmed, held) = (place, true, nil)
    }

    fileprivate mutating func finish() {
        if held != nil { strayCount += 1 }
        held = nil
        guard isWithinLimit else { return }
        matchedCount = count
        matchedMeters = lengthMeters
    }
}

// MARK: - Requests

extension RequestTraces {
    /// Adds a request's traces: those in `traces`, then the encoded polylines.
    ///
    /// - Parameters:
    ///   - decimals: The encoded polylines' decimals.
    ///   - limits: The layer's limits.
    /// - Throws: An error naming the parameter, what was found and what would work.
    /// - Complexity: O(*n*) for *n* positions.
    package mutating func take(
        _ parameters: MatchParameters, decimals: Int, limits: ServiceLimits
    ) throws(RouteRequestError) {
        let lines = try Self.lines(of: parameters, decimals, limits)
        let sent = parameters.traces
        guard sent?.traces.isEmpty == false || !lines.isEmpty else {
            throw .invalidParameter(
                MatchParameters.tracesName,
                "is missing; send positions as features with Time and Accuracy, lines, GPX, or "
                    + "encodedPolylines")
        }
        let count = lines.reduce(sent?.fixCount ?? 0) { $0 + $1.count }
        try limits.accept(
            positions: count, of: MatchParameters.tracesName, remedy: "send the traces in parts")
        for trace in sent?.traces ?? [] {
            let place = begin(
                trace.name, isLine: trace.isLine, in: sent?.spatialReference ?? .wgs84)
            for fix in trace.fixes { add(fix, to: place) }
        }
        for (row, line) in lines.enumerated() {
            let place = begin("Polyline \(row + 1)", isLine: true, in: .wgs84)
            for coordinate in line { add(TraceFix(coordinate), to: place) }
        }
        finish()
        if let failure { throw failure }
    }

    private static func lines(
        of parameters: MatchParameters, _ decimals: Int, _ limits: ServiceLimits
    ) throws(RouteRequestError) -> [[Coordinate]] {
        let coding = EncodedPolyline(decimals: decimals)
        var lines: [[Coordinate]] = []
        for (row, text) in (parameters.encodedPolylines ?? []).enumerated() {
            do throws(FeatureReadError) {
                lines.append(
                    try coding.decoded(text, maximumVertices: limits.maximumTracePoints))
            } catch {
                throw RouteRequestError(
                    .invalidGeometry, extendedCode: .invalidInput,
                    message: "Invalid or missing input parameters.",
                    parameter: MatchParameters.polylinesName,
                    "polyline \(row + 1): \(error.reason)")
            }
        }
        return lines
    }
}

extension Coordinate {
    /// Whether this is a longitude and a latitude.
    fileprivate var isOnEarth: Bool { isFinite && abs(x) <= 180 && abs(y) <= 90 }
}

extension RouteRequestError {
    /// Makes the error for a request whose positions cannot be read back.
    package static func unreadablePositions(_ reason: String) -> Self {
        RouteRequestError(
            .cancelled, code: 500, message: "Error performing match operation.",
            details: ["Positions are kept in a file while they are matched, and \(reason)."])
    }
}
