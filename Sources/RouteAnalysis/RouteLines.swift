// The shapes of routes and of their steps.

import Geo
import RoadNetwork
import RouteAPI
import SpatialOperations

/// Draws routes in the output system, generalized as asked.
struct RouteLines {
    let network: NetworkDataset
    let request: RouteRequest

    /// The shape of a route in the form the request asked for.
    func shape(of route: SolvedRoute) throws(RouteRequestError) -> Geometry {
        switch request.outputLines {
        case .none: return .polyline(paths: [])
        case .straight:
            let ends = route.legs.enumerated().flatMap { index, leg in
                let line = rawLine(of: leg.path.elements[...])
                return index == 0 ? [line[0], line[line.count - 1]] : [line[line.count - 1]]
            }
            return .polyline(paths: [try OutputProjector(request: request).line(ends)])
        case .trueShape:
            return .polyline(paths: [try wholeLine(of: route).line])
        case .trueShapeWithMeasure:
            let (line, measures) = try wholeLine(of: route)
            return .polyline(paths: [line], measures: [measures])
        }
    }

    /// The line of some elements of a leg, in the output system and generalized.
    func line(of elements: ArraySlice<NetworkPath.Element>) throws(RouteRequestError)
        -> [Coordinate]
    {
        let line = try OutputProjector(request: request).line(rawLine(of: elements))
        return kept(in: line, fixed: []).map { line[$0] }
    }

    /// The line of some elements in longitude and latitude; two coordinates at least.
    func rawLine(of elements: ArraySlice<NetworkPath.Element>) -> [Coordinate] {
        var line: [Coordinate] = []
        for element in elements { append(part(of: element), to: &line) }
        if line.count == 1 { line.append(line[0]) }
        return line
    }

    private func part(of element: NetworkPath.Element) -> [Coordinate] {
        let shape = network.shape(of: element.edge)
        if element.from == 0, element.to == 1 { return shape }
        return LineMeasure(shape).part(from: element.from, to: element.to)
    }

    private func append(_ part: [Coordinate], to line: inout [Coordinate]) {
        for coordinate in part where line.last != coordinate { line.append(coordinate) }
    }

    private func kept(in line: [Coordinate], fixed: Set<Int>) -> [Int] {
        LineGeneralization.keptVertices(
            of: line,
            tolerance: .init(
                meters: request.settings.precisionMeters, in: request.toOutput.targetSystem),
            keeping: fixed)
    }

    /// The whole line of a route with the cumulated impedance at each vertex; stops stay fixed.
    private func wholeLine(
        of route: SolvedRoute
    ) throws(RouteRequestError) -> (line: [Coordinate], measures: [Double]) {
        var line: [Coordinate] = []
        var measures: [Double] = []
        var stops: Set<Int> = []
        let attribute = request.settings.impedance
        var before = 0.0
        for leg in route.legs {
            let costs = leg.quanta[attribute] ?? []
            for (element, cost) in zip(leg.path.elements, costs) {
                let part = part(of: element)
                let shares = LineMeasure(part).shares
                for (coordinate, share) in zip(part, shares) where line.last != coordinate {
                    line.append(coordinate)
                    measures.append(before + share * Double(cost))
                }
                before += Double(cost)
            }
            stops.insert(max(0, line.count - 1))
        }
        if line.count == 1 {
            line.append(line[0])
            measures.append(before)
        }
        let projected = try OutputProjector(request: request).line(line)
        let unit = network.description.costs[attribute].unitsPerQuantum
        let kept = kept(in: projected, fixed: stops)
        return (kept.map { projected[$0] }, kept.map { measures[$0] * unit })
    }
}
