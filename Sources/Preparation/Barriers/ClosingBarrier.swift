// The barriers that close streets, as answers name them.

package import RoadNetwork
package import RouteAPI
import RoutingEngine

/// A barrier that closes streets, with its name in answers.
package struct ClosingBarrier {
    package var reference: BarrierReference
    package var resolved: ResolvedBarrier
}

extension ResolvedBarriers {
    /// The barriers that close streets, by class and row.
    package var closing: [ClosingBarrier] {
        BarrierClass.allCases.flatMap { kind in
            self[kind].filter { $0.input.effect == .barred && !$0.segments.isEmpty }.map {
                ClosingBarrier(reference: $0.input.reference(kind), resolved: $0)
            }
        }
    }

    /// Returns the barriers that close part of a segment.
    package func closing(segment: Int) -> [BarrierReference] {
        closing.filter { $0.resolved.segments.contains(segment) }.map(\.reference)
    }

    /// Returns the barriers that close a junction.
    package func closing(_ node: NodeID, of network: NetworkDataset) -> [BarrierReference] {
        closing.filter { barrier in
            guard let place = barrier.resolved.place else { return false }
            return barrier.resolved.input.junction(of: place, on: network) == node
        }.map(\.reference)
    }
}
