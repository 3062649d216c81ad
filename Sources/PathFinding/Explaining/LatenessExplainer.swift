// Explains why a stop is reached after its time window, by solving again with an earlier start or a
// later window end.

import Geo
import Preparation
import RouteAPI

/// Finds changes with which routes keep their stops' time windows.
struct LatenessExplainer {
    let parameters: RouteParameters
    let request: Shared<ResolvedRequest>
    let stops: [LocatedStop]

    /// Returns a reason for every stop the route reaches too late.
    ///
    /// The change is an earlier start if the route then keeps all its windows; otherwise each
    /// missed window ends at the arrival.
    func reasons(for route: SolvedRoute, _ trial: inout RouteTrial) -> [Reason] {
        let late = route.schedule.visits.filter { $0.violationMilliseconds > 0 }
        guard let start = route.schedule.startClock, !late.isEmpty else { return [] }
        let rows = route.stops.sorted()
        if let early = earlierStart(by: late.map(\.violationMilliseconds).max() ?? 0),
            keepsWindows(early.change, rows, &trial)
        {
            let remedy = "an earlier startTime (\(early.text) local time)"
            return late.map { reason(for: $0, of: route, [early.change], remedy) }
        }
        let ends = late.map { laterEnd(of: $0, start: start) }
        let isEnough = keepsWindows(ends, rows, &trial)
        return zip(late, ends).map { visit, end in
            reason(
                for: visit, of: route, isEnough ? [end] : [],
                "a TimeWindowEnd at the time of arrival")
        }
    }

    private func reason(
        for visit: Visit, of route: SolvedRoute, _ change: [RequestChange], _ remedy: String
    ) -> Reason {
        let stop = stops[visit.stop].input
        let conflict = self.conflict(of: route, at: visit)
        let minutes = (Double(visit.violationMilliseconds) / 600).rounded(.up) / 100
        let end = change.isEmpty ? "." : "; \(remedy) would keep it."
        var reason = Reason(
            .timeWindow,
            Sentence.begun(stop.label)
                + " is reached \(minutes.formattedForMessage) min after its time window ends"
                + "\(beyond(visit))\(conflict)\(end)",
            stop: stop.reference)
        reason.routeName = route.name
        reason.change = change.first
        return reason
    }

    /// States that a visit is later than the request allows, as part of its sentence: two stops of
    /// a route stay, and so do its fixed ends.
    private func beyond(_ visit: Visit) -> String {
        let own = stops[visit.stop].input.maxViolationMinutes
        guard let most = own ?? request.order.maxViolationMinutes,
            Double(visit.violationMilliseconds) > (most * 60_000).rounded()
        else { return "" }
        return ", more than \(own == nil ? "maxViolationTime" : "its MaxViolationTime") allows"
    }

    /// Names the stops whose windows no order keeps, as part of a late stop's sentence. The clause
    /// goes to each of them that is late, or to the first late stop if none is.
    private func conflict(of route: SolvedRoute, at visit: Visit) -> String {
        guard !route.conflict.isEmpty else { return "" }
        let late = route.schedule.visits.filter { $0.violationMilliseconds > 0 }.map(\.stop)
        let blamed = late.filter(route.conflict.contains)
        guard (blamed.isEmpty ? late.prefix(1) : blamed[...]).contains(visit.stop) else {
            return ""
        }
        let labels = route.conflict.map { stops[$0].input.label }
        let others = labels.dropLast().joined(separator: ", ")
        if others.isEmpty {
            return route.conflict == [visit.stop]
                ? ", and is late in every order"
                : ", since \(labels[0]) is reached too late in every order"
        }
        return
            ", since no order keeps the time windows of \(others) and \(labels[labels.count - 1])"
    }

    /// Moves the start earlier by whole minutes; returns `nil` if the request has no fixed start.
    private func earlierStart(
        by milliseconds: Int64
    ) -> (change: RequestChange, text: String)? {
        guard case .milliseconds(let start) = parameters.startTime,
            let instant = request.clock.start
        else { return nil }
        let minutes = (milliseconds + 59_999) / 60_000
        var changed = parameters
        changed.startTime = .milliseconds(start - minutes * 60_000)
        let local = request.clock.local(ofUTC: instant - minutes * 60_000)
        return RequestChange(setting: "startTime", as: changed)
            .map { ($0, request.clock.text(ofLocal: local)) }
    }

    private func laterEnd(of visit: Visit, start: Int64) -> RequestChange {
        let arrival = request.clock.windowValue(ofInstant: start + visit.arrivalMilliseconds)
        return .stop(
            stops[visit.stop].input.reference,
            JSONObject([(Column.windowEnd(visit.windowNumber), .number(Double(arrival)))]))
    }

    private func keepsWindows(
        _ change: RequestChange, _ rows: [Int], _ trial: inout RouteTrial
    ) -> Bool { keepsWindows([change], rows, &trial) }

    private func keepsWindows(
        _ changes: [RequestChange], _ rows: [Int], _ trial: inout RouteTrial
    ) -> Bool {
        do throws(RouteRequestError) {
            let changed = try parameters.applying(changes)
            guard case .route(let route) = trial.solve(changed, through: rows, keepingTime: true)
            else { return false }
            return route.schedule.visits.allSatisfy { $0.violationMilliseconds == 0 }
        } catch {
            return false
        }
    }
}
