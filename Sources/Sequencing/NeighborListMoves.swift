// The local search's moves, which give a node a nearer successor or predecessor.

/// Finds the best move at a node.
///
/// Three moves are tried: Or-opt (a run of stops moves elsewhere, in either direction), directed
/// 2-opt (a run is reversed and its legs are charged in the other direction), and the exchange of
/// two neighboring runs, which reverses nothing and so suits one-way streets. Each is a
/// ``RunExchange``, evaluated in O(1) from prefix sums along the order.
///
/// An exchange without reversal replaces three legs. Two of the new legs are taken from neighbor
/// lists, as long as the partial gain stays positive. So every improving exchange whose new legs
/// join near nodes is found from some node.
///
/// Method: I. Or, *Traveling salesman-type combinatorial problems*, thesis, Northwestern (1976);
/// the gain criterion of S. Lin and B. Kernighan, *An effective heuristic algorithm for the
/// traveling-salesman problem*, Operations Research 21 (1973),
/// [doi:10.1287/opre.21.2.498](https://doi.org/10.1287/opre.21.2.498).
struct NeighborListMoves {
    /// The longest run that is reversed when it moves elsewhere.
    private static let longestReversedRun = 3

    private var move: RunExchange?
    /// How the move changes the total.
    private var change: Int64 = 0

    /// Returns the move that saves most by joining a node to a nearer neighbor, or `nil` if none
    /// saves anything.
    static func best(
        at node: Int, of tour: borrowing IndexedTour, _ matrix: TourMatrix
    ) -> RunExchange? {
        var moves = NeighborListMoves()
        let place = Int(tour.places[node])
        if node != matrix.tail {
            let leg = tour.leg(place)
            for near in matrix.after.row(of: node) {
                let joint = matrix.after.costs[near]
                if joint >= leg { break }
                let next = Int(tour.places[Int(matrix.after.nodes[near])])
                moves.join(place, next, joint, tour, matrix)
            }
        }
        if node != matrix.head {
            let leg = tour.leg(place - 1)
            for near in matrix.before.row(of: node) {
                let joint = matrix.before.costs[near]
                if joint >= leg { break }
                let previous = Int(tour.places[Int(matrix.before.nodes[near])])
                moves.join(previous, place, joint, tour, matrix)
            }
        }
        return moves.move
    }

    @inline(__always)
    private mutating func consider(
        _ change: Int64, _ start: Int, _ middle: Int, _ end: Int, reversesFirst: Bool = false,
        reversesSecond: Bool = false
    ) {
        guard change < self.change else { return }
        self.change = change
        move = RunExchange(
            start, middle, end, reversesFirst: reversesFirst, reversesSecond: reversesSecond)
    }

    /// Evaluates the moves that make the node at `q` follow the node at `p`, over a new leg that
    /// costs `joint`.
    private mutating func join(
        _ p: Int, _ q: Int, _ joint: Int64, _ tour: borrowing IndexedTour, _ matrix: TourMatrix
    ) {
        let last = tour.count - 1
        if p < q {
            guard p + 1 < q else { return }
            exchange(p, q, joint, tour, matrix)
            reverseBetween(p, q, joint, tour, last)
            for length in 1...Self.longestReversedRun {
                reverseAhead(p, q, length, joint, tour, last)
            }
        } else {
            if q > 0, p < last { moveBack(p, q, joint, tour, matrix) }
            for length in 1...Self.longestReversedRun {
                reverseBack(p, q, length, joint, tour, last)
            }
        }
    }

    /// Without reversal, for `q` after `p`: a run from `q` on moves behind `p`, or a run up to `p`
    /// moves before `q`.
    @inline(__always)
    private mutating func exchange(
        _ p: Int, _ q: Int, _ joint: Int64, _ tour: borrowing IndexedTour, _ matrix: TourMatrix
    ) {
        let last = tour.count - 1
        // The node that ends one run goes before the node that followed p; the node that follows
        // that run goes after the node that preceded q.
        let (followed, preceded) = (tour.node(p + 1), tour.node(q - 1))
        let saved = tour.leg(p) + tour.leg(q - 1) - joint
        for near in matrix.before.row(of: followed) {
            let cost = matrix.before.costs[near]
            if cost >= saved { break }
            let place = Int(tour.places[Int(matrix.before.nodes[near])])
            guard place < p || place >= q, place < last else { continue }
            let change =
                cost + tour.cost(preceded, tour.node(place + 1)) - tour.leg(place) - saved
            if place < p {
                consider(change, place + 1, p + 1, q)
            } else {
                consider(change, p + 1, q, place + 1)
            }
        }
        for near in matrix.after.row(of: preceded) {
            let cost = matrix.after.costs[near]
            if cost >= saved { break }
            let place = Int(tour.places[Int(matrix.after.nodes[near])])
            guard place <= p || place > q, place > 0 else { continue }
            let change =
                cost + tour.cost(tour.node(place - 1), followed) - tour.leg(place - 1) - saved
            if place <= p {
                consider(change, place, p + 1, q)
            } else {
                consider(change, p + 1, q, place)
            }
        }
    }

