// The moves of the local search: those that give a node a nearer next or previous one.

/// Finds the best move at a node.
///
/// The moves are Or-opt (a run of stops goes elsewhere, either way round), directed 2-opt (a run is
/// turned round, its legs counted in the other direction) and the exchange of two neighboring runs,
/// which turns nothing round and so suits one-way streets. All are one ``RunExchange``, judged in
/// constant time from sums along the order.
///
/// An exchange that turns nothing replaces three legs. Two of the new ones are looked up among near
/// nodes, as long as what is saved so far pays for them: every exchange that helps is found from
/// one of its nodes this way, as far as its legs join near nodes.
///
/// Method: I. Or, *Traveling salesman-type combinatorial problems*, thesis, Northwestern (1976);
/// the gain criterion of S. Lin and B. Kernighan, *An effective heuristic algorithm for the
/// traveling-salesman problem*, Operations Research 21 (1973).
struct JoiningMoves {
    /// The longest run that is turned round on its way elsewhere.
    private static let longestTurnedRun = 3

    private var move: RunExchange?
    /// What the move adds to the total.
    private var change: Int64 = 0

    /// The move that saves most among those that join a node to a nearer one, or `nil` where none
    /// saves anything.
    static func best(
        at node: Int, of line: borrowing TourLine, _ matrix: TourMatrix
    ) -> RunExchange? {
        var moves = JoiningMoves()
        let place = Int(line.places[node])
        if node != matrix.tail {
            let leg = line.leg(place)
            for near in matrix.after.row(of: node) {
                let joint = matrix.after.costs[near]
                if joint >= leg { break }
                let next = Int(line.places[Int(matrix.after.nodes[near])])
                moves.join(place, next, joint, line, matrix)
            }
        }
        if node != matrix.head {
            let leg = line.leg(place - 1)
            for near in matrix.before.row(of: node) {
                let joint = matrix.before.costs[near]
                if joint >= leg { break }
                let previous = Int(line.places[Int(matrix.before.nodes[near])])
                moves.join(previous, place, joint, line, matrix)
            }
        }
        return moves.move
    }

    @inline(__always)
    private mutating func consider(
        _ change: Int64, _ start: Int, _ middle: Int, _ end: Int, turnsFirst: Bool = false,
        turnsSecond: Bool = false
    ) {
        guard change < self.change else { return }
        self.change = change
        move = RunExchange(start, middle, end, turnsFirst: turnsFirst, turnsSecond: turnsSecond)
    }

    /// Looks at the moves that make the node at `q` follow the one at `p`, at the cost of a joint.
    private mutating func join(
        _ p: Int, _ q: Int, _ joint: Int64, _ line: borrowing TourLine, _ matrix: TourMatrix
    ) {
        let last = line.count - 1
        if p < q {
            guard p + 1 < q else { return }
            exchange(p, q, joint, line, matrix)
            turnBetween(p, q, joint, line, last)
            for length in 1...Self.longestTurnedRun {
                turnAhead(p, q, length, joint, line, last)
            }
        } else {
            if q > 0, p < last { bringBack(p, q, joint, line, matrix) }
            for length in 1...Self.longestTurnedRun {
                turnBack(p, q, length, joint, line, last)
            }
        }
    }

    /// Nothing is turned and `q` is behind `p`: a run from `q` on goes after `p`, or a run up to
    /// `p` before `q`.
    @inline(__always)
    private mutating func exchange(
        _ p: Int, _ q: Int, _ joint: Int64, _ line: borrowing TourLine, _ matrix: TourMatrix
    ) {
        let last = line.count - 1
        // The node that ends the one run goes before what followed p, the node that follows that
        // run after what preceded q.
        let (followed, preceded) = (line.node(p + 1), line.node(q - 1))
        let saved = line.leg(p) + line.leg(q - 1) - joint
        for near in matrix.before.row(of: followed) {
            let cost = matrix.before.costs[near]
            if cost >= saved { break }
            let place = Int(line.places[Int(matrix.before.nodes[near])])
            guard place < p || place >= q, place < last else { continue }
            let change =
                cost + line.cost(preceded, line.node(place + 1)) - line.leg(place) - saved
            if place < p {
                consider(change, place + 1, p + 1, q)
            } else {
                consider(change, p + 1, q, place + 1)
            }
        }
        for near in matrix.after.row(of: preceded) {
            let cost = matrix.after.costs[near]
            if cost >= saved { break }
            let place = Int(line.places[Int(matrix.after.nodes[near])])
            guard place <= p || place > q, place > 0 else { continue }
            let change =
                cost + line.cost(line.node(place - 1), followed) - line.leg(place - 1) - saved
            if place <= p {
                consider(change, place, p + 1, q)
            } else {
                consider(change, p + 1, q, place)
            }
        }
    }

