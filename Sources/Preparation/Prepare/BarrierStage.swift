// The preparation stage that resolves barriers and applies them to costs.

import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Resolves a request's barriers on the network and applies them to a metric. No other type uses
/// the barrier cache.
struct BarrierStage {
    let layer: AnalysisLayer
    let metrics: MetricSource
    let control: SolveControl

    /// Barriers, and a metric's costs under them.
    struct Applied {
        /// `nil` without barriers.
        var key: BarrierKey?
        var barriers = ResolvedBarriers()
        var costs: RequestCosts
    }

    /// Applies a request's barriers to its metric.
    ///
    /// Cached barriers are neither read nor resolved again.
    ///
    /// - Throws: If a barrier cannot be used, or the solve is cancelled.
    /// - Complexity: O(*n*) for *n* bytes of cached barriers; otherwise as for resolving them.
    func apply(
        _ request: Shared<ResolvedRequest>, to metric: Metric, reusing last: PreparedAnalysis?
    ) throws(RouteRequestError) -> Applied {
        let attribute = request.settings.impedance
        guard let key = request.barrierKey else {
            return Applied(
                costs: RequestCosts(network: layer.network, metric: metric, attribute: attribute))
        }
        let isSame = last.map { $0.barrierKey?.words == key.words } ?? false
        if let last, isSame, last.metric.key == metric.key,
            last.request.settings.impedance == attribute
        {
            return Applied(key: key, barriers: last.barriers, costs: last.costs)
        }
        let resolved: ResolvedBarriers
        if let known = isSame ? last?.barriers : layer.barriers.find(key) {
            resolved = known
        } else {
            resolved = try resolve(request, key, under: metric)
        }
        return Applied(
            key: key, barriers: resolved,
            costs: try costs(under: metric, attribute: attribute, resolved.effects))
    }

    /// Reads and resolves the barriers, and stores them in the cache.
    private func resolve(
        _ request: Shared<ResolvedRequest>, _ key: BarrierKey, under metric: Metric
    ) throws(RouteRequestError) -> ResolvedBarriers {
        let inputs = try reader(of: request).read(request.effective.requested)
        var resolver = BarrierResolver(network: layer.network, limits: layer.defaults.limits)
        var resolved = ResolvedBarriers()
        resolved[.point] = try place(inputs.rows.point, of: request, under: metric, &resolver)
        for kind in [BarrierClass.line, .polygon] {
            resolved[kind] = try resolver.resolve(
                areas: inputs.rows[kind], kind, control: control)
        }
        resolved.effects = resolver.barrierSet()
        resolved.effects.hash = key.hash
        resolved.readingMessages = inputs.messages
        resolved.messages = resolver.messages
        if !layer.barriers.keep(resolved, for: key) { resolved.effects.hash = nil }
        return resolved
    }

    private func reader(of request: Shared<ResolvedRequest>) -> BarrierReader {
        let rules = request.barrierRules
        return BarrierReader(
            network: layer.network, limits: layer.defaults.limits,
            preservesObjectID: rules.preservesObjectID, ignoresInvalid: rules.ignoresInvalid,
            extent: rules.extent)
    }

    /// Places point barriers on streets that are open when the routes start, ignoring traffic. They
    /// stay there if conditions change during travel.
    private func place(
        _ points: [BarrierInput], of request: Shared<ResolvedRequest>, under metric: Metric,
        _ resolver: inout BarrierResolver
    ) throws(RouteRequestError) -> [ResolvedBarrier] {
        guard !points.isEmpty else { return [] }
        var key = request.settings.key
        key.conditions = request.barrierRules.conditions
        key.traffic = nil
        let placing =
            try key == metric.key ? metric : metrics.metric(of: key, on: layer.engine, control)
        let locator = StopLocator(
            costs: RequestCosts(network: layer.network, metric: placing), barriers: BarrierSet(),
            control: control)
        var options = StopLocator.Options(toleranceMeters: request.locateBarriers.toleranceMeters)
        options.skipsRestricted = request.barrierRules.skipsRestricted
        options.streets = request.streetsForBarriers
        // The service's own settings place standing barriers.
        var standing = StopLocator.Options(
            toleranceMeters: layer.defaults.locateSettings.toleranceMeters)
        standing.skipsRestricted = true
        return try resolver.resolve(
            points: points, ignoresInvalid: request.ignoresInvalid, control: control,
            near: StreetsAround(
                locator: locator, options: options,
                allowedMeters: layer.defaults.maximumToleranceMeters)
        ) { locator.locate($0, $0.isStanding ? standing : options) }
    }

    /// Returns a metric's costs under barriers, with a cached overlay if there is one.
    private func costs(
        under metric: Metric, attribute: Int, _ barriers: BarrierSet
    ) throws(RouteRequestError) -> RequestCosts {
        let known = barriers.hash.flatMap {
            layer.barriers.overlay(of: $0, on: metric.key, attribute: attribute)
        }
        let costs = RequestCosts(
            network: layer.network, metric: metric, barriers: barriers, attribute: attribute,
            overlay: known, monitor: SolveMonitor(control: control))
        try control.check()
        if known == nil, let hash = barriers.hash {
            layer.barriers.keep(costs.overlay, of: hash, on: metric.key, attribute: attribute)
        }
        return costs
    }
}

extension ResolvedRequest {
    /// The request's barrier key; `nil` without barriers.
    var barrierKey: BarrierKey? {
        BarrierKey(
            effective.requested.locations, standing: effective.requested.standing, barrierRules,
            metric: settings.key)
    }
}
