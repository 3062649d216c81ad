// Random towns whose streets, points and limits a test knows.

import DataStructures
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

extension AnalysisResult {
    /// The first route's line.
    var line: [Coordinate]? {
        guard case .polyline(let paths, _)? = routes?.features.first?.geometry else { return nil }
        return paths.first
    }
}

/// A grid of streets with random speeds, limits, flags and points, and a record of what was drawn.
struct DrawnTown {
    /// A part of a traversed edge, with shares in the direction of travel.
    struct Part {
        var edge: EdgeID
        var from: Double
        var to: Double
    }

    struct Point: Equatable {
        var share: Double
        var direction: StreetPointDirection
        var kind: StreetPointKind

        init(_ random: inout SeededGenerator) {
            // At an end, the arriving direction meets the point.
            switch Int.random(in: 0..<5, using: &random) {
            case 0: (share, direction, kind) = (1, .forward, .trafficSignals)
            case 1: (share, direction, kind) = (0, .backward, .trafficSignals)
            default:
                share = Double(Int.random(in: 1...15, using: &random)) / 16 + 0.01
                direction = StreetPointDirection.allCases.randomElement(using: &random) ?? .both
                kind = StreetPointKind.allCases.randomElement(using: &random) ?? .ford
            }
        }

        /// Whether both are traffic lights or signs at one place.
        func guides(with other: Point) -> Bool {
            let guides: [StreetPointKind] = [.trafficSignals, .stopSign, .yieldSign]
            return share == other.share && guides.contains(kind) && guides.contains(other.kind)
        }
    }

    private let sketch: NetworkSketch
    let layer: NetworkLayer
    private let roads: [Int: NetworkSketch.Road]
    private let points: [Int: [Point]]

    /// Streets of 800 m, so that lights and signs at different places are at least 40 m apart. None
    /// counts as the same as another, or as a sign for when the light is off.
    private static let drawing =
        "a---b---c---d\n|   |   |   |\ne---f---g---h\n|   |   |   |\ni---j---k---l"

