// Writes the entries of directions for stops and legs. Start here: ManeuverBuilder finds the
// maneuvers, Wording and Phrasebook word them.

package import RoadNetwork

/// Writes a route's turn-by-turn directions.
///
/// Ask for a route's entries in one call, ``write(stops:legs:)``, or in two if you want to time
/// them: ``maneuvers(stops:legs:)`` reads the network, ``entries(of:)`` writes sentences. Legs that
/// meet at a waypoint are joined into one ``Travel``. Each travel goes through four stages:
///
/// - ``ManeuverBuilder`` finds the maneuvers: what the driver must be told at each junction.
/// - ``Announcement`` joins maneuvers one sentence covers, such as two quick turns.
/// - ``Wording`` picks a sentence key and its values; ``Phrasebook`` fills in the sentence of the
///   request's language.
/// - The writer adds dwell times, clocks and running totals.
///
/// The entries of a route cover its path without gaps: lengths add up to the length of the legs,
/// times to their time plus service and waiting. Everything is a value computed from the arguments;
/// the network is only read, so you may use one writer from several threads.
/// ```swift
/// let writer = DirectionsWriter(network: network, options: DirectionsOptions(language: "en"))
/// let entries = writer.write(
///     stops: [DirectionsStop(name: "Depot"), DirectionsStop(name: "Customer")], legs: [leg])
/// // entries.map(\.text): "Start at Depot", "Go east on Main St", "Finish at Customer"
/// ```
package struct DirectionsWriter: Sendable {
    private let network: NetworkDataset
    private let traveler: Traveler
    private let wording: Wording

    package init(network: NetworkDataset, options: DirectionsOptions) {
        self.network = network
        wording = Wording(options)
        traveler = Traveler(
            options: options, language: wording.phrases.language, description: network.description)
    }

    /// Writes the entries from the departure at the first stop to the arrival at the last.
    ///
    /// A single stop gets a departure and an arrival.
    ///
    /// - Precondition: There is at least one stop, and one leg fewer than stops.
    /// - Complexity: O(*n* *d*) for *n* path elements and nodes of degree *d*.
    package func write(stops: [DirectionsStop], legs: [DirectionsLeg]) -> [DirectionsEntry] {
        entries(of: maneuvers(stops: stops, legs: legs))
    }

    /// Finds what there is to say between every two stops with entries, in no language yet.
    ///
    /// - Precondition: There is at least one stop, and one leg fewer than stops.
    /// - Complexity: O(*n* *d*) for *n* path elements and nodes of degree *d*.
    package func maneuvers(stops: [DirectionsStop], legs: [DirectionsLeg]) -> RouteManeuvers {
        precondition(
            stops.count == legs.count + 1,
            "\(legs.count) legs for \(stops.count) stops: one leg fewer than stops expected")
        var found = RouteManeuvers(stops: stops)
        var start = 0
        for leg in legs.indices {
            if stops[leg + 1].isWaypoint, leg + 1 < stops.count - 1 { continue }
            let travel = Travel(legs, legs: start..<(leg + 1))
            var maneuvers = ManeuverBuilder.maneuvers(of: travel, for: traveler, on: network)
            addBarriers(of: legs, along: travel, to: &maneuvers)
            let speech = Speech(
                wording.options.style == .navigation
                    ? Announcement.separate(maneuvers)
                    : Announcement.joined(maneuvers, along: travel), startsRoute: start == 0)
            found.trips.append(
                RouteManeuvers.Trip(
                    legs: start...leg, travel: travel, speech: speech, last: maneuvers.last))
            start = leg + 1
        }
        return found
    }

    /// Writes what was found as entries in the request's language.
    ///
    /// - Complexity: O(*m* + *n*) for *m* maneuvers and *n* path elements.
    package func entries(of found: RouteManeuvers) -> [DirectionsEntry] {
        let stops = found.stops
        var entries = [departure(stops[0], at: 0, leg: 0)]
        for trip in found.trips {
            let (leg, stop) = (trip.legs.upperBound, trip.legs.upperBound + 1)
            let isLast = stop == stops.count - 1
            let before = entries.count - 1
            for place in trip.speech.announcements.indices {
                entries.append(entry(place, of: trip.speech, trip.travel))
            }
            for waypoint in trip.legs.dropFirst() {
                addDwell(at: stops[waypoint], after: waypoint - 1, to: &entries[before...])
            }
            entries.append(
                arrival(stops[stop], at: stop, leg: leg, isLast: isLast, after: trip.last))
            if !isLast { entries.append(departure(stops[stop], at: stop, leg: leg + 1)) }
        }
        if found.trips.isEmpty {
            entries.append(arrival(stops[0], at: 0, leg: 0, isLast: true, after: nil))
        }
        addTotals(to: &entries, stops: stops)
        return entries
    }

    private func departure(_ stop: DirectionsStop, at index: Int, leg: Int) -> DirectionsEntry {
        let isFirst = index == 0
        var entry = DirectionsEntry(
            kind: .depart, type: .depart, text: "", shortText: "", strings: [], leg: leg,
            spans: [], centimeters: 0,
            milliseconds: isFirst ? stop.serviceMilliseconds + stop.waitMilliseconds : 0,
            stop: index)
        guard wording.options.writesTexts else { return entry }
        entry.text = wording.departure(stop, isFirst: isFirst)
        entry.shortText = wording.departure(stop, isFirst: isFirst, withNotes: false)
        entry.strings = wording.strings(stop, .depart, text: entry.text, isVisit: isFirst)
        return entry
    }

    private func arrival(
        _ stop: DirectionsStop, at index: Int, leg: Int, isLast: Bool, after last: Maneuver?
    ) -> DirectionsEntry {
        // The only stop of a route has its time in the first entry.
        let isVisit = index > 0
        var entry = DirectionsEntry(
            kind: .stop, type: .stop, text: "", shortText: "", strings: [], leg: leg, spans: [],
            centimeters: 0,
            milliseconds: isVisit ? stop.serviceMilliseconds + stop.waitMilliseconds : 0,
            stop: index)
        guard wording.options.writesTexts else { return entry }
        entry.text = wording.arrival(stop, isLast: isLast, isVisit: isVisit, after: last)
        entry.shortText = wording.arrival(stop, isLast: isLast, isVisit: false, after: nil)
        entry.strings = wording.strings(stop, .arrive, text: entry.text, isVisit: isVisit)
        return entry
    }

    /// Records how much time barriers add on the road of each maneuver.
    private func addBarriers(
        of legs: [DirectionsLeg], along travel: Travel, to maneuvers: inout [Maneuver]
    ) {
        guard legs.contains(where: { !$0.barrierMilliseconds.isEmpty }) else { return }
        for place in maneuvers.indices {
            maneuvers[place].barrierMilliseconds = travel.steps[maneuvers[place].steps]
                .reduce(0) { $0 + (legs[$1.leg].barrierMilliseconds[$1.element] ?? 0) }
        }
    }

    private func entry(
        _ place: Int, of speech: Speech, _ travel: Travel
    ) -> DirectionsEntry {
        let announcement = speech.announcements[place]
        let spans = travel.spans(of: announcement.steps)
        var entry = DirectionsEntry(
            kind: .maneuver, type: announcement.type, text: "", shortText: "", strings: [],
            leg: spans.first?.leg ?? 0, spans: spans, centimeters: announcement.centimeters,
            milliseconds: announcement.milliseconds)
        if wording.options.writesTexts {
            entry.text = wording.text(of: place, in: speech)
            entry.shortText =
                wording.options.writesShortTexts
                ? wording.shortSentence(announcement) : entry.text
            entry.strings = wording.strings(announcement, text: entry.text)
        }
        entry.leavesOnLeft = announcement.maneuver.action == .exit(.left)
        if wording.options.listsManeuvers {
            entry.maneuvers = announcement.maneuvers.map { wording.told($0, along: travel) }
        }
        if wording.options.includesCrossStreets {
            entry.events = CrossStreets(
                network: network, travel: travel, language: traveler.nameLanguage
            ).events(over: announcement.steps)
        }
        return entry
    }

    /// Adds a waypoint's dwell time to the entry whose road passes it, or to the departure if
    /// nothing is traveled before.
    private func addDwell(
        at waypoint: DirectionsStop, after leg: Int, to entries: inout ArraySlice<DirectionsEntry>
    ) {
        let spent = waypoint.serviceMilliseconds + waypoint.waitMilliseconds
        let index =
            entries.lastIndex { $0.spans.contains { $0.leg <= leg } } ?? entries.startIndex
        entries[index].milliseconds += spent
        entries[index].dwellMilliseconds += spent
        for event in entries[index].events.indices where entries[index].events[event].leg > leg {
            entries[index].events[event].milliseconds += spent
        }
    }

    /// Adds clocks, running totals and the summary.
    private func addTotals(to entries: inout [DirectionsEntry], stops: [DirectionsStop]) {
        var clock: Int64?
        var centimeters: Int64 = 0
        var milliseconds: Int64 = 0
        for index in entries.indices {
            let isArrival = entries[index].kind == .stop || index == 0
            if isArrival, let stop = entries[index].stop, let known = stops[stop].startClock {
                // A given clock takes precedence: it includes breaks and traffic, which the legs
                // leave out.
                clock = known
            }
            entries[index].clock = clock
            centimeters += entries[index].centimeters
            milliseconds += entries[index].milliseconds
            if wording.options.writesTexts, wording.options.strings == .all {
                addMeasures(to: &entries[index], cumulated: centimeters)
            }
            clock = clock.map { $0 + entries[index].milliseconds }
        }
        guard wording.options.writesTexts, wording.options.strings.contains(.summary) else {
            return
        }
        let summary = wording.summary(
            centimeters: centimeters, milliseconds: milliseconds,
            stops: stops.dropFirst().dropLast().count { !$0.isWaypoint })
        entries[0].strings.append(DirectionsString(summary, .summary))
    }

    private func addMeasures(to entry: inout DirectionsEntry, cumulated: Int64) {
        if entry.kind == .maneuver {
            entry.strings.append(DirectionsString(wording.length(entry.centimeters), .length))
            entry.strings.append(DirectionsString(wording.time(entry.milliseconds), .time))
        }
        if entry.kind != .depart {
            entry.strings.append(DirectionsString(wording.length(cumulated), .cumulativeLength))
        }
        if let clock = entry.clock {
            entry.strings.append(
                DirectionsString(wording.timeOfDay(clock), .estimatedArrivalTime))
        }
    }
}
