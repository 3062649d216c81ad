// Reconstructs a search's path from its labels.

import RoadNetwork

extension SearchSpace {
    /// Returns the path to a place on an edge that was entered from a label.
    ///
    /// Parents beyond the labels of both layers are origins, by position.
    ///
    /// - Parameters:
    ///   - label: The label of the edge before the destination's.
    ///   - cost: The origin's cost plus the path's.
    /// - Complexity: O(*n*) in the path's elements.
    func path(
        to destination: SearchDestination, enteredFrom label: UInt32, cost: UInt32,
        _ origins: [SearchOrigin], _ turns: TurnExpansion
    ) -> LegPath {
        let states = turns.edgeCount + UInt32(turns.copyOf.count)
        var elements = [
            NetworkPath.Element(
                edge: EdgeID(row: destination.edge), from: 0, to: destination.fraction)
        ]
        var label = label
        while true {
            let state = label >= states ? label - states : label
            elements.append(NetworkPath.Element(edge: EdgeID(row: turns.edge(of: state))))
            let parent = parent[Int(label)]
            guard parent >= 2 * states else {
                label = parent
                continue
            }
            let index = Int(parent - 2 * states)
            elements[elements.count - 1].from = origins[index].fraction
            return LegPath(
                origin: index, cost: cost, path: NetworkPath(elements: elements.reversed()))
        }
    }

    /// Returns the path from an origin to a later place on its own edge.
    func path(
        to destination: SearchDestination, on origin: SearchOrigin, at index: Int, cost: UInt32
    ) -> LegPath {
        let element = NetworkPath.Element(
            edge: EdgeID(row: origin.edge), from: origin.fraction, to: destination.fraction)
        return LegPath(origin: index, cost: cost, path: NetworkPath(elements: [element]))
    }
}
