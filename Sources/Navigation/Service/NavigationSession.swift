// Follows a vehicle and sends what is asked for. Start here for an app with a server: a session
// joins a navigator and a provider.

import Geo
public import RouteAPI
public import RouteTaskClient

/// What a ``NavigationSession`` tells.
public enum NavigationSessionEvent: Sendable {
    /// The navigator reports something. The session carries out its requests.
    case navigator(NavigatorOutput)
    /// A route was added. It comes right after what the navigator tells of it, and before the route
    /// becomes active.
    case added(AddedRoute)
    /// A request went otherwise than asked, and goes on.
    case warning(CalculationWarning)
    /// A request has failed, and why.
    case requestFailed(LiveRouteRequest, any Error)
}

/// A route that was added, with all that an app shows of it.
public struct AddedRoute: Sendable {
    /// The id to select or refuse it by.
    public var id: String
    /// The line and what lies along it.
    public var route: RouteIndex
    /// The request that it answers, with every option and the stops ahead of it.
    public var options: RouteParameters
    /// Why it was added; `nil` for a route set by the caller.
    public var reason: AddedReason?
}

/// Follows a vehicle along routes from a provider, and keeps them up to date.
///
/// ```swift
/// let session = NavigationSession(provider: provider, request: parameters)
/// try await session.start(provider.calculate(parameters).answer(), time: 0)
/// await session.take(fix)
/// await session.pass(to: fix.time)
/// ```
///
/// The session puts fixes and the time through a ``Navigator`` and carries out its requests: it
/// refreshes the route, looks for better ones, replans and rejoins, fetches directions, and cancels
/// what is no longer wanted. New times and a better route come with one request, `follow`, which
/// also brings the streets beside the route; if nothing has changed, its answer is a few bytes. A
/// provider that cannot follow is asked for both in turn. For that, the session keeps the routes'
/// handles and the stops ahead. It reads no clock: say each second how late it is.
public actor NavigationSession {
    /// What the session tells, in order. One reader at a time; the stream ends with ``stop()``.
    public nonisolated let events: AsyncStream<NavigationSessionEvent>
    /// Everything that went into the navigator and came out; `nil` unless it was asked for.
    public private(set) var recording: SessionRecording?

    let provider: any RouteProvider
    let requests: SessionRequests
    private let listener: AsyncStream<NavigationSessionEvent>.Continuation
    private(set) var navigator: Navigator
    var known: [String: SessionRequests.Known]
    private var underWay: [Int: RouteCalculation] = [:]
    private(set) var lastFix: Fix?
    /// The last time that passed, in milliseconds.
    private(set) var lastTime: Int64
    /// What following needs.
    var following = FollowMemory()
    private(set) var routeCount: Int
    private var isStopped = false

    /// Creates a session without a route.
    ///
    /// - Parameters:
    ///   - provider: Answers the requests.
    ///   - request: The request for routes. Replanning sends it again with the stops ahead, so its
    ///     stops must be rows.
    ///   - better: The thresholds for better routes.
    ///   - live: The rules for the route.
    ///   - isRecorded: Whether to keep a recording. If the rules have a selector or a retry policy
    ///     of your own, or `makeTracker` other trackers, replay it with a navigator that has them.
    ///   - makeTracker: Makes the tracker of a route.
    public init(
        provider: any RouteProvider, request: RouteParameters,
        better: BetterParameters = BetterParameters(), live: LiveRoute = LiveRoute(),
        isRecorded: Bool = false,
        makeTracker: @escaping @Sendable (RouteIndex) -> any RouteTracking = { RouteTracker($0) }
    ) {
        self.init(
            Navigator(live: live, makeTracker: makeTracker), nil, provider,
            SessionRequests(template: request, better: better), isRecorded: isRecorded)
    }

    /// Creates a session that goes on where another one was, such as after the app died.
    ///
    /// Requests under way are sent again with the next second that passes. The active route was
    /// reported before, so it is not reported again: read ``activeRoute``.
    ///
    /// - Parameters:
    ///   - saved: What the other session knew.
    ///   - provider: Answers the requests.
    ///   - request: The request with which the other session began.
    ///   - better: The thresholds for better routes.
    ///   - live: The rules for the route.
    ///   - isRecorded: Whether to keep a recording, from here on, with what was resumed.
    ///   - makeTracker: Makes the tracker of a route.
    /// - Throws: ``FollowedRouteError`` if a route of the state cannot be followed.
    public init(
        resuming saved: NavigationSessionState, provider: any RouteProvider,
        request: RouteParameters, better: BetterParameters = BetterParameters(),
        live: LiveRoute = LiveRoute(), isRecorded: Bool = false,
        makeTracker: @escaping @Sendable (RouteIndex) -> any RouteTracking = { RouteTracker($0) }
    ) throws(FollowedRouteError) {
        let navigator = try Navigator(
            live: live, resuming: saved.navigator, routes: saved.routes, makeTracker: makeTracker)
        self.init(
            navigator, saved, provider, SessionRequests(template: request, better: better),
            isRecorded: isRecorded)
    }

    private init(
        _ navigator: Navigator, _ saved: NavigationSessionState?, _ provider: any RouteProvider,
        _ requests: SessionRequests, isRecorded: Bool
    ) {
        self.provider = provider
        self.requests = requests
        self.navigator = navigator
        known = saved?.known ?? [:]
        lastFix = saved?.lastFix
        lastTime = saved?.lastTime ?? 0
        routeCount = saved?.routeCount ?? 0
        let resumed = saved.map {
            SessionRecording.Resumed(state: $0.navigator, routes: $0.routes)
        }
        recording = isRecorded ? SessionRecording(live: navigator.live, resumed: resumed) : nil
        (events, listener) = AsyncStream.makeStream()
    }

    deinit {
        for calculation in underWay.values { calculation.cancel() }
        following.corridorRequest?.cancel()
        listener.finish()
    }

    /// What the navigator knows.
    public var state: NavigatorState { navigator.state }

    /// The active route; `nil` before one is set.
    public var activeRoute: RouteIndex? { navigator.activeRoute }

    /// Where the vehicle is, to begin another itinerary there. While the vehicle follows its route,
    /// this is a point of the route with the route's course; otherwise it is the last fix. `nil`
    /// before a fix.
    ///
    /// The server will put the point on a street. If you need a position on a street now, read
    /// `AnalysisResult.snappedVehicle` in an answer to `follow`.
    public var vehiclePoint: ItineraryPoint? {
        let tracker = navigator.state.tracker
        if tracker.phase == .following, let route = activeRoute {
            let meters = tracker.shownMeters
            return ItineraryPoint(
                coordinate: route.coordinate(at: route.position(atMeters: meters)),
                courseDegrees: route.courseDegrees(atMeters: meters))
        }
        return lastFix.map {
            let isMoving = ($0.speed ?? 0) >= 3
            return ItineraryPoint(
                coordinate: $0.place, courseDegrees: isMoving ? $0.course : nil)
        }
    }

    /// Sets a route: the first one, or one brought after a deviation.
    ///
    /// - Parameters:
    ///   - answer: An answer to a solve or match that was requested with
    ///     `requestFollowedRoutes()`.
    ///   - routeID: The route's `ObjectID`; `nil` for the first route.
    ///   - isImported: Whether the route was given rather than calculated: it is rejoined after a
    ///     deviation.
    ///   - time: The present time in milliseconds.
    /// - Throws: ``FollowedRouteError`` if the answer has no route to follow.
    public func start(
        _ answer: RouteAnswer, routeID: Int? = nil, isImported: Bool = false, time: Int64
    ) throws(FollowedRouteError) {
        let id = nextID()
        let route = try requests.withStops(
            NavigatorRoute(id: id, answer.result, routeID: routeID, isImported: isImported),
            of: answer.result, requests.stops?.ids)
        known[id] = requests.known(answer.result, routeID: routeID, sent: requests.stops?.ids)
        lastTime = time
        put(.set(route, time: time))
    }

    /// Takes in a fix.
    public func take(_ fix: Fix) {
        if fix.isUsable {
            lastFix = fix
            following.keep(fix)
        }
        put(.fix(fix))
    }

    /// Lets time pass. Call it each second, after the fix if there is one.
    public func pass(to time: Int64) {
        guard !isStopped else { return }
        lastTime = time
        askCorridor(time)
        put(.tick(time: time))
    }

    /// Tells the vehicle's charge, in the unit of the network's cost `Energy`.
    ///
    /// If it does not suffice for the rest of the route, updates look for a route for which it
    /// does. For that, the session's request must total this cost.
    ///
    ///     parameters.analysis.travel.accumulateAttributeNames = ["Energy"]
    ///     …
    ///     await session.charge(left: 21.5)
    public func charge(left: Double) { put(.charge(left: left)) }

    /// Selects a proposal.
    public func select(_ id: String) { put(.selected(id: id)) }

    /// Refuses a proposal.
    public func refuse(_ id: String) { put(.refused(id: id)) }

    /// Skips the next waypoint: it counts as passed, and a route to the one after it is looked for,
    /// or to the destination. Nothing happens if no waypoint is ahead.
    ///
    /// The session's request must have its stops as rows. If it refers to stored ones, the session
    /// cannot ask for such a route: it reports `requestFailed` once, and the waypoint stays. Where
    /// the caller brings routes (`deviationMode` is `wait`), any waypoint can be skipped.
    public func skipWaypoint() {
        let next = navigator.state.tracker.waypointsReached
        guard !isStopped, let active = navigator.state.live.active,
            !navigator.state.live.hasArrived, let route = activeRoute,
            route.waypoints.indices.contains(next)
        else { return }
        let isRequested = navigator.live.settings.deviationMode == .replan
        guard !isRequested || requests.knowsStops(of: known[active.id] ?? .init()) else {
            listener.yield(
                .requestFailed(
                    .replan(waypointsReached: next), SessionRequests.unknownStops))
            return
        }
        // The stops begin with the route's start, its waypoints do not.
        if let ids = known[active.id]?.stopIDs, next + 2 < ids.count {
            known[active.id]?.stopIDs?.remove(at: next + 1)
        }
        following.held = nil
        put(.skipWaypoint)
    }

    /// Ends the session: cancels what is under way, and ends ``events``.
    public func stop() {
        isStopped = true
        for calculation in underWay.values { calculation.cancel() }
        underWay = [:]
        following.corridorRequest?.cancel()
        listener.finish()
    }

    private func nextID() -> String {
        routeCount += 1
        return "\(routeCount)"
    }

    func put(_ input: NavigatorInput) {
        guard !isStopped else { return }
        let outputs = navigator.handle(input)
        recording?.append(input, outputs)
        for output in outputs {
            listener.yield(.navigator(output))
            if case .live(.added(let id, let reason)) = output { tellAdded(id, reason) }
            switch output {
            case .live(.send(let number, let request)): send(request, number)
            case .live(.cancel(let number)):
                underWay.removeValue(forKey: number)?.cancel()
            case .live(.removed(let id)): known[id] = nil
            default: break
            }
        }
    }
}

