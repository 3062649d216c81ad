// Where the source's nodes between junctions lie: OpenStreetMap node ids as vertices of shapes.

import DataStructures

/// A node of the source that is an inner vertex of a shape.
package struct ShapeNode: Hashable, Sendable {
    /// The node's id in the source.
    package var id: Int64
    package var segment: UInt32
    /// The vertex's position in the shape, neither the first nor the last.
    package var vertex: UInt32

    package init(id: Int64, segment: UInt32, vertex: UInt32) {
        self.id = id
        self.segment = segment
        self.vertex = vertex
    }
}

/// The nodes between junctions by ascending id.
///
/// They are stored in blocks of ``blockLength``. Each block's first id is in a column; the rest are
/// bytes: each node's differences from the node before in id, segment and vertex (``ShapeCoding``).
/// Nodes that were drawn one after the other take three bytes.
package struct ShapeNodeTable: Sendable {
    static let blockLength = 32

    /// Each block's first id.
    private let firstIDs: MappedColumn<Int64>
    /// Where each block's bytes begin, and the end.
    private let offsets: MappedColumn<UInt64>
    private let bytes: MappedColumn<UInt8>

    /// - Throws: ``DatasetError`` if a section is missing or has the wrong size.
    init(_ table: SectionTable) throws(DatasetError) {
        firstIDs = try table.column("shapeNode.firstIDs")
        offsets = try table.column("shapeNode.offsets", count: firstIDs.count + 1)
        bytes = try table.column("shapeNode.bytes")
    }

    /// Returns the node with an id, or `nil`.
    ///
    /// - Complexity: O(log *n*) in the number of nodes.
    package func node(withID id: Int64) -> ShapeNode? {
        let block = (0..<firstIDs.count).partitioningIndex { firstIDs[$0] > id } - 1
        guard block >= 0 else { return nil }
        var found: ShapeNode?
        forEachNode(ofBlock: block) { node in
            if node.id == id { found = node }
            return node.id < id
        }
        return found
    }

    /// Calls `body` for every node by ascending id, until it returns `false`.
    package func forEachNode(_ body: (ShapeNode) -> Bool) {
        var goesOn = true
        for block in 0..<firstIDs.count where goesOn {
            forEachNode(ofBlock: block) { node in
                goesOn = body(node)
                return goesOn
            }
        }
    }

    /// Notes offsets that do not divide the bytes.
    func checkOffsets(_ check: inout StructureCheck) {
        check.offsets(offsets, of: bytes.count, "shapeNode.offsets")
    }

    /// Decodes a block. Broken bytes give fewer nodes, never a crash.
    private func forEachNode(ofBlock block: Int, _ body: (ShapeNode) -> Bool) {
        var position = Int(min(offsets[block], UInt64(bytes.count)))
        let end = Int(min(offsets[block + 1], UInt64(bytes.count)))
        var (id, segment, vertex) = (firstIDs[block], Int64(0), Int64(0))
        while position < end {
            guard let idStep = ShapeCoding.readVarint(bytes.base, &position, end),
                let segmentStep = ShapeCoding.readVarint(bytes.base, &position, end),
                let vertexStep = ShapeCoding.readVarint(bytes.base, &position, end)
            else { return }
            id &+= idStep
            segment &+= segmentStep
            vertex &+= vertexStep
            let node = ShapeNode(
                id: id, segment: UInt32(truncatingIfNeeded: segment),
                vertex: UInt32(truncatingIfNeeded: vertex))
            guard body(node) else { return }
        }
    }
}

/// The columns of ``ShapeNodeTable`` before they are written.
package struct ShapeNodeContents: Sendable {
    package var firstIDs: [Int64] = []
    package var offsets: [UInt64] = [0]
    package var bytes: [UInt8] = []

    /// Encodes nodes.
    ///
    /// - Precondition: Ids ascend, each once.
    package init(_ nodes: [ShapeNode] = []) {
        for start in stride(from: 0, to: nodes.count, by: ShapeNodeTable.blockLength) {
            let end = min(start + ShapeNodeTable.blockLength, nodes.count)
            var last = ShapeNode(id: nodes[start].id, segment: 0, vertex: 0)
            firstIDs.append(last.id)
            for node in nodes[start..<end] {
                precondition(node.id > last.id || node == nodes[start], "ids of nodes ascend")
                ShapeCoding.appendVarint(node.id &- last.id, to: &bytes)
                ShapeCoding.appendVarint(Int64(node.segment) - Int64(last.segment), to: &bytes)
                ShapeCoding.appendVarint(Int64(node.vertex) - Int64(last.vertex), to: &bytes)
                last = node
            }
            offsets.append(UInt64(bytes.count))
        }
    }
}
