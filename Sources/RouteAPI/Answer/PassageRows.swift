// What routes pass and use, as rows.

package import Geo

extension RouteEvent {
    /// Turns events into rows.
    package static func featureSet(
        _ events: [RouteEvent], in reference: SpatialReference
    ) -> FeatureSet {
        var table = values.table(
            in: reference,
            without: events.contains { $0.kind.isOfFeed } ? [] : Column.ofFeedEvents)
        for (index, event) in events.enumerated() {
            table.append((index + 1, event), .point(event.place))
        }
        return table.set
    }

    private static let values = ColumnValues<(id: Int, event: RouteEvent)>(
        for: .events
    ) { values in
        values.set(.rowNumber) { $0.id }
        values.set(.routeID) { $0.event.routeID }
        values.set(.leg) { $0.event.leg }
        values.set(.kindOfEvent) { $0.event.kind.rawValue }
        values.set(.street) { $0.event.street }
        values.set(.metersOfEvent) { $0.event.meters }
        values.set(.secondsOfEvent) { $0.event.seconds }
        values.set(.textOfEvent) { $0.event.text.isEmpty ? nil : $0.event.text }
        values.set(.feedID) { $0.event.feedID.isEmpty ? nil : $0.event.feedID }
        values.set(.lanesClosed) { $0.event.lanesClosed }
    }
}

extension RouteEvent.Kind {
    /// Whether traffic feeds state it, and not the network.
    fileprivate var isOfFeed: Bool {
        switch self {
        case .accident, .works, .hazard, .closure, .other: true
        default: false
        }
    }
}

extension RouteSpan {
    /// Turns spans into rows.
    package static func featureSet(
        _ spans: [RouteSpan], in reference: SpatialReference
    ) -> FeatureSet {
        var table = values.table(in: reference)
        for (index, span) in spans.enumerated() {
            table.append((index + 1, span), .polyline(paths: [span.line]))
        }
        return table.set
    }

    private static let values = ColumnValues<(id: Int, span: RouteSpan)>(for: .spans) { values in
        values.set(.rowNumber) { $0.id }
        values.set(.routeID) { $0.span.routeID }
        values.set(.kindOfSpan) { $0.span.kind.rawValue }
        values.set(.fromMeters) { $0.span.fromMeters }
        values.set(.toMeters) { $0.span.toMeters }
    }
}
