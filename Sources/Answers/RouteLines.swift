// Shapes of routes and their steps.

import Directions
import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import SpatialOperations

/// A route's line, and where each path element lies on it.
///
/// Shapes are decoded and transformed once. Route lines, step lines and stop places are all parts
/// of this line.
struct RouteLine {
    /// The vertices in the output spatial reference; successive ones always differ.
    fileprivate(set) var vertices: [Coordinate] = []
    /// The impedance up to each vertex in quanta, if the request asks for measures.
    fileprivate(set) var quanta: [Double] = []
    /// The meters up to each vertex along the streets, if the answer needs them.
    fileprivate(set) var meters: [Double] = []
    /// The vertices of the route's shape, found once: rows, legs, directions and conditions count
    /// by them. `nil` if the answer has none of these.
    fileprivate var shape: [Int]?
    /// ``SpatialReference/worldWidth`` if the line may cross the 180th meridian; `nil` for nearly
    /// every line.
    private var worldWidth: Double?
    /// For every leg, each element's first and last vertex.
    fileprivate var elements: [[(first: Int, last: Int)]] = []

    /// Keeps the world's width if two vertices may lie more than half of it apart.
    fileprivate mutating func noteJumps(over worldWidth: Double?) {
        guard let worldWidth, let first = vertices.first else { return }
        let isFar = vertices.contains { abs($0.x - first.x) > worldWidth / 4 }
        self.worldWidth = isFar ? worldWidth : nil
    }

    var legCount: Int { elements.count }

    /// Returns an element's steps, by their first vertices; none if the element is a point.
    func steps(ofElement element: Int, leg: Int) -> Range<Int> {
        let bounds = elements[leg][element]
        return bounds.first..<bounds.last
    }

    /// Returns the coordinate where a leg begins.
    func departure(ofLeg leg: Int) -> Coordinate { vertices[firstVertex(ofLeg: leg)] }

    /// Returns the coordinate where a leg ends.
    func arrival(ofLeg leg: Int) -> Coordinate { vertices[lastVertex(ofLeg: leg)] }

    func end(ofElement element: Int, leg: Int) -> Coordinate {
        vertices[elements[leg][element].last]
    }

    /// Returns the index of a leg's first vertex.
    func firstVertex(ofLeg leg: Int) -> Int { elements[leg][0].first }

    /// Returns the index of a leg's last vertex.
    func lastVertex(ofLeg leg: Int) -> Int {
        elements[leg][elements[leg].count - 1].last
    }

    /// Returns the line through some vertices.
    ///
    /// Across the 180th meridian the line runs on instead of jumping to the map's other side, as in
    /// `CoordinateTransformer.project`. Single vertices keep their places.
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

    /// The box around the line, running on past 180° if the line may cross that meridian.
    var boxAcrossMeridian: Envelope? {
        worldWidth == nil ? nil : Envelope(line(through: Array(vertices.indices)))
    }

    /// Returns the first and the last vertex of some elements in a leg.
    func vertices(of span: LegSpan) -> ClosedRange<Int> {
        let bounds = elements[span.leg][span.elements]
        return bounds[bounds.startIndex].first...bounds[bounds.endIndex - 1].last
    }

    /// Returns the vertices of some elements in a leg.
    fileprivate func piece(_ span: LegSpan) -> ArraySlice<Coordinate> {
        vertices[vertices(of: span)]
    }
}

/// Makes route lines in the output spatial reference, generalized as requested.
struct RouteLines {
    let network: NetworkDataset
    let request: Shared<ResolvedRequest>

    private var hasMeasures: Bool { request.outputLines == .trueShapeWithMeasure }

    /// Makes a route's line, not generalized, with at least two vertices.
    ///
    /// - Throws: If a vertex cannot be transformed to the output spatial reference.
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
            let measure = LineMeasure(Self.running(line.vertices))
            line.meters = measure.shares.map { $0 * measure.lengthMeters }
        }
        line.vertices = try OutputProjector(request: request).line(line.vertices)
        line.noteJumps(over: request.outputReference.worldWidth)
        if request.returns.routes || request.returns.legs || request.returns.conditions {
            line.shape = findShape(of: line)
        }
        return line
    }

    /// Returns a line in longitude and latitude that does not jump at the 180th meridian.
    private static func running(_ line: [Coordinate]) -> [Coordinate] {
        var last: Coordinate?
        return line.map { vertex in
            var vertex = vertex
            if let last { vertex.x += 360 * ((last.x - vertex.x) / 360).rounded() }
            last = vertex
            return vertex
        }
    }

    /// Returns a route's shape in the requested form.
    func shape(of line: RouteLine) -> Geometry {
        let points = shapeVertices(of: line)
        if points.isEmpty { return .polyline(paths: []) }
        return .polyline(
            paths: [line.line(through: points)],
            measures: measures(at: points, of: line).map { [$0] })
    }

    /// Returns the vertex indices that make up a route's shape, in order; none if the request wants
    /// no lines.
    func shapeVertices(of line: RouteLine) -> [Int] { line.shape ?? findShape(of: line) }

    private func findShape(of line: RouteLine) -> [Int] {
        let ends = line.elements.indices.map { line.lastVertex(ofLeg: $0) }
        return switch request.outputLines {
        case .none: []
        case .straight: [line.firstVertex(ofLeg: 0)] + ends
        case .trueShape, .trueShapeWithMeasure: kept(in: line.vertices[...], fixed: ends)
        }
    }

    /// Returns the cumulated impedance at some vertices; `nil` if the request wants no measures.
    func measures(at vertices: [Int], of line: RouteLine) -> [Double]? {
        guard hasMeasures else { return nil }
        let unit = network.description.costs[request.settings.impedance].unitsPerQuantum
        return vertices.map { line.quanta[$0] * unit }
    }

    /// Returns the generalized line along some elements, with at least two coordinates.
    func piece(_ span: LegSpan, of line: RouteLine) -> [Coordinate] {
        let kept = line.line(through: keptVertices(of: span, in: line))
        return kept.count == 1 ? kept + kept : kept
    }

    /// Returns the vertex indices that generalization keeps along some elements.
    func keptVertices(of span: LegSpan, in line: RouteLine) -> [Int] {
        let piece = line.piece(span)
        return kept(in: piece, fixed: []).map { piece.startIndex + $0 }
    }

    /// Appends an element's vertices; returns the first and the last of them.
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

    /// Appends measures for the vertices just appended for an element.
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
