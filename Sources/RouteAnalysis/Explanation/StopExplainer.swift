// Why a stop is not placed on any street, found by placing it again with one rule relaxed.

import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Finds the rules without which a stop has its place.
struct StopExplainer {
    /// How far streets are looked for, in meters.
    static let farthestMeters = 200_000.0

    let table: RelaxationTable
    let blame: BarrierBlame
    let locator: StopLocator

    /// What was found out about a stop.
    struct Findings {
        var cause: Reason.Cause
        /// Restrictions that close the nearer streets.
        var restrictions: [String] = []
        var barriers: [BarrierReference] = []
        /// Meters to the nearest street that would do.
        var distanceMeters: Double?
        /// What to add to what is said about the stop already.
        var remark: String?
        /// The rules to lift, and the request with them lifted.
        var relaxed: RelaxedRequest?
    }

    /// Looks for the cause.
    ///
    /// - Parameter request: The request with the rules lifted that were found for other stops.
    func explain(
        _ stop: LocatedStop, of request: RelaxedRequest, _ trial: inout RouteTrial
    ) -> Findings {
        if stop.status == .elementNotLocated { return Findings(cause: .unknownStreet) }
        guard stop.input.problem == nil || stop.input.isOutsideExtent else {
            return Findings(cause: .invalidValues)
        }
        var probe = trial
        defer { trial = probe }
        func placed(_ relaxed: RelaxedRequest?) -> LocatedStop? {
            guard let relaxed,
                let stop = probe.place(relaxed.parameters, row: stop.input.index), stop.isValid
            else { return nil }
            return stop
        }
        if stop.input.isOutsideExtent {
            let wider = table.widerExtent(for: stop.input).flatMap { request.lifting($0) }
            return Findings(
                cause: .outsideExtent, relaxed: placed(wider) == nil ? nil : wider)
        }
        var findings = Findings(cause: .tooFar)
        if stop.status == .notLocated, let meters = nearestMeters(to: stop),
            meters > table.request.locateStops.toleranceMeters, placed(request) != nil
        {
            // The tolerance that a stop before it needs is enough, and no rule is to blame.
            findings.distanceMeters = meters
            findings.relaxed = request
            return findings
        }
        for small in smallRelaxations(stop) where findings.relaxed == nil {
            guard let relaxed = request.lifting(small), placed(relaxed) != nil else { continue }
            findings.cause = small.cause
            findings.relaxed = relaxed
        }
        if let meters = nearestMeters(to: stop), stop.status == .notLocated {
            findings.distanceMeters = meters
            let tolerance = request.lifting(table.tolerance(meters, claim: ""))
            if findings.relaxed == nil, placed(tolerance) != nil { findings.relaxed = tolerance }
        }
        switch findings.cause {
        case .curbApproach, .bearing: return findings
        default: break
        }
        return blameRules(findings, stop, request, placed)
    }

    /// Rules whose lifting changes little about where a stop is placed.
    private func smallRelaxations(_ stop: LocatedStop) -> [Relaxation] {
        var small: [Relaxation] = []
        if stop.status == .elementNotTraversable, let curb = table.curb(of: stop.input.index) {
            small.append(curb)
        }
        if !table.request.skipsRestrictedForStops { small.append(table.avoidingRestricted) }
        if let relocation = table.relocation { small.append(relocation) }
        if stop.input.bearing != nil { small.append(table.anyBearing(of: stop.input)) }
        return small
    }

    private func nearestMeters(to stop: LocatedStop) -> Double? {
        guard let coordinate = stop.input.coordinate else { return nil }
        var options = StopLocator.Options(toleranceMeters: Self.farthestMeters)
        options.skipsRestricted = table.request.skipsRestrictedForStops
        options.streets = table.request.streetsForStops
        options.skipsBarred = table.request.locateStops.allowAutoRelocate
        if let bearing = stop.input.bearing {
            options.bearing = (bearing, stop.input.bearingTolerance ?? 30)
        }
        return locator.nearestMeters(to: coordinate, within: Self.farthestMeters, options)
    }

