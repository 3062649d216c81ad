// The shapes of routes and of their steps.

import Directions
import Geo
import RoadNetwork
import RouteAPI
import SpatialOperations

/// The line of a route, and the positions of the elements of its path on it.
///
/// Shapes are decoded and transformed once; the lines of routes and steps and the places of stops
/// are parts of this line.
struct RouteLine {
    /// The vertices in the output spatial reference; no two successive ones are equal.
    fileprivate(set) var vertices: [Coordinate] = []
    /// The impedance up to each vertex in quanta, if the request asks for measures.
    fileprivate(set) var quanta: [Double] = []
    /// The meters up to each vertex along the streets, if the answer needs them.
    fileprivate(set) var meters: [Double] = []
    /// ``SpatialReference/worldWidth`` if the line may lead over the 180th meridian; `nil` for
    /// nearly every line.
    private var worldWidth: Double?
    /// For every leg, the first and the last vertex of each element.
    fileprivate var elements: [[(first: Int, last: Int)]] = []

    /// Notes the width of the world if two vertices may lie more than half of it apart.
    fileprivate mutating func noteJumps(over worldWidth: Double?) {
        guard let worldWidth, let first = vertices.first else { return }
        let isFar = vertices.contains { abs($0.x - first.x) > worldWidth / 4 }
        self.worldWidth = isFar ? worldWidth : nil
    }

    /// The number of legs.
    var legCount: Int { elements.count }

    /// The steps of an element from one vertex to the next, by their first vertices; none for an
    /// element that is a point.
    func steps(ofElement element: Int, leg: Int) -> Range<Int> {
        let bounds = elements[leg][element]
        return bounds.first..<bounds.last
    }

    /// The coordinate at the beginning of a leg.
    func departure(ofLeg leg: Int) -> Coordinate { vertices[firstVertex(ofLeg: leg)] }

    /// The coordinate at the end of a leg.
    func arrival(ofLeg leg: Int) -> Coordinate { vertices[lastVertex(ofLeg: leg)] }

    /// The coordinate at the end of an element.
    func end(ofElement element: Int, leg: Int) -> Coordinate {
        vertices[elements[leg][element].last]
    }

    /// The position of the first vertex of a leg.
    func firstVertex(ofLeg leg: Int) -> Int { elements[leg][0].first }

    /// The position of the last vertex of a leg.
    func lastVertex(ofLeg leg: Int) -> Int {
        elements[leg][elements[leg].count - 1].last
    }

    /// The line through some vertices.
    ///
    /// Over the 180th meridian it runs on instead of jumping to the other side of the map, as what
    /// `CoordinateTransformer.project` makes; the places of single vertices do not.
    func line(through places: [Int]) -> [Coordinate] {
        guard let worldWidth else { return places.map { vertices[$0] } }
        var shift = 0.0
        var line: [Coordinate] = []
        line.reserveCapacity(places.count)
        for place in places {
            var vertex = vertices[place]
            vertex.x += shift
            if let last = line.last, abs(vertex.x - last.x) > worldWidth / 2 {
                let turn = vertex.x > last.x ? -worldWidth : worldWidth
                shift += turn
                vertex.x += turn
            }
            line.append(vertex)
        }
        return line
    }

    /// The vertices of some elements of a leg.
    fileprivate func piece(_ span: LegSpan) -> ArraySlice<Coordinate> {
        let bounds = elements[span.leg][span.elements]
        return vertices[bounds[bounds.startIndex].first...bounds[bounds.endIndex - 1].last]
    }
}

/// Makes the lines of routes in the output spatial reference, generalized as requested.
struct RouteLines {
    let network: NetworkDataset
    let request: Shared<ResolvedRequest>

    private var hasMeasures: Bool { request.outputLines == .trueShapeWithMeasure }