    /// Without reversal, for `q` before `p`: a run from `q` on moves behind `p`.
    @inline(__always)
    private mutating func moveBack(
        _ p: Int, _ q: Int, _ joint: Int64, _ tour: borrowing IndexedTour, _ matrix: TourMatrix
    ) {
        let (followed, preceded) = (tour.node(p + 1), tour.node(q - 1))
        let saved = tour.leg(p) + tour.leg(q - 1) - joint
        for near in matrix.after.row(of: preceded) {
            let cost = matrix.after.costs[near]
            if cost >= saved { break }
            let place = Int(tour.places[Int(matrix.after.nodes[near])])
            guard place > q, place <= p else { continue }
            consider(
                cost + tour.cost(tour.node(place - 1), followed) - tour.leg(place - 1) - saved, q,
                place, p + 1)
        }
        for near in matrix.before.row(of: followed) {
            let cost = matrix.before.costs[near]
            if cost >= saved { break }
            let place = Int(tour.places[Int(matrix.before.nodes[near])]) + 1
            guard place > q, place <= p else { continue }
            consider(
                cost + tour.cost(preceded, tour.node(place)) - tour.leg(place - 1) - saved, q,
                place, p + 1)
        }
    }

    /// Reverses the run between them, including `q` or `p`.
    @inline(__always)
    private mutating func reverseBetween(
        _ p: Int, _ q: Int, _ joint: Int64, _ tour: borrowing IndexedTour, _ last: Int
    ) {
        if q < last {
            let added =
                joint + tour.backward[q] - tour.backward[p + 1]
                + tour.cost(tour.node(p + 1), tour.node(q + 1))
            consider(
                added - (tour.forward[q + 1] - tour.forward[p]), p + 1, p + 1, q + 1,
                reversesSecond: true)
        }
        if p > 0 {
            let added =
                joint + tour.backward[q - 1] - tour.backward[p]
                + tour.cost(tour.node(p - 1), tour.node(q - 1))
            consider(
                added - (tour.forward[q] - tour.forward[p - 1]), p, p, q, reversesSecond: true)
        }
    }

    /// For `q` after `p`: a short run that ends with `q` moves behind `p`, or a short run that
    /// begins with `p` moves before `q`, reversed.
    @inline(__always)
    private mutating func reverseAhead(
        _ p: Int, _ q: Int, _ length: Int, _ joint: Int64, _ tour: borrowing IndexedTour,
        _ last: Int
    ) {
        let start = q + 1 - length
        if q < last, start > p + 1 {
            let added =
                joint + tour.backward[q] - tour.backward[start]
                + tour.cost(tour.node(start), tour.node(p + 1))
                + tour.cost(tour.node(start - 1), tour.node(q + 1))
            let removed = tour.leg(p) + tour.forward[q + 1] - tour.forward[start - 1]
            consider(added - removed, p + 1, start, q + 1, reversesSecond: true)
        }
        let end = p + length
        if p > 0, end < q {
            let added =
                joint + tour.backward[end - 1] - tour.backward[p]
                + tour.cost(tour.node(p - 1), tour.node(end))
                + tour.cost(tour.node(q - 1), tour.node(end - 1))
            let removed = tour.leg(q - 1) + tour.forward[end] - tour.forward[p - 1]
            consider(added - removed, p, end, q, reversesFirst: true)
        }
    }

    /// For `q` before `p`: a short run that ends with `q` moves behind `p`, or a short run that
    /// begins with `p` moves before `q`, reversed.
    @inline(__always)
    private mutating func reverseBack(
        _ p: Int, _ q: Int, _ length: Int, _ joint: Int64, _ tour: borrowing IndexedTour,
        _ last: Int
    ) {
        let start = q + 1 - length
        if start > 0, p < last {
            let added =
                joint + tour.backward[q] - tour.backward[start]
                + tour.cost(tour.node(start - 1), tour.node(q + 1))
                + tour.cost(tour.node(start), tour.node(p + 1))
            let removed = tour.leg(p) + tour.forward[q + 1] - tour.forward[start - 1]
            consider(added - removed, start, q + 1, p + 1, reversesFirst: true)
        }
        let end = p + length
        if q > 0, end <= last {
            let added =
                joint + tour.backward[end - 1] - tour.backward[p]
                + tour.cost(tour.node(q - 1), tour.node(end - 1))
                + tour.cost(tour.node(p - 1), tour.node(end))
            let removed = tour.leg(q - 1) + tour.forward[end] - tour.forward[p - 1]
            consider(added - removed, q, p, end, reversesSecond: true)
        }
    }
}
