// Trace gaps in an answer, as rows and as messages.

import Geo
import MapMatching
import Preparation
import RouteAPI

/// Describes the gaps in traces.
struct TraceGapRows {
    /// A gap as answers have it.
    private struct Gap {
        var trace: String
        /// The numbers of the positions on both sides, from 1.
        var from: Int?
        var to: Int?
        var cause: String
        var distance: Double?
        var limit: Double?
        var seconds: Double?
        var text: String
        /// Whether matching ended here because of the request's limit.
        var isLimit = false
    }

    private let gaps: [Gap]
    /// Remarks about positions that are left out without splitting the trace, or out of order.
    private let remarks: [Message]

    /// Collects the gaps, in order.
    init(_ routes: MatchedRoutes) {
        let options = MatchOptions()
        remarks = routes.traces.flatMap { Self.remarks(about: $0) }
        gaps = routes.traces.flatMap { traced -> [Gap] in
            let trace = traced.trace
            var gaps = traced.gaps.map { gap in
                Self.described(
                    gap.cause,
                    Gap(
                        trace: trace.name, from: gap.after.map { $0 + 1 },
                        to: gap.before.map { $0 + 1 }, cause: "",
                        seconds: Self.seconds(gap, of: trace, in: routes.sent), text: ""), options)
            }
            if trace.matchedCount < trace.count { gaps.append(Self.limited(trace)) }
            return gaps
        }
    }

    private static func remarks(about traced: MatchedTrace) -> [Message] {
        let (outliers, strays) = (traced.outlierCount, traced.trace.strayCount)
        let label = label(of: traced.trace.name)
        var remarks: [Message] = []
        if outliers > 0 {
            remarks.append(
                Message(
                    .informative,
                    "\(label): \(outliers) of \(traced.points.count) positions fit no path and "
                        + "were left out (Status 2 in tracePoints)."))
        }
        if strays > 0 {
            remarks.append(
                Message(
                    .informative,
                    "\(label): \(strays) of \(traced.trace.count) positions lie more than "
                        + "\(meters(RequestTraces.farMeters)) from the positions before and after, "
                        + "such as 0,0 from a receiver without a fix; their distance is not "
                        + "counted."))
        }
        if traced.trace.backwardCount > 0 {
            remarks.append(
                Message(
                    .warning,
                    "\(label): the times of \(traced.trace.backwardCount) of "
                        + "\(traced.trace.count) positions are earlier than the time before them. "
                        + "Positions are matched in the order in which they are sent; sort them "
                        + "by Time if that is the order of the drive."))
        }
        return remarks
    }

    private static func seconds(
        _ gap: TraceGap, of trace: RequestTraces.Trace, in sent: RequestTraces
    ) -> Double? {
        guard let after = gap.after, let before = gap.before,
            let start = sent.fix(after, of: trace)?.milliseconds,
            let end = sent.fix(before, of: trace)?.milliseconds
        else { return nil }
        return Double(end - start) / 1_000
    }

    private static func described(
        _ cause: GapCause, _ gap: Gap, _ options: MatchOptions
    ) -> Gap {
        var gap = gap
        switch cause {
        case .farFromStreets(let meters):
            gap.cause = "tooFarFromStreets"
            gap.distance = meters
            gap.limit = options.searchRadiusMeters
            let found = meters.map { ": the nearest is \(Self.meters($0)) away" } ?? ""
            gap.text =
                "no street lies within \(Self.meters(options.searchRadiusMeters)) of the "
                + "positions\(found)"
        case .tooFarApart(let meters):
            gap.cause = "tooFarApart"
            gap.distance = meters
            gap.limit = options.maximumStepMeters
            gap.text =
                "the positions are \(Self.meters(meters)) apart, and at most "
                + "\(Self.meters(options.maximumStepMeters)) are bridged"
        case .noPath:
            gap.cause = "noPath"
            gap.text = "no path of a plausible length leads from the one to the other"
        case .noPathInTime(let available, let needed):
            gap.cause = "noPathInTime"
            gap.seconds = available
            gap.text =
                "the fastest path takes \(Self.rounded(needed)) s, and \(Self.rounded(available)) "
                + "s passed"
        case .outliers:
            gap.cause = "outlier"
            gap.text = "the positions between fit no path"
        }
        return gap
    }

    private static func limited(_ trace: RequestTraces.Trace) -> Gap {
        Gap(
            trace: trace.name, from: trace.matchedCount == 0 ? nil : trace.matchedCount,
            to: trace.matchedCount + 1, cause: "beyondLimit", distance: trace.lengthMeters,
            limit: trace.matchedMeters,
            text: "\(meters(trace.matchedMeters)) of \(meters(trace.lengthMeters)) are matched "
                + "(matchDistanceLimit); send the rest from position \(trace.matchedCount + 1) on, "
                + "or matchDistanceLimit=-1", isLimit: true)
    }

    private static func meters(_ meters: Double) -> String {
        meters < 10_000 ? "\(rounded(meters)) m" : "\(rounded(meters / 1_000)) km"
    }

    private static func rounded(_ number: Double) -> String {
        number < 10
            ? JSONValue.number((number * 10).rounded() / 10).text
            : "\(Int(min(number.rounded(), 1e15)))"
    }

    /// Names a trace in messages; shortens a long name.
    private static func label(of name: String) -> String {
        "Trace \"\(name.excerpt(200))\""
    }

    /// The most gaps that messages list for a request.
    private static let mostListed = 20

    /// A message for each gap, up to a limit.
    var messages: [Message] {
        var messages = gaps.prefix(Self.mostListed).map { gap in
            Message(
                gap.isLimit ? .informative : .warning,
                "\(Self.label(of: gap.trace))\(Self.place(gap)): \(gap.text).")
        }
        if gaps.count > Self.mostListed {
            messages.append(
                Message(
                    .warning,
                    "\(gaps.count - Self.mostListed) further gaps are in the table traceGaps."))
        }
        return messages + remarks
    }

    private static func place(_ gap: Gap) -> String {
        switch (gap.from, gap.to) {
        case (let from?, let to?): " has a gap between positions \(from) and \(to)"
        case (nil, let to?): " begins to be matched at position \(to)"
        case (let from?, nil): " is matched up to position \(from)"
        case (nil, nil): " is not matched"
        }
    }

    /// Returns the table's rows.
    func featureSet() -> FeatureSet {
        var table = Self.values.table(in: .wgs84)
        for (row, gap) in gaps.enumerated() { table.append((row + 1, gap), nil) }
        return table.set
    }

    private static let values = ColumnValues<(id: Int, gap: Gap)>(for: .traceGaps) { values in
        values.set(.rowNumber) { $0.id }
        values.set(.traceName) { $0.gap.trace }
        values.set(.fromPoint) { $0.gap.from }
        values.set(.toPoint) { $0.gap.to }
        values.set(.cause) { $0.gap.cause }
        values.set(.distance) { $0.gap.distance }
        values.set(.limit) { $0.gap.limit }
        values.set(.secondsOfGap) { $0.gap.seconds }
        values.set(.textOfGap) { $0.gap.text + "." }
    }
}
