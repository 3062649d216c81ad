// Which nodes can reach each other, so islands and traps are known.

import RoadNetwork

/// Labels the strongly connected components of a family's node graph.
enum StrongComponents {
    /// The label of nodes no edge of the family touches.
    static let none = UInt32.max

    /// Labels each node with its component. Component 0 has the most nodes; ties go to the lowest
    /// node.
    ///
    /// Turn rules are ignored: a component is what the streets themselves connect.
    ///
    /// Method: R. Tarjan, *Depth-first search and linear graph algorithms*, SIAM J. Comput. 1
    /// (1972), [doi:10.1137/0201010](https://doi.org/10.1137/0201010), without recursion.
    ///
    /// - Complexity: O(nodes + edges), plus ranking the components by size.
    static func label(_ contents: NetworkContents, family: UInt8, direction: UInt64) -> [UInt32] {
        var search = Search(contents, family: family, direction: direction)
        for node in 0..<contents.nodeLongitudeE7.count where search.order[node] == 0 {
            search.visit(UInt32(node))
        }
        return ranked(search.component, count: search.componentCount)
    }

    private static func ranked(_ component: [UInt32], count: UInt32) -> [UInt32] {
        var size = [Int](repeating: 0, count: Int(count))
        var lowest = [Int](repeating: .max, count: Int(count))
        for (node, label) in component.enumerated() where label != none {
            size[Int(label)] += 1
            lowest[Int(label)] = min(lowest[Int(label)], node)
        }
        let byRank = (0..<Int(count)).sorted { (-size[$0], lowest[$0]) < (-size[$1], lowest[$1]) }
        var rank = [UInt32](repeating: 0, count: Int(count))
        for (position, label) in byRank.enumerated() { rank[label] = UInt32(position) }
        return component.map { $0 == none ? none : rank[Int($0)] }
    }

    private struct Search {
        let contents: NetworkContents
        let family: UInt8
        let direction: UInt64
        var order: [UInt32]
        var low: [UInt32]
        var component: [UInt32]
        var componentCount: UInt32 = 0
        private var counter: UInt32 = 0
        private var open: [UInt32] = []
        private var trail: [(node: UInt32, next: UInt32)] = []

        init(_ contents: NetworkContents, family: UInt8, direction: UInt64) {
            self.contents = contents
            self.family = family
            self.direction = direction
            let count = contents.nodeLongitudeE7.count
            order = [UInt32](repeating: 0, count: count)
            low = order
            component = [UInt32](repeating: none, count: count)
        }

        private func isTouched(_ node: UInt32) -> Bool {
            let out =
                Int(contents.nodeFirstOut[Int(node)])..<Int(contents.nodeFirstOut[Int(node) + 1])
            return contents.outEdges[out].contains {
                (contents.edgeFamilies[Int($0)] | contents.edgeFamilies[Int($0 ^ 1)]) & family != 0
            }
        }

        private mutating func enter(_ node: UInt32) {
            counter += 1
            order[Int(node)] = counter
            low[Int(node)] = counter
            open.append(node)
            trail.append((node, contents.nodeFirstOut[Int(node)]))
        }

        mutating func visit(_ root: UInt32) {
            guard isTouched(root) else {
                order[Int(root)] = .max
                return
            }
            enter(root)
            while let (node, next) = trail.last {
                if next < contents.nodeFirstOut[Int(node) + 1] {
                    trail[trail.count - 1].next += 1
                    follow(Int(contents.outEdges[Int(next)]), from: node)
                } else {
                    close(node)
                }
            }
        }

        private mutating func follow(_ edge: Int, from node: UInt32) {
            guard contents.edgeFamilies[edge] & family != 0,
                contents.edgeRestrictions[edge] & direction == 0
            else { return }
            let head = contents.edgeHead[edge]
            if order[Int(head)] == 0 {
                enter(head)
            } else if component[Int(head)] == none {
                low[Int(node)] = min(low[Int(node)], order[Int(head)])
            }
        }

        private mutating func close(_ node: UInt32) {
            trail.removeLast()
            if let parent = trail.last?.node {
                low[Int(parent)] = min(low[Int(parent)], low[Int(node)])
            }
            guard low[Int(node)] == order[Int(node)] else { return }
            while let member = open.popLast() {
                component[Int(member)] = componentCount
                if member == node { break }
            }
            componentCount += 1
        }
    }
}
