// The works measured through the route layer: their requests and their number.

import Geo
import RouteAPI

/// A piece of work: a name shared with the peers, and its requests.
struct RouteWork {
    /// The name in results.
    let name: String
    /// The number of requests.
    let count: Int
    /// Whether the time includes writing the answer as JSON.
    let isWritten: Bool
    /// A request by number and pass. Passes shift barriers slightly, so that caches do not know
    /// them.
    let request: (_ index: Int, _ pass: Int) throws -> RouteParameters
}

extension RouteWork {
    /// A request for everything a client shows.
    private static func whole(
        _ name: String, count: Int, _ requests: PreparedRequests,
        _ change: @escaping (inout RouteParameters, _ index: Int, _ pass: Int) -> Void = {
            _, _, _ in
        }
    ) -> RouteWork {
        RouteWork(name: name, count: count, isWritten: true) { index, pass in
            var parameters = RouteParameters(stops: requests.pairs[index].map { Coordinate($0) })
            parameters.askForEverything()
            change(&parameters, index, pass)
            return parameters
        }
    }

    /// Centers shifted slightly each pass: new to any cache, the same to streets.
    private static func shifted(
        _ places: some Sequence<PreparedRequests.Place>, _ pass: Int
    ) -> [Coordinate] {
        places.map { Coordinate(x: $0[0] + Double(pass) * 1e-10, y: $0[1]) }
    }

    /// Routes in which only the pair is new.
    static func plain(_ requests: PreparedRequests) -> [RouteWork] {
        [
            RouteWork(name: "duration", count: requests.pairs.count, isWritten: false) { index, _ in
                RouteParameters(stops: requests.pairs[index].map { Coordinate($0) })
            },
            whole("route", count: requests.pairs.count, requests),
        ]
    }

    /// Totals alone under the other shipped travel modes.
    static func modes(_ requests: PreparedRequests) -> [RouteWork] {
        [
            ("mode-walking", "Walking Time"), ("mode-cycling", "Cycling Time"),
            ("mode-trucking", "Trucking Time"), ("mode-emergency", "Emergency Time"),
        ].map { name, mode in
            RouteWork(
                name: name, count: min(requests.pairs.count, 300), isWritten: false
            ) { index, _ in
                var parameters = RouteParameters(
                    stops: requests.pairs[index].map { Coordinate($0) })
                parameters.travelMode = .named(mode)
                return parameters
            }
        }
    }

    /// The best route and up to two alternatives, each with everything.
    static func alternatives(_ requests: PreparedRequests) -> RouteWork {
        whole("alternatives", count: requests.pairs.count, requests) { parameters, _, _ in
            parameters.alternatives = 2
        }
    }

    /// Routes with new barriers in every request.
    static func withNewBarriers(_ requests: PreparedRequests) -> [RouteWork] {
        let (all, some) = (requests.tenSquares.count, requests.hundredPlaces.count)
        return [
            whole("squares-1", count: all, requests) { parameters, index, pass in
                let centers = shifted(requests.tenSquares[index].prefix(1), pass)
                parameters.addSquares(centers, sideMeters: Square.analysis)
            },
            whole("squares-10", count: all, requests) { parameters, index, pass in
                let centers = shifted(requests.tenSquares[index], pass)
                parameters.addSquares(centers, sideMeters: Square.analysis)
            },
            whole("great-squares-10", count: requests.tenGreatSquares.count, requests) {
                parameters, index, pass in
                let centers = shifted(requests.tenGreatSquares[index], pass)
                parameters.addSquares(centers, sideMeters: Square.great)
            },
            whole("points-100", count: some, requests) { parameters, index, pass in
                parameters.addPoints(shifted(requests.hundredPlaces[index], pass))
            },
            whole("small-squares-100", count: some, requests) { parameters, index, pass in
                let centers = shifted(requests.hundredPlaces[index], pass)
                parameters.addSquares(centers, sideMeters: Square.small)
            },
            whole("scaled-squares-10", count: all, requests) { parameters, index, pass in
                let centers = shifted(requests.tenSquares[index], pass)
                // The first one, on the route, bars.
                parameters.addSquares(centers, sideMeters: Square.analysis) { $0 % 2 == 1 }
            },
        ]
    }

    /// Routes with one large set of barriers, always the same.
    static func withKeptBarriers(_ requests: PreparedRequests) -> RouteWork {
        let (points, centers) = (
            requests.keptPoints.map { Coordinate($0) }, requests.keptSquares.map { Coordinate($0) }
        )
        return whole("kept-barriers", count: requests.hundredPlaces.count, requests) {
            parameters, _, _ in
            parameters.addPoints(points)
            parameters.addSquares(centers, sideMeters: Square.small)
        }
    }

    /// The best sequence of 25 stops with fixed ends.
    static func sequences(_ requests: PreparedRequests) -> RouteWork {
        let stops = 25
        return RouteWork(name: "sequence-25", count: 20, isWritten: true) { index, _ in
            let places = (0..<stops).map {
                Coordinate(requests.places[(index * 7 + $0) % requests.places.count])
            }
            var parameters = RouteParameters(stops: places)
            parameters.askForEverything()
            parameters.findBestSequence = true
            return parameters
        }
    }
}
