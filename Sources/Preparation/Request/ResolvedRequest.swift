// A request with all defaults filled in and all names resolved.

package import Directions
package import Geo
import RoadNetwork
package import RouteAPI
package import RoutingEngine
package import SpatialOperations

/// A checked request with all defaults filled in and all names resolved.
///
/// What a caller sends (`RouteParameters` and its siblings) may leave out nearly everything, name
/// things by aliases, and contain rows in any coordinate system. ``RequestReader`` turns that into
/// this value once; later stages never look at defaults or names again. By then, anything wrong
/// with the request is an error, a message, or a row's own problem.
///
/// It holds the travel settings (``TravelSettings``), the location rows of all inputs in one list
/// with their placing rules, the rules for stop order and times, the clock, and the form of the
/// answer. Barriers stay raw rows in ``effective``, because a cache recognizes them before they are
/// read.
///
/// Two things may change after reading: ``TravelPeriod`` sets the conditions in force and
/// ``timedConditions``, and trials replace stops. Since it is large, it is passed as ``Shared``,
/// and a change copies it.
package struct ResolvedRequest: Sendable {
    package var settings: TravelSettings
    /// The rows of all location inputs, one input after the other.
    package var stops: [Shared<StopInput>]
    /// The inputs from which ``stops`` were read; at least one.
    package var locations: [LocationGroup]
    /// How to read and place barriers, which are still rows in ``effective``.
    package var barrierRules: BarrierKey.Rules
    package var locateBarriers: LocateSettings
    /// The streets on which point barriers may be placed; `nil` for all.
    package var streetsForBarriers: StreetSelection?
    package var ignoresInvalid: Bool
    package var order: StopOrder
    package var clock: RequestClock
    package var outputReference: SpatialReference
    package var toOutput: CoordinateTransformer
    package var outputLines: OutputLineType
    package var returns: Returned
    package var directionsLengthUnits: NetworkUnit
    package var directionsLanguage: String
    package var directionsOutputType: DirectionsOutputType
    package var directionsStyle: DirectionsStyle
    /// Which part of the directions to return; `nil` for all of them.
    package var directionsPaging: DirectionsPaging?
    package var geometryPrecision: Int?
    /// How many decimals measures have.
    package var measurePrecision: Int?
    /// The conditions and closures that change during the travel period, if any.
    package var timedConditions: TimedConditions?
    /// The traffic the request uses; `nil` for none.
    package var traffic: RequestTraffic?
    /// Whether paths must not depend on what is cached.
    package var isDeterministic: Bool
    /// The parameters from which this request was resolved, with their effective values.
    package var effective: EffectiveParameters
    /// Messages about inputs and travel settings.
    package var messages: [Message]
    /// Messages about the form of the answer.
    package var outputMessages: [Message]

    /// The instant at which routes depart if ``timedConditions`` are judged, in epoch milliseconds:
    /// the start time, or else the departure under traffic. 0 without either.
    package var departure: Int64 { clock.start ?? traffic?.departure ?? 0 }

    /// Whether the answer says why stops had to move, which takes extra searches.
    package var explainsMoves: Bool { effective[\.service.explainParameters] }

    /// How to place the first input's locations.
    package var placing: PlacingRules { locations[0].rules }

    /// Returns the same request with other rows in its first input, and without the other inputs.
    package func with(stops: [Shared<StopInput>]) -> ResolvedRequest {
        var changed = self
        changed.stops = stops
        changed.locations = [locations[0]]
        changed.locations[0].range = stops.indices
        changed.locations[0].rows = nil
        return changed
    }

    /// The parameters for a route request through the first input.
    package var parameters: RouteParameters {
        var parameters = RouteParameters()
        parameters.analysis = effective.requested
        parameters.findBestSequence = order.findsBest
        parameters.preserveFirstStop = order.preservesFirst
        parameters.preserveLastStop = order.preservesLast
        parameters.useTimeWindows = order.usesWindows
        parameters.timeWindowsAreUTC = order.windowsAreUTC
        if order.preservesSequence { parameters.preserveSequence = true }
        if let longest = order.longestMinutes { parameters.maxTotalTime = longest }
        parameters.maxViolationTime = order.maxViolationMinutes
        parameters.maxSequencingTime = order.sequencingSeconds
        parameters.keep(order.pause)
        if order.startFloats { parameters.optimizeStartTime = true }
        if order.latenessObjective != .sum {
            parameters.latenessObjective = order.latenessObjective
        }
        return parameters
    }
}

/// The rules for stop order and time windows.
package struct StopOrder: Sendable {
    package var findsBest = false
    package var preservesFirst = true
    package var preservesLast = true
    /// Whether stops keep their `Sequence` position in the best order.
    package var preservesSequence = false
    package var usesWindows = false
    /// Whether the request could use windows, and does not say that it will not.
    package var mayUseWindows = false
    package var windowsAreUTC = false
    /// The most minutes a route should take.
    package var longestMinutes: Double?
    /// How many minutes after its window a stop may be reached; `nil` for any time.
    package var maxViolationMinutes: Double?
    /// The seconds the search for the best order may take for each route.
    package var sequencingSeconds = 1.0
    /// The break in each route.
    package var pause: BreakDemand?
    /// Whether a route begins as late as its windows allow.
    package var startFloats = false
    package var latenessObjective = LatenessRule.sum

    /// What is known of the stop with which a route's shift begins.
    var shiftOrder: ShiftBeginnings.Order {
        !findsBest ? .given : preservesFirst ? .onlyFirst : .free
    }

    /// Whether routes may wait: for windows, or in a break.
    package var hasWaits: Bool { usesWindows || pause != nil }

    package init(
        findsBest: Bool = false, preservesFirst: Bool = true, preservesLast: Bool = true,
        usesWindows: Bool = false, windowsAreUTC: Bool = false
    ) {
        self.findsBest = findsBest
        self.preservesFirst = preservesFirst
        self.preservesLast = preservesLast
        self.usesWindows = usesWindows
        self.windowsAreUTC = windowsAreUTC
    }
}

extension StopOrder {
    /// Reads the rules from a route request.
    package init(_ resolved: ResolvedParameters<RouteParameters>) {
        self.init(
            findsBest: resolved[\.findBestSequence], preservesFirst: resolved[\.preserveFirstStop],
            preservesLast: resolved[\.preserveLastStop], usesWindows: resolved[\.useTimeWindows],
            windowsAreUTC: resolved[\.timeWindowsAreUTC])
        mayUseWindows = resolved.requested.useTimeWindows == nil
        preservesSequence = resolved[\.preserveSequence]
        let minutes = resolved[\.maxTotalTime]
        longestMinutes = minutes > 0 ? minutes : nil
        maxViolationMinutes = resolved.value(\.maxViolationTime)
        sequencingSeconds = resolved[\.maxSequencingTime]
        pause = BreakDemand(resolved)
        startFloats = resolved[\.optimizeStartTime]
        latenessObjective = resolved[\.latenessObjective]
    }
}

/// One location input in a request.
package struct LocationGroup: Sendable {
    /// The parameter that contains it.
    package var name: String
    /// Where its rows are in the list for all inputs.
    package var range: Range<Int>
    /// The rows as sent.
    package var rows: FeatureSet?
    package var rules: PlacingRules
}
