// What is said about conditional restrictions: what they changed, or that they were left out.

import RoadNetwork
import RouteAPI
import RoutingEngine

/// Puts into messages what conditional restrictions did to the routes of a request.
struct ConditionReport {
    /// The most tags that a message lists.
    private static let mostListed = 3

    private let network: NetworkDataset
    private let request: RouteRequest

    init(_ network: NetworkDataset, _ request: RouteRequest) {
        self.network = network
        self.request = request
    }

    /// Says which restrictions on the routes were left out for want of a start time.
    func ignored(by routes: [SolvedRoute]) -> [Message] {
        guard network.conditions.count > 0 else { return [] }
        return routes.compactMap { route in
            let edges = route.legs.flatMap { $0.path.elements.map(\.edge.row) }
                .filter { network.conditions.has(edge: $0) }
            guard !edges.isEmpty else { return nil }
            return Message(
                .informative,
                "Route \"\(route.name)\": conditional restrictions on it were not evaluated, "
                    + "which takes a start time and a time-based impedance (\(list(of: edges))).")
        }
    }

    /// Says which routes are others than without conditions.
    ///
    /// - Parameter without: The same request's routes without any condition; one that is missing
    ///   has no way then.
    func changes(of routes: [SolvedRoute], from without: [SolvedRoute]) -> [Message] {
        let plain = Dictionary(
            without.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return routes.compactMap { route in
            let before = plain[route.name]
            let isSame = before.map { Self.isSame($0, route) } ?? false
            let touched = edges(changedOn: route) + (before.map(edges(changedOn:)) ?? [])
            if isSame, touched.isEmpty { return nil }
            let tags = touched.isEmpty ? "" : " (\(list(of: touched)))"
            let what =
                isSame ? "changed the times along the route" : "changed the route"
            return Message(
                .informative,
                "Route \"\(route.name)\": conditional restrictions in force at the time of travel "
                    + "\(what)\(tags).")
        }
    }

    private static func isSame(_ a: SolvedRoute, _ b: SolvedRoute) -> Bool {
        a.stops == b.stops && a.legs.map(\.path) == b.legs.map(\.path)
    }

    /// The edges of a route that are something else at the time of travel than always.
    private func edges(changedOn route: SolvedRoute) -> [UInt32] {
        guard let start = request.clock.start else { return [] }
        return route.legs.enumerated().flatMap { position, leg in
            var instant = start + route.schedule.visits[position].departureMilliseconds
            let time = request.settings.impedance
            return leg.path.elements.enumerated().compactMap { index, element -> UInt32? in
                let quanta = leg.quanta[time].map { $0[index] } ?? 0
                defer { instant += quanta }
                let edge = element.edge.row
                guard network.conditions.has(edge: edge) else { return nil }
                let variant = network.conditions.variant(
                    of: edge, at: request.clock.localMinute(at: instant), of: network)
                return variant == nil ? nil : edge
            }
        }
    }

    /// The conditional tags of some edges with the names of their streets.
    private func list(of edges: [UInt32]) -> String {
        var seen: [String] = []
        for edge in edges {
            let segment = edge / 2
            let street = network.name(row: network.segmentName[segment])
            for row in tagRows(of: segment) {
                let tag = network.name(row: network.conditionalTexts[row])
                let text = street.isEmpty ? tag : "\(tag) on \(street)"
                if !seen.contains(text) { seen.append(text) }
            }
        }
        let listed = seen.prefix(Self.mostListed).joined(separator: "; ")
        return seen.count > Self.mostListed
            ? "\(listed); and \(seen.count - Self.mostListed) more" : listed
    }

    private func tagRows(of segment: UInt32) -> Range<Int> {
        let segments = network.conditionalSegments
        var (low, high) = (0, segments.count)
        while low < high {
            let middle = (low + high) / 2
            if segments[middle] < segment { low = middle + 1 } else { high = middle }
        }
        var end = low
        while end < segments.count, segments[end] == segment { end += 1 }
        return low..<end
    }
}