// MARK: - Added routes

extension NavigationSession {
    /// Tells of an added route, which is the active one or the proposal when its input has ended.
    private func tellAdded(_ id: String, _ reason: AddedReason?) {
        let isActive = navigator.state.live.active?.id == id
        guard let route = isActive ? activeRoute : navigator.proposedRoute else { return }
        listener.yield(
            .added(
                AddedRoute(
                    id: id, route: route, options: known[id]?.options ?? requests.template,
                    reason: reason)))
    }
}

// MARK: - Requests

extension NavigationSession {
    private func send(_ request: LiveRouteRequest, _ number: Int) {
        let active = navigator.state.live.active
        if case .better = request,
            let answer = following.takeHeld(activeID: active?.id, time: lastTime)
        {
            // The navigator must not be entered while it is left.
            Task { [weak self] in await self?.put(.answered(request: number, answer)) }
            return
        }
        let route = active.flatMap { known[$0.id] } ?? SessionRequests.Known()
        do {
            if case .refresh(let meters) = request, let active,
                following.isPossible(at: lastTime)
            {
                let parameters = try requests.follow(
                    route, at: meters, following.fixes,
                    returnsCorridor: following.needsCorridor(of: active, at: meters))
                begin(.follow(parameters), request, number)
            } else {
                let wanted = goesOn(request, from: route)
                begin(try requests.prepare(wanted, about: route, at: lastFix), request, number)
            }
        } catch {
            Task { [weak self] in await self?.fail(number, request, error) }
        }
    }