    /// The line of a route, not generalized, with at least two vertices.
    ///
    /// - Throws: When a vertex cannot be transformed to the output spatial reference.
    /// - Complexity: O(*n*) for *n* vertices.
    func line(of route: SolvedRoute) throws(RouteRequestError) -> RouteLine {
        var line = RouteLine()
        var before = 0.0
        for leg in route.legs {
            let costs = leg.quanta[request.settings.impedance] ?? []
            var bounds: [(first: Int, last: Int)] = []
            bounds.reserveCapacity(leg.path.elements.count)
            for (element, cost) in zip(leg.path.elements, costs) {
                bounds.append(append(element, to: &line))
                guard hasMeasures else { continue }
                addQuanta(Double(cost), before: before, of: element, to: &line)
                before += Double(cost)
            }
            line.elements.append(bounds)
        }
        if line.vertices.count == 1 {
            line.vertices.append(line.vertices[0])
            if hasMeasures { line.quanta.append(before) }
        }
        if request.returns.conditions {
            let measure = LineMeasure(line.vertices)
            line.meters = measure.shares.map { $0 * measure.lengthMeters }
        }
        line.vertices = try OutputProjector(request: request).line(line.vertices)
        line.noteJumps(over: request.outputReference.worldWidth)
        return line
    }

    /// The shape of a route in the requested form.
    func shape(of line: RouteLine) -> Geometry {
        let points = shapeVertices(of: line)
        if points.isEmpty { return .polyline(paths: []) }
        return .polyline(
            paths: [line.line(through: points)],
            measures: measures(at: points, of: line).map { [$0] })
    }

    /// The positions of the vertices that are the points of the shape of a route, in order; none
    /// where the request wants no lines.
    func shapeVertices(of line: RouteLine) -> [Int] {
        let ends = line.elements.indices.map { line.lastVertex(ofLeg: $0) }
        return switch request.outputLines {
        case .none: []
        case .straight: [line.firstVertex(ofLeg: 0)] + ends
        case .trueShape, .trueShapeWithMeasure: kept(in: line.vertices[...], fixed: ends)
        }
    }

    /// The cumulated impedance at some vertices; `nil` when the request asks for no measures.
    func measures(at vertices: [Int], of line: RouteLine) -> [Double]? {
        guard hasMeasures else { return nil }
        let unit = network.description.costs[request.settings.impedance].unitsPerQuantum
        return vertices.map { line.quanta[$0] * unit }
    }

    /// The line of some elements of a leg, generalized, with at least two coordinates.
    func piece(_ span: LegSpan, of line: RouteLine) -> [Coordinate] {
        let kept = line.line(through: keptVertices(of: span, in: line))
        return kept.count == 1 ? kept + kept : kept
    }

    /// The positions of the vertices of some elements of a leg that generalization keeps.
    func keptVertices(of span: LegSpan, in line: RouteLine) -> [Int] {
        let piece = line.piece(span)
        return kept(in: piece, fixed: []).map { piece.startIndex + $0 }
    }

    /// Appends the vertices of an element, and returns the first and the last of them.
    private func append(
        _ element: NetworkPath.Element, to line: inout RouteLine
    ) -> (first: Int, last: Int) {
        let first: Int
        if element.from == 0, element.to == 1 {
            first = network.appendShape(of: element.edge, to: &line.vertices)
        } else {
            let part = part(of: element)
            let joins = line.vertices.last == part[0]
            first = line.vertices.count - (joins ? 1 : 0)
            for coordinate in part where line.vertices.last != coordinate {
                line.vertices.append(coordinate)
            }
        }
        return (first, line.vertices.count - 1)
    }

    private func part(of element: NetworkPath.Element) -> [Coordinate] {
        LineMeasure(network.shape(of: element.edge)).part(from: element.from, to: element.to)
    }

    /// Appends the measures of the vertices that were appended for an element.
    private func addQuanta(
        _ cost: Double, before: Double, of element: NetworkPath.Element, to line: inout RouteLine
    ) {
        var part = part(of: element)[...]
        let shares = LineMeasure(Array(part)).shares
        for vertex in line.quanta.count..<line.vertices.count {
            guard let place = part.firstIndex(of: line.vertices[vertex]) else { continue }
            line.quanta.append(before + shares[place] * cost)
            part = part[(place + 1)...]
        }
    }

    private func kept(in line: ArraySlice<Coordinate>, fixed: [Int]) -> [Int] {
        LineGeneralization.keptVertices(
            of: line,
            tolerance: .init(
                meters: request.settings.precisionMeters, in: request.toOutput.targetSystem),
            keeping: fixed)
    }
}