    init(_ random: inout SeededGenerator) throws {
        var sketch = NetworkSketch(Self.drawing, scale: 4)
        var roads: [Int: NetworkSketch.Road] = [:]
        var points: [Int: [Point]] = [:]
        for word in ["abcd", "efgh", "ijkl", "aei", "bfj", "cgk", "dhl"] {
            for (from, to) in zip(word, word.dropFirst()) {
                var road = NetworkSketch.Road()
                road.name = "\(from)\(to) Street"
                road.flags = Self.flags(&random)
                road.speedLimit = [0, 30, 50, 70].randomElement(using: &random) ?? 0
                var drawn: [Point] = []
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let point = Point(&random)
                    guard !drawn.contains(where: { $0 == point || $0.guides(with: point) })
                    else { continue }
                    drawn.append(point)
                    road.put(point.kind, at: point.share, point.direction)
                }
                let seconds = Double(4 * Int.random(in: 5...90, using: &random))
                if Int.random(in: 0..<6, using: &random) == 0 {
                    sketch.oneWay("\(from)\(to)", seconds: seconds) { $0 = road }
                } else {
                    sketch.road("\(from)\(to)", seconds: seconds) { $0 = road }
                }
                let segment = Int(sketch.edge(from, to) / 2)
                (roads[segment], points[segment]) = (road, drawn)
            }
        }
        self.sketch = sketch
        self.roads = roads
        self.points = points
        layer = try NetworkLayer.sketched(sketch)
    }

    private static func flags(_ random: inout SeededGenerator) -> EdgeFlags {
        var flags: EdgeFlags = []
        for flag in [EdgeFlags.tunnel, .bridge, .toll, .ferry, .unpaved, .restrictedAccess]
        where Int.random(in: 0..<6, using: &random) == 0 {
            flags.insert(flag)
        }
        return flags
    }

    /// A request through random places, with conditions, legs and the traversed edges.
    func request(_ random: inout SeededGenerator) -> RouteParameters {
        let letters = sketch.letters
        let places = (0..<Int.random(in: 2...4, using: &random)).map { _ in
            let from = letters.randomElement(using: &random) ?? "a"
            let to = letters.randomElement(using: &random) ?? "b"
            return sketch.place(
                from, to, at: [0, 0.3, 0.5].randomElement(using: &random) ?? 0)
        }
        var parameters = RouteParameters(through: places)
        parameters.restrictUTurns = .allowBacktrack
        parameters.ignoreInvalidLocations = false
        // Makes all requests find the same route among equally cheap ones.
        parameters.deterministic = true
        parameters.returnDirections = false
        parameters.returnConditions = true
        parameters.returnLegs = true
        parameters.returnTraversedEdges = true
        return parameters
    }

    /// An answer's traversed edges.
    func traversed(_ result: AnalysisResult) -> [Part] {
        guard let set = result.traversedEdges else { return [] }
        return set.features.compactMap { row in
            guard case .integer(let id)? = set.value("EID", of: row),
                case .double(let from)? = set.value("FromPosition", of: row),
                case .double(let to)? = set.value("ToPosition", of: row)
            else { return nil }
            let edge = EdgeID(row: UInt32(id))
            return Part(
                edge: edge, from: edge.isForward ? from : 1 - from,
                to: edge.isForward ? to : 1 - to)
        }
    }

    /// Puts random speeds in force. Returns the jam class of each edge that has one.
    func publishJams(_ random: inout SeededGenerator) -> [UInt32: JamClass] {
        let shares: [(share: Double, jam: JamClass)] = [
            (1.2, .free), (0.7, .slow), (0.4, .heavy), (0.2, .jammed), (0.03, .blocked),
        ]
        var (speeds, jams): ([EdgeSpeed], [UInt32: JamClass]) = ([], [:])
        for row in 0..<UInt32(layer.network.edgeCount) {
            guard Int.random(in: 0..<4, using: &random) > 0 else { continue }
            let (share, jam) = shares[Int.random(in: 0..<shares.count, using: &random)]
            let own = speed(of: Part(edge: EdgeID(row: row), from: 0, to: 1))
            speeds.append(EdgeSpeed(edge: row, kilometersPerHour: own * share))
            jams[row] = jam
        }
        layer.traffic.publish(
            TrafficSnapshot(
                speeds: speeds, closures: [], made: layer.traffic.now(), on: layer.network))
        return jams
    }

    /// Puts works on random edges in force, some of them on several. Returns each edge's texts.
    func publishEvents(_ random: inout SeededGenerator) -> [UInt32: [String]] {
        var (rows, texts): ([EdgeEvent], [UInt32: [String]]) = ([], [:])
        for row in 0..<UInt32(layer.network.edgeCount) {
            for number in 0..<4 where Int.random(in: 0..<4, using: &random) == 0 {
                let text = "works \(number)"
                let event = TrafficEvent(kind: .works, text: text, id: "9", lanesClosed: 1)
                rows.append(EdgeEvent(edge: row, event: event))
                texts[row, default: []].append(text)
                // Over at the departure, and never listed.
                rows.append(EdgeEvent(edge: row, event: TrafficEvent(kind: .works), until: 1))
            }
        }
        layer.traffic.publish(
            TrafficSnapshot(
                speeds: [], closures: [], events: rows, made: layer.traffic.now(), on: layer.network
            ))
        return texts
    }

    func flags(of edge: EdgeID) -> EdgeFlags { roads[edge.segment]?.flags ?? [] }

    func limit(of part: Part) -> Int? {
        roads[part.edge.segment].flatMap { $0.speedLimit == 0 ? nil : Int($0.speedLimit) }
    }

    /// The speed on an edge in km/h.
    func speed(of part: Part) -> Double {
        let network = layer.network
        return Double(network.costs[TestNetwork.length][part.edge.row]) * 36
            / Double(network.costs[TestNetwork.travelTime][part.edge.row])
    }

    func meters(of part: Part) -> Double {
        Double(layer.network.costs[TestNetwork.length][part.edge.row]) / 100 * (part.to - part.from)
    }

    /// The points met by traffic along an edge, by their shares in its direction.
    func points(along edge: EdgeID) -> [(share: Double, kind: RouteEvent.Kind)] {
        (points[edge.segment] ?? []).compactMap { point in
            let meets =
                point.direction == .both || (point.direction == .forward) == edge.isForward
            guard meets, let kind = RouteEvent.Kind(rawValue: "\(point.kind)") else { return nil }
            return (edge.isForward ? point.share : 1 - point.share, kind)
        }
    }
}