    /// Starts a request, and takes in its answer when it comes.
    private func begin(
        _ prepared: SessionRequests.Prepared, _ request: LiveRouteRequest, _ number: Int
    ) {
        let isImported = navigator.state.live.active?.isImported ?? false
        do {
            let calculation = try start(prepared)
            underWay[number] = calculation
            Task { [weak self] in
                await self?.listen(to: calculation, of: number)
                let answer = await Result { try await calculation.answer() }
                await self?.finish(number, request, prepared, answer, isImported)
            }
        } catch {
            Task { [weak self] in await self?.fail(number, request, error) }
        }
    }

    /// Asks for new times alone if the provider could not follow, unless it asks to wait.
    ///
    /// - Parameter error: Why it could not; `nil` if it answered something else.
    /// - Returns: Whether it does.
    private func fallBack(
        _ number: Int, _ request: LiveRouteRequest, _ error: (any Error)?
    ) -> Bool {
        if let error {
            following.note(error, at: lastTime)
        } else {
            following.noteNotOffered()
        }
        guard !isStopped, !(error is CancellationError),
            (error as? RouteTaskError)?.retryAfterSeconds == nil,
            let route = navigator.state.live.active.flatMap({ known[$0.id] })
        else { return false }
        do throws(RouteRequestError) {
            begin(try requests.prepare(request, about: route, at: lastFix), request, number)
            return true
        } catch {
            return false
        }
    }

