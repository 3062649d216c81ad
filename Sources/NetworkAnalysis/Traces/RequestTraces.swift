// Reads the traces of a request in longitude and latitude, within the limits of the layer.

import Geo
package import RouteAPI

/// A trace of a request.
package struct RequestTrace: Sendable {
    /// The name, unique in the request.
    package var name: String
    /// The positions in longitude and latitude, those that are to be matched. Positions that are
    /// none on Earth are among them.
    package var fixes: [TraceFix]
    /// The positions behind the limit of the length, which are not matched.
    package var rest: [TraceFix] = []
    /// The length in meters up to ``rest``.
    package var matchedMeters = 0.0
    /// The whole length in meters.
    package var lengthMeters = 0.0

    /// The number of positions.
    package var count: Int { fixes.count + rest.count }
}

/// Reads the traces of requests.
package struct RequestTraces {
    /// The limits of the layer.
    package let limits: ServiceLimits

    /// Makes a reader.
    package init(limits: ServiceLimits) { self.limits = limits }

    /// The traces of a request: those of `traces`, then the encoded polylines.
    ///
    /// - Parameter limitMeters: The meters of each trace that are matched; `nil` for all.
    /// - Throws: An error that names the parameter, what was found and what would work.
    /// - Complexity: O(*n*) in the number of positions.
    package func read(
        _ parameters: MatchParameters, decimals: Int, limitMeters: Double?
    ) throws(RouteRequestError) -> [RequestTrace] {
        let sent = (parameters.traces?.traces ?? []) + (try lines(of: parameters, decimals))
        guard !sent.isEmpty else {
            throw .invalidParameter(
                MatchParameters.tracesName,
                "is missing; send positions as features with Time and Accuracy, lines, GPX, or "
                    + "encodedPolylines")
        }
        let input = TraceInput(sent)
        guard input.fixCount <= limits.maximumTracePoints else {
            throw RouteRequestError(
                .limitExceeded, extendedCode: .tooManyLocations,
                details: [
                    "The number of positions in traces exceeds the maximum of "
                        + "\(limits.maximumTracePoints) allowed by the service; send the traces "
                        + "in parts.",
                    "maximumTracePoints is \(limits.maximumTracePoints); found "
                        + "\(input.fixCount).",
                ]
            ).blaming(MatchParameters.tracesName)
        }
        let reference = parameters.traces?.spatialReference ?? .wgs84
        let count = parameters.traces?.traces.count ?? 0
        let projector = InputProjector(defaultReference: reference)
        var traces: [RequestTrace] = []
        for (row, trace) in input.traces.enumerated() {
            var fixes = trace.fixes
            if row < count, !reference.isSame(as: .wgs84) {
                for place in fixes.indices {
                    let found = try projector.project(fixes[place].coordinate, from: reference)
                    if case .success(let coordinate) = found {
                        fixes[place].coordinate = coordinate
                    } else {
                        fixes[place].coordinate = Coordinate(x: .nan, y: .nan)
                    }
                }
            }
            traces.append(Self.limited(trace.name, fixes, to: limitMeters))
        }
        return traces
    }

    private func lines(
        of parameters: MatchParameters, _ decimals: Int
    ) throws(RouteRequestError) -> [Trace] {
        let coding = EncodedPolyline(decimals: decimals)
        var traces: [Trace] = []
        for (row, text) in (parameters.encodedPolylines ?? []).enumerated() {
            do throws(FeatureReadError) {
                let line = try coding.decoded(
                    text, maximumVertices: limits.maximumTracePoints)
                traces.append(
                    Trace(
                        name: "Polyline \(row + 1)", isLine: true,
                        fixes: line.map { TraceFix($0) }))
            } catch {
                throw RouteRequestError(
                    .invalidGeometry, extendedCode: .invalidInput,
                    message: "Invalid or missing input parameters.",
                    parameter: MatchParameters.polylinesName,
                    "polyline \(row + 1): \(error.reason)")
            }
        }
        return traces
    }

    /// A trace up to a length.
    private static func limited(
        _ name: String, _ fixes: [TraceFix], to limit: Double?
    ) -> RequestTrace {
        var trace = RequestTrace(name: name, fixes: fixes)
        var (last, total): (Coordinate?, Double) = (nil, 0)
        var end = fixes.count
        for (place, fix) in fixes.enumerated() where fix.coordinate.isOnEarth {
            if let last {
                total += Geodesic.distanceMeters(from: last, to: fix.coordinate)
            }
            last = fix.coordinate
            if let limit, total > limit, end == fixes.count {
                end = place
            } else if end == fixes.count {
                trace.matchedMeters = total
            }
        }
        trace.lengthMeters = total
        trace.rest = Array(fixes[end...])
        trace.fixes = Array(fixes[..<end])
        return trace
    }
}

extension Coordinate {
    /// Whether this is a longitude and a latitude.
    fileprivate var isOnEarth: Bool { isFinite && abs(x) <= 180 && abs(y) <= 90 }
}
