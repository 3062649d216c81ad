// Where another route may leave the one under way.

import PathFinding
import Preparation
import RoadNetwork
import RouteAPI

/// How far another route follows the one under way.
struct DeviationLimits {
    var meters: Double
    var milliseconds: Int64

    /// Makes limits; both must be exceeded.
    ///
    /// - Parameter seconds: Capped at more than a million years.
    init(meters: Double, seconds: Double) {
        self.meters = meters
        milliseconds = Int64((min(seconds, 1e14) * 1_000).rounded())
    }

    /// Whether another route may leave at once.
    var isNone: Bool { meters <= 0 && milliseconds <= 0 }
}

/// Finds where another route may leave the rest of the one under way: so far ahead a driver can
/// still react.
struct RouteDeviation {
    let route: SolvedRoute
    /// The index of the time cost; `nil` only without a limit on time.
    let clock: Int?
    let limits: DeviationLimits
    let network: NetworkDataset

    /// A place on the rest of the route.
    struct Place {
        var leg: Int
        var element: Int
        /// The place along the directed edge, from 0 to 1.
        var fraction: Double
        /// Meters from the beginning of the rest.
        var meters: Double
        /// The time from its leg's start, in milliseconds.
        var milliseconds: Int64
        /// Whether the vehicle may turn round there, since the street ahead is closed.
        var mayTurn: Bool
    }

    /// Returns the index of a request's time cost: the impedance, or else the directions' time;
    /// `nil` without either.
    static func clock(of request: Shared<ResolvedRequest>, on network: NetworkDataset) -> Int? {
        let settings = request.settings
        let isTime = network.description.costs[settings.impedance].kind == .time
        return isTime ? settings.impedance : settings.directionsTime
    }

    /// Returns the places from which to search for other routes, in the order to try them.
    ///
    /// On an open route it is the first place beyond both limits; none if the route ends before it.
    /// On a blocked route it is that place, unless it lies beyond the blockage, and then the
    /// vehicle's own place, since the last junction before the blockage may come before both
    /// limits. If no junction ahead leads past the blockage, the vehicle turns round there.
    func places(before findings: [PathRemark]) -> [Place] {
        let place = farEnough
        guard let first = findings.first else { return [place].compactMap(\.self) }
        var places: [Place] = []
        if let place, place.meters > 0, place.meters < first.meters { places.append(place) }
        // There is no junction between the vehicle and a blockage on its own street.
        if first.leg > 0 || first.element > 0 { places.append(start(mayTurn: false)) }
        places.append(start(mayTurn: true))
        return places
    }

    private func start(mayTurn: Bool) -> Place {
        Place(
            leg: 0, element: 0, fraction: route.legs[0].path.elements[0].from, meters: 0,
            milliseconds: 0, mayTurn: mayTurn)
    }

    /// The first place beyond both limits; `nil` if the route ends before it.
    var farEnough: Place? {
        guard !limits.isNone else { return start(mayTurn: false) }
        let lengths = network.description.costs.first { $0.kind == .length && $0.isStored }
            .map { network.costs[$0.column] }
        var (meters, before) = (0.0, Int64(0))
        for (number, leg) in route.legs.enumerated() {
            let quanta = clock.flatMap { leg.quanta[$0] } ?? []
            var own: Int64 = 0
            for (index, element) in leg.path.elements.enumerated() {
                let span = element.to - element.from
                let length = (lengths.map { Double($0[element.edge.row]) / 100 } ?? 0) * span
                let time = index < quanta.count ? quanta[index] : 0
                let (metersLeft, timeLeft) = (
                    limits.meters - meters, limits.milliseconds - before - own
                )
                let share = max(
                    length > 0 ? metersLeft / length : metersLeft > 0 ? 2 : 0,
                    time > 0 ? Double(timeLeft) / Double(time) : timeLeft > 0 ? 2 : 0)
                // A place within rounding of an edge's end is a junction.
                if share <= 1 + 1e-6 {
                    let within = min(max(0, share), 1)
                    return Place(
                        leg: number, element: index, fraction: element.from + span * within,
                        meters: meters + length * within,
                        milliseconds: own + Int64((Double(time) * within).rounded()),
                        mayTurn: false)
                }
                meters += length
                own += time
            }
            before += own
        }
        return nil
    }
}
