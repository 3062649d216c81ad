// Directions for trips along words of letters on drawn networks.

import RoadNetwork
import RouteTesting

@testable import Directions

/// The directions of a trip over a drawing.
struct DrawnTrip {
    let entries: [DirectionsEntry]
    let legs: [DirectionsLeg]

    /// Travels along words of letters, one for each leg.
    ///
    /// - Parameters:
    ///   - share: Where travel begins on the first edge and ends on the last.
    ///   - scale: Multiplies lengths (50 m a character at 1); angles stay.
    init(
        _ sketch: NetworkSketch, along words: [String], stops: [DirectionsStop]? = nil,
        share: ClosedRange<Double> = 0...1, scale: Double = 1,
        options: DirectionsOptions = DirectionsOptions()
    ) throws {
        let network = try sketch.build()
        let column = options.family == "foot" ? TestNetwork.walkTime : TestNetwork.travelTime
        var legs: [DirectionsLeg] = []
        for (index, word) in words.enumerated() {
            var path = NetworkPath(
                elements: sketch.edges(along: word).map {
                    NetworkPath.Element(edge: EdgeID(row: $0))
                })
            if index == 0 { path.elements[0].from = share.lowerBound }
            if index == words.count - 1 {
                path.elements[path.elements.count - 1].to = share.upperBound
            }
            legs.append(
                DirectionsLeg(
                    path: path,
                    milliseconds: path.elements.map {
                        Int64(Double(network.costs[column][$0.edge.row]) * ($0.to - $0.from))
                    },
                    centimeters: path.elements.map {
                        let whole = Double(network.lengthCentimeters(of: $0.edge)) * scale
                        return Int64((whole * ($0.to - $0.from)).rounded())
                    }))
        }
        let names = ["A", "B", "C", "D", "E"]
        self.legs = legs
        entries = DirectionsWriter(network: network, options: options).write(
            stops: stops ?? names.prefix(legs.count + 1).map { DirectionsStop(name: $0) },
            legs: legs)
    }

    init(
        _ sketch: NetworkSketch, along word: String, share: ClosedRange<Double> = 0...1,
        scale: Double = 1, options: DirectionsOptions = DirectionsOptions()
    ) throws {
        try self.init(sketch, along: [word], share: share, scale: scale, options: options)
    }

    var texts: [String] { entries.map(\.text) }

    /// The sentences between the stops.
    var steps: [String] { entries.filter { $0.kind == .maneuver }.map(\.text) }

    /// The maneuver types between the stops.
    var types: [ManeuverType] { entries.filter { $0.kind == .maneuver }.map(\.type) }
}
