// What the program itself asks of a request besides its parameters.

/// What code that makes a request asks of its answer, and no client can send.
///
/// None of these is a parameter: forms do not read them, answers do not list them, and a request
/// that is sent to another server leaves them behind. Pages ask for a picture. All others are for
/// requests in OSRM's form, whose answers need other parts, and whose rules differ.
package struct CallerSettings: Hashable, Sendable {
    /// Whether the answer includes a picture for its page.
    package var drawsPicture = false
    /// Whether conditions have junctions in place of events, spans and jams, and steps the
    /// maneuvers that they tell in place of texts, lines and places. Without directions there are
    /// no junctions and lanes either.
    package var describesJunctions = false
    /// The only columns that rows of routes, stops and legs need, by their names or prefixes. If
    /// `nil`, rows have all columns of the contract and all that input rows carry.
    package var neededColumns: Set<String>?
    /// Whether curb approaches do not count on streets open in one direction.
    package var ignoresCurbsOfOneWays = false
    /// Whether a request without any route says why. Whoever asks again for another route does not
    /// read it, and finding the cause takes longer than a search.
    package var explainsMissingRoutes = true
    /// The number of places to list for a single location that is not solved for.
    package var nearestCount = 1

    package init() {}
}