    /// Nothing is turned and `q` is before `p`: a run from `q` on goes after `p`.
    @inline(__always)
    private mutating func bringBack(
        _ p: Int, _ q: Int, _ joint: Int64, _ line: borrowing TourLine, _ matrix: TourMatrix
    ) {
        let (followed, preceded) = (line.node(p + 1), line.node(q - 1))
        let saved = line.leg(p) + line.leg(q - 1) - joint
        for near in matrix.after.row(of: preceded) {
            let cost = matrix.after.costs[near]
            if cost >= saved { break }
            let place = Int(line.places[Int(matrix.after.nodes[near])])
            guard place > q, place <= p else { continue }
            consider(
                cost + line.cost(line.node(place - 1), followed) - line.leg(place - 1) - saved, q,
                place, p + 1)
        }
        for near in matrix.before.row(of: followed) {
            let cost = matrix.before.costs[near]
            if cost >= saved { break }
            let place = Int(line.places[Int(matrix.before.nodes[near])]) + 1
            guard place > q, place <= p else { continue }
            consider(
                cost + line.cost(preceded, line.node(place)) - line.leg(place - 1) - saved, q,
                place, p + 1)
        }
    }

    /// The run between them is turned round, with `q` or with `p`.
    @inline(__always)
    private mutating func turnBetween(
        _ p: Int, _ q: Int, _ joint: Int64, _ line: borrowing TourLine, _ last: Int
    ) {
        if q < last {
            let added =
                joint + line.backward[q] - line.backward[p + 1]
                + line.cost(line.node(p + 1), line.node(q + 1))
            consider(
                added - (line.forward[q + 1] - line.forward[p]), p + 1, p + 1, q + 1,
                turnsSecond: true)
        }
        if p > 0 {
            let added =
                joint + line.backward[q - 1] - line.backward[p]
                + line.cost(line.node(p - 1), line.node(q - 1))
            consider(
                added - (line.forward[q] - line.forward[p - 1]), p, p, q, turnsSecond: true)
        }
    }

    /// `q` is behind `p`: a short run that ends with `q` goes after `p`, or one that begins with
    /// `p` before `q`, turned round.
    @inline(__always)
    private mutating func turnAhead(
        _ p: Int, _ q: Int, _ length: Int, _ joint: Int64, _ line: borrowing TourLine, _ last: Int
    ) {
        let start = q + 1 - length
        if q < last, start > p + 1 {
            let added =
                joint + line.backward[q] - line.backward[start]
                + line.cost(line.node(start), line.node(p + 1))
                + line.cost(line.node(start - 1), line.node(q + 1))
            let removed = line.leg(p) + line.forward[q + 1] - line.forward[start - 1]
            consider(added - removed, p + 1, start, q + 1, turnsSecond: true)
        }
        let end = p + length
        if p > 0, end < q {
            let added =
                joint + line.backward[end - 1] - line.backward[p]
                + line.cost(line.node(p - 1), line.node(end))
                + line.cost(line.node(q - 1), line.node(end - 1))
            let removed = line.leg(q - 1) + line.forward[end] - line.forward[p - 1]
            consider(added - removed, p, end, q, turnsFirst: true)
        }
    }

    /// `q` is before `p`: a short run that ends with `q` goes after `p`, or one that begins with
    /// `p` before `q`, turned round.
    @inline(__always)
    private mutating func turnBack(
        _ p: Int, _ q: Int, _ length: Int, _ joint: Int64, _ line: borrowing TourLine, _ last: Int
    ) {
        let start = q + 1 - length
        if start > 0, p < last {
            let added =
                joint + line.backward[q] - line.backward[start]
                + line.cost(line.node(start - 1), line.node(q + 1))
                + line.cost(line.node(start), line.node(p + 1))
            let removed = line.leg(p) + line.forward[q + 1] - line.forward[start - 1]
            consider(added - removed, start, q + 1, p + 1, turnsFirst: true)
        }
        let end = p + length
        if q > 0, end <= last {
            let added =
                joint + line.backward[end - 1] - line.backward[p]
                + line.cost(line.node(q - 1), line.node(end - 1))
                + line.cost(line.node(p - 1), line.node(end))
            let removed = line.leg(q - 1) + line.forward[end] - line.forward[p - 1]
            consider(added - removed, q, p, end, turnsSecond: true)
        }
    }
}