    /// Whether nearer streets are there, but closed by restrictions or barriers.
    private func blameRules(
        _ known: Findings, _ located: LocatedStop, _ request: RelaxedRequest,
        _ placed: (RelaxedRequest?) -> LocatedStop?
    ) -> Findings {
        var findings = known
        if let closed = closingRestrictions(request, placed) {
            findings.cause = .restrictedEdgesOnly
            findings.restrictions = closed.relaxed.steps.dropFirst(request.steps.count)
                .flatMap(\.relaxation.restrictions)
            let names = findings.restrictions.map { "\"\($0)\"" }.joined(separator: " and ")
            let meters = Int((closed.stop.place?.distanceMeters ?? 0).rounded(.up))
            findings.remark =
                (meters == 0 ? "The street there" : "A street \(meters) m away")
                + " is closed by the restriction \(names)."
            findings.relaxed = findings.relaxed ?? closed.relaxed
            return findings
        }
        let barriers = blame.references.filter { !request.removed.contains($0) }
        guard !barriers.isEmpty,
            let free = request.lifting(BarrierBlame.removing(barriers)), let stop = placed(free)
        else {
            if findings.cause == .tooFar, let other = streetOfOthers(near: located) {
                findings.cause = .restrictedEdgesOnly
                findings.restrictions = other.restrictions
                findings.remark = other.remark
            }
            return findings
        }
        let covering = blame.references(touching: stop.place?.segment)
            .filter { barriers.contains($0) }
        let fewer = request.lifting(BarrierBlame.removing(covering))
        let helps = !covering.isEmpty && placed(fewer) != nil
        findings.cause = .cutOffByBarriers
        findings.barriers = helps ? covering : barriers
        let names = findings.barriers.prefix(8).map { "\"\($0.name)\"" }.joined(separator: ", ")
        findings.remark = "Barriers cover the streets near by (\(names))."
        findings.relaxed = findings.relaxed ?? (helps ? fewer : free)
        return findings
    }

    /// A street near by that only others use, such as a footpath beside a driver's stop: no vehicle
    /// of the request's kind may, so that lifting a restriction would not open it.
    private func streetOfOthers(
        near stop: LocatedStop
    ) -> (restrictions: [String], remark: String)? {
        guard let coordinate = stop.input.coordinate, stop.status == .notLocated else { return nil }
        let settings = table.request.settings
        let family = table.network.description.families[settings.key.family]
        let closing = settings.restrictionNames.filter { family.accessRestrictions.contains($0) }
        var options = StopLocator.Options(
            toleranceMeters: table.request.locateStops.toleranceMeters)
        options.onlyOtherFamilies = true
        options.streets = table.request.streetsForStops
        guard !closing.isEmpty,
            let distance = locator.nearestMeters(
                to: coordinate, within: options.toleranceMeters, options)
        else { return nil }
        let meters = Int(distance.rounded(.up))
        let names = closing.map { "\"\($0)\"" }.joined(separator: " and ")
        return (
            closing,
            (meters == 0 ? "The street there" : "A street \(meters) m away")
                + " is open to other travellers only (\(names))."
        )
    }

    /// The least restrictions that close the streets near a stop, and where it would be placed.
    private func closingRestrictions(
        _ request: RelaxedRequest, _ placed: (RelaxedRequest?) -> LocatedStop?
    ) -> (relaxed: RelaxedRequest, stop: LocatedStop)? {
        let all = table.restrictions
        for restriction in all {
            if let relaxed = request.lifting(restriction), let stop = placed(relaxed) {
                return (relaxed, stop)
            }
        }
        guard all.count > 1, placed(request.lifting(all)) != nil else { return nil }
        var kept = all
        for index in all.indices.reversed() {
            var fewer = kept
            fewer.remove(at: index)
            if placed(request.lifting(fewer)) != nil { kept = fewer }
        }
        let relaxed = request.lifting(kept)
        return placed(relaxed).map { (relaxed, $0) }
    }
}
