// The move of the search without windows.

/// An exchange of the neighboring runs `start..<middle` and `middle..<end` of an order, each as it
/// is or reversed.
///
/// With an empty first run and the second reversed it is a plain reversal; with one short run it
/// moves that run elsewhere.
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
