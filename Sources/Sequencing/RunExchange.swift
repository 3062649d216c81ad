// The move of the search without windows.

/// An exchange of two neighboring runs of an order, `start..<middle` and `middle..<end`, each kept
/// as it is or reversed.
///
/// With an empty first run and a reversed second run it is a plain reversal; if one run is short,
/// that run moves elsewhere.
struct RunExchange: Hashable {
    var start: Int
    var middle: Int
    var end: Int
    var reversesFirst = false
    var reversesSecond = false

    init(
        _ start: Int, _ middle: Int, _ end: Int, reversesFirst: Bool = false,
        reversesSecond: Bool = false
    ) {
        (self.start, self.middle, self.end) = (start, middle, end)
        (self.reversesFirst, self.reversesSecond) = (reversesFirst, reversesSecond)
    }

    /// The runs in their new order.
    var runs: [(low: Int, high: Int, isReversed: Bool)] {
        [(middle, end, reversesSecond), (start, middle, reversesFirst)]
    }
}
