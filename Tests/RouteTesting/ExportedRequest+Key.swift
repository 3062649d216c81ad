// Translates the engine's keys into requests of a program that reads only the exported tables.

package import RoadNetwork
package import RoutingEngine

extension ExportedRequest {
    /// The request that corresponds to an engine key.
    package init(_ key: MetricKey, on network: NetworkDataset) {
        let description = network.description
        let rule = key.uTurns
        self.init(
            cost: description.costs[key.column].name, family: description.families[key.family].name
        ) { valence in
            switch rule {
            case .everywhere: true
            case .deadEndsAndIntersections: valence == 1 || valence >= 3
            case .deadEnds: valence == 1
            case .nowhere: false
            }
        }
        for active in key.restrictions {
            guard let name = description.restrictions.first(where: { $0.mask == active.mask })?.name
            else { continue }
            var thousandths: Int?
            if case .scales(let factor) = active.effect {
                thousandths = Int((factor.value * 1_000).rounded())
            }
            if let limit = active.limit {
                self.limit = Limit(
                    restriction: name, column: description.limits[limit.column].name,
                    vehicle: Double(limit.vehicleValue) / 100, thousandths: thousandths)
            } else if let thousandths {
                factors[name] = thousandths
            } else if active.isThroughTraffic {
                throughTraffic = name
            } else {
                prohibited.insert(name)
            }
        }
        // Random networks draw families freely; built ones derive them from the access columns.
        let bit: UInt8 = 1 << UInt8(key.family)
        closedEdges = Set((0..<network.edgeCount).filter { network.edgeFamilies[$0] & bit == 0 })
    }
}