    private func start(_ request: SessionRequests.Prepared) throws -> RouteCalculation {
        switch request {
        case .follow(let parameters): try provider.calculate(parameters)
        case .refresh(let parameters), .directions(let parameters):
            try provider.calculate(parameters)
        case .better(let parameters): try provider.calculate(parameters)
        case .replan(let parameters, _), .withinRange(let parameters, _):
            try provider.calculate(parameters)
        case .rejoin(let parameters): try provider.calculate(parameters)
        }
    }

    private func listen(to calculation: RouteCalculation, of number: Int) async {
        for await event in calculation.events {
            if case .warning(let warning) = event, underWay[number] != nil {
                listener.yield(.warning(warning))
            }
        }
    }

    private func finish(
        _ number: Int, _ request: LiveRouteRequest, _ prepared: SessionRequests.Prepared,
        _ answer: Result<RouteAnswer, any Error>, _ isImported: Bool
    ) {
        // Meanwhile the request may have been cancelled.
        guard underWay.removeValue(forKey: number) != nil else { return }
        do {
            let result = try answer.get().result
            let id = nextID()
            if case .follow(let sent) = prepared {
                if let taken = try takeFollowed(result, sent, id: id) {
                    put(.answered(request: number, taken))
                } else if !fallBack(number, request, nil) {
                    fail(number, request, FollowedRouteError.noRoute(id: nil))
                }
                return
            }
            var taken = try SessionRequests.answer(
                to: prepared, result, id: id, isImported: isImported, on: activeRoute)
            if case .proposals(let routes, .withinRange) = taken {
                taken = .proposals(routes.map(stateGain), reason: .withinRange)
            }
            if case .replanned(let route) = taken, case .replan(_, let stops) = prepared {
                taken = .replanned(try requests.withStops(route, of: result, stops.stopIDs))
            }
            switch taken {
            case .proposals([], _), .refreshed, .directions: break
            case .proposals, .replanned: known[id] = knowledge(of: result, to: prepared)
            }
            put(.answered(request: number, taken))
        } catch {
            if case .follow = prepared, fallBack(number, request, error) { return }
            fail(number, request, error)
        }
    }

    /// Compares a route that starts at the vehicle's place with the rest of the active one.
    private func stateGain(of route: NavigatorRoute) -> NavigatorRoute {
        guard let index = activeRoute, let seconds = route.route.seconds.last else { return route }
        let place = index.position(atMeters: navigator.state.tracker.shownMeters)
        var route = route
        route.offer.gainSeconds = index.remainder(from: place).seconds - seconds
        return route
    }

    /// Returns what is known of another route.
    private func knowledge(
        of result: AnalysisResult, to prepared: SessionRequests.Prepared
    ) -> SessionRequests.Known {
        switch prepared {
        case .replan(let parameters, let stops), .withinRange(let parameters, let stops):
            var known = requests.known(result, sent: stops.stopIDs)
            known.origin = stops.origin
            known.options = parameters
            return known
        case .better, .rejoin, .follow, .refresh, .directions:
            return continued(by: result, routeID: nil)
        }
    }

    /// Returns what is known of a route that goes on through the stops ahead.
    ///
    /// - Parameter routeID: The route's `ObjectID`; `nil` for the first route.
    func continued(by result: AnalysisResult, routeID: Int?) -> SessionRequests.Known {
        var known = stopsAhead
        known.handle = requests.known(result, routeID: routeID).handle
        let rows = known.stopIDs.flatMap { requests.stops?.features($0, from: known.origin) }
        known.options = requests.options(through: rows)
        return known
    }

    private func fail(_ number: Int, _ request: LiveRouteRequest, _ error: any Error) {
        guard !isStopped else { return }
        if case .refresh = request { following.noteRefreshFailed(error, at: lastTime) }
        listener.yield(.requestFailed(request, error))
        put(
            .failed(
                request: number, retrySeconds: (error as? RouteTaskError)?.retryAfterSeconds))
    }

    /// The stops from the vehicle's place on: it takes the place of those reached.
    private var stopsAhead: SessionRequests.Known {
        guard let active = navigator.state.live.active, let route = known[active.id],
            var ids = route.stopIDs
        else { return SessionRequests.Known() }
        let reached = min(navigator.state.tracker.waypointsReached, ids.count)
        ids.removeFirst(reached)
        return SessionRequests.Known(stopIDs: ids, origin: reached == 0 ? route.origin : nil)
    }
}

extension Result where Failure == any Error {
    init(_ work: () async throws -> Success) async {
        do {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}
