// Prints a failing case in readable form: a sketch of the network, and lists.

import Geo
import RoadNetwork
import RouteTesting
import RoutingEngine

/// Draws small networks with letters and lines.
struct NetworkDrawing {
    private static let (columns, rows) = (78, 30)

    private let network: NetworkDataset
    private var canvas: [[Character]]

    init(_ network: NetworkDataset) {
        self.network = network
        canvas = Array(
            repeating: Array(repeating: " ", count: Self.columns), count: Self.rows)
    }

    /// The sketch and the lists for one mismatch.
    ///
    /// If the network is too large to draw, the text describes only the question.
    static func text(of mismatch: SoakMismatch, in world: SoakWorld) -> String {
        var drawing = NetworkDrawing(world.network)
        let (answers, isSmall) = (drawing.answers(mismatch), world.network.segmentCount <= 500)
        guard isSmall else { return answers.joined(separator: "\n") }
        drawing.sketch(mismatch.question)
        return ([drawing.picture] + drawing.rules(mismatch, world) + answers)
            .joined(separator: "\n")
    }

    private var picture: String {
        canvas.map { line in
            var text = String(line)
            while text.last == " " { text.removeLast() }
            return text
        }.joined(separator: "\n")
    }

    private mutating func sketch(_ question: SoakQuestion) {
        for segment in 0..<network.segmentCount {
            let ends = network.shape(ofSegment: segment).map { cell($0) }
            for (a, b) in zip(ends, ends.dropFirst()) { drawLine(from: a, to: b) }
        }
        for segment in question.barriers.segments.keys { mark(segment, 0.5, "X") }
        for node in question.barriers.nodes.keys { put("X", at: cell(place(of: node)), below: 1) }
        for origin in question.origins { mark(edge: origin.edge, origin.fraction, "O") }
        for end in question.destinations { mark(edge: end.edge, end.fraction, "D") }
        for node in 0..<UInt32(network.nodeCount) {
            for (offset, digit) in String(node).enumerated() {
                var at = cell(place(of: node))
                at.column += offset
                put(digit, at: at)
            }
        }
    }

    private func place(of node: UInt32) -> Coordinate { network.coordinate(of: NodeID(row: node)) }

    private func cell(_ place: Coordinate) -> (column: Int, row: Int) {
        let box = network.extent
        func share(_ value: Double, _ low: Double, _ high: Double) -> Double {
            high > low ? min(max((value - low) / (high - low), 0), 1) : 0.5
        }
        return (
            Int(share(place.x, box.minX, box.maxX) * Double(Self.columns - 3)),
            Self.rows - 2 - Int(share(place.y, box.minY, box.maxY) * Double(Self.rows - 2))
        )
    }

    private mutating func put(
        _ character: Character, at cell: (column: Int, row: Int), below: Int = 0
    ) {
        let row = cell.row + below
        guard (0..<Self.rows).contains(row), (0..<Self.columns).contains(cell.column) else {
            return
        }
        canvas[row][cell.column] = character
    }

    private mutating func drawLine(
        from a: (column: Int, row: Int), to b: (column: Int, row: Int)
    ) {
        let steps = max(abs(b.column - a.column), abs(b.row - a.row), 1)
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            let column = a.column + Int((Double(b.column - a.column) * share).rounded())
            let row = a.row + Int((Double(b.row - a.row) * share).rounded())
            put("·", at: (column, row))
        }
    }

    private mutating func mark(edge: UInt32, _ fraction: Double, _ character: Character) {
        mark(Int(edge / 2), edge & 1 == 0 ? fraction : 1 - fraction, character)
    }

    private mutating func mark(_ segment: Int, _ share: Double, _ character: Character) {
        let line = LineMeasure(network.shape(ofSegment: segment))
        put(
            character, at: cell(line.coordinate(at: share)), below: share == 0 || share == 1 ? 1 : 0
        )
    }
}

extension NetworkDrawing {
    /// Streets and rules, one on a line.
    private func rules(_ mismatch: SoakMismatch, _ world: SoakWorld) -> [String] {
        let question = mismatch.question
        var lines = ["", "streets: edge from-to cost, restriction bits, families"]
        for edge in 0..<UInt32(network.edgeCount) {
            let cost = network.costs[question.key.column][edge]
            let bits = String(network.edgeRestrictions[edge], radix: 2)
            let families = String(network.edgeFamilies[edge], radix: 2)
            lines.append(
                "  \(edge) \(network.edgeHead[edge ^ 1])-\(network.edgeHead[edge]) \(cost), "
                    + "\(bits), \(families)")
        }
        lines += (world.prohibitions ?? []).map { "  forbidden \($0.edges) under \($0.mask)" }
        lines += (0..<UInt32(network.nodeCount)).compactMap { node in
            let mask = network.barredMask(of: node)
            return mask == 0 ? nil : "  junction \(node) barred under \(mask)"
        }
        return lines
    }

    /// The question, and both answers.
    private func answers(_ mismatch: SoakMismatch) -> [String] {
        let question = mismatch.question
        var lines = ["key: \(question.key)"]
        lines += question.origins.map { "O  edge \($0.edge) at \($0.fraction), cost \($0.cost)" }
        lines += question.destinations.map { "D  edge \($0.edge) at \($0.fraction)" }
        lines += question.barriers.segments.sorted { $0.key < $1.key }.map {
            "X  segment \($0.key): \($0.value)"
        }
        lines += question.barriers.nodes.sorted { $0.key < $1.key }.map {
            "X  junction \($0.key): \($0.value)"
        }
        func text(_ costs: [UInt32?]) -> String {
            costs.map { $0.map(String.init) ?? "no path" }.joined(separator: ", ")
        }
        lines.append("oracle: \(text(mismatch.expected))")
        lines.append("\(mismatch.method.name): \(text(mismatch.found))")
        return lines
    }
}
