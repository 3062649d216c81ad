// A tour with time windows in which changes are cheap to try.

/// The time at some place of a tour, and the lateness up to it.
struct ClockReading {
    var time: Int64
    var lateStops = 0
    var lateness: Int64 = 0

    /// Reaches a stop, waits until its window opens, and serves it.
    @inline(__always)
    mutating func serve(_ stop: TimedRun) {
        if time > stop.latest {
            lateStops += 1
            lateness += time - stop.latest
        }
        time = max(time, stop.earliest) + stop.duration
    }
}

/// A tour whose every place knows the run before it and the run after it.
///
/// It holds the nodes from the head to the tail of a ``TimedMatrix``, which never move. For each
/// place it keeps the run from the head up to it (``until``) and from it to the tail (``from``), so
/// that inserting a stop anywhere is judged by joining three runs in O(1). ``WindowedSearch`` takes
/// stops out, puts them back elsewhere, and then commits the tour or rolls back to the committed
/// one. In between, the tour may lack stops.
///
/// If stops have several variants, each place keeps the best run for every variant of its node.
struct TimedTour: ~Copyable {
    private let matrix: TimedMatrix
    /// The number of nodes.
    private(set) var count: Int
    let nodes: UnsafeMutablePointer<Int32>
    /// Each node's place; -1 for a stop that the tour lacks.
    let places: UnsafeMutablePointer<Int32>
    /// The run from the head to each place. For a node with variants, the best run to each variant,
    /// at place × matrix width.
    let until: UnsafeMutablePointer<TimedRun>
    /// The run from each place to the tail, in the same layout.
    let from: UnsafeMutablePointer<TimedRun>
    /// The cost of a unit of lateness, to choose among variants.
    var price = 1.0
    /// The clock on leaving each place, after ``follow()``.
    let clock: UnsafeMutablePointer<ClockReading>
    private var committedCount: Int
    private let committed: UnsafeMutablePointer<Int32>

    init(_ matrix: TimedMatrix, _ order: [Int]) {
        let side = matrix.side
        let empty = TimedRun(serving: 0, from: 0, until: 0)
        self.matrix = matrix
        nodes = .allocate(capacity: side)
        places = .allocate(capacity: side)
        until = .allocate(capacity: side * matrix.width)
        from = .allocate(capacity: side * matrix.width)
        clock = .allocate(capacity: side)
        committed = .allocate(capacity: side)
        nodes.initialize(repeating: 0, count: side)
        places.initialize(repeating: -1, count: side)
        until.initialize(repeating: empty, count: side * matrix.width)
        from.initialize(repeating: empty, count: side * matrix.width)
        clock.initialize(repeating: ClockReading(time: 0), count: side)
        committed.initialize(repeating: 0, count: side)
        (count, committedCount) = (0, 0)
        replace(with: order)
    }

    deinit {
        nodes.deallocate()
        places.deallocate()
        until.deallocate()
        from.deallocate()
        clock.deallocate()
        committed.deallocate()
    }

    /// The stops in order.
    var order: [Int] { (1..<count - 1).map { Int(nodes[$0]) } }

    /// The whole tour, with the best variant of each node.
    var whole: TimedRun {
        guard let variants = matrix.variants else { return until[count - 1] }
        let runs = until + (count - 1) * matrix.width
        var best = runs[0]
        for variant in 1..<max(1, variants.of(matrix.tail).count)
        where rank(runs[variant]) < rank(best) {
            best = runs[variant]
        }
        return best
    }

    /// Ranks runs that begin, or end, with the same variant.
    @inline(__always)
    private func rank(_ run: TimedRun) -> Double {
        price * Double(run.warp) + Double(run.duration + run.surplus) + 1e-4 * Double(run.travel)
    }

    @inline(__always)
    func node(_ place: Int) -> Int { Int(nodes[place]) }

    /// Replaces the tour and commits the new one.
    mutating func replace(with order: [Int]) {
        arrange(order)
        commit()
    }

    /// Puts the stops into another order.
    mutating func arrange(_ order: [Int]) {
        for place in 0..<count { places[node(place)] = -1 }
        count = order.count + 2
        nodes[0] = Int32(matrix.head)
        nodes[count - 1] = Int32(matrix.tail)
        for (place, stop) in order.enumerated() { nodes[place + 1] = Int32(stop) }
        measure(0..<count)
    }

    mutating func commit() {
        committed.update(from: nodes, count: count)
        committedCount = count
    }

    /// Restores the tour that was committed last.
    mutating func rollBack() {
        var low = 0
        while low < min(count, committedCount), nodes[low] == committed[low] { low += 1 }
        var same = 0
        while same < min(count, committedCount) - low,
            nodes[count - 1 - same] == committed[committedCount - 1 - same]
        { same += 1 }
        for place in low..<count - same { places[node(place)] = -1 }
        count = committedCount
        (nodes + low).update(from: committed + low, count: count - low)
        measure(low..<count - same)
    }

    /// Takes out the marked stops.
    mutating func remove(_ isRemoved: UnsafeMutablePointer<Bool>) {
        var (kept, low, high) = (0, count, 0)
        for place in 0..<count {
            let node = node(place)
            if isRemoved[node] {
                places[node] = -1
                low = min(low, kept)
                high = kept
            } else {
                nodes[kept] = Int32(node)
                kept += 1
            }
        }
        let old = count
        count = kept
        guard low < old else { return }
        // Nodes after the last gap have moved but are otherwise unchanged.
        let shift = old - kept
        let width = matrix.width
        (from + high * width).update(
            from: from + (high + shift) * width, count: (kept - high) * width)
        for place in high..<kept { places[node(place)] = Int32(place) }
        measure(low..<high)
    }

    mutating func insert(_ stop: Int, before place: Int) {
        (nodes + place + 1).update(from: nodes + place, count: count - place)
        let width = matrix.width
        (from + (place + 1) * width).update(
            from: from + place * width, count: (count - place) * width)
        nodes[place] = Int32(stop)
        count += 1
        measure(place..<place + 1)
    }

    /// Follows the clock from the head to the tail. A late stop delays the stops after it.
    ///
    /// - Complexity: O(*n*) in the number of stops.
    func follow() {
        clock[0] = ClockReading(time: matrix.startClocks[node(1)])
        for place in 1..<count {
            var reading = clock[place - 1]
            if place > 1 { reading.time += matrix.leg(node(place - 1), node(place)).time }
            reading.serve(matrix.nodes[node(place)])
            clock[place] = reading
        }
    }

    /// Returns the end of the tour if a stop is inserted before a place, with the total lateness.
    ///
    /// - Parameter bound: Beyond this lateness the result may be incomplete.
    /// - Precondition: ``follow()`` has been called since the last change.
    /// - Complexity: O(*k*) for the *k* later stops that are reached at another time.
    func followed(inserting stop: Int, before place: Int, bound: Int64) -> ClockReading {
        var reading = clock[place - 1]
        if place == 1 { reading.time = matrix.startClocks[stop] }
        var last = node(place - 1)
        if place > 1 { reading.time += matrix.leg(last, stop).time }
        reading.serve(matrix.nodes[stop])
        last = stop
        for next in place..<count {
            let node = node(next)
            reading.time += matrix.leg(last, node).time
            reading.serve(matrix.nodes[node])
            if reading.lateness > bound { return reading }
            if reading.time == clock[next].time {
                // From here on nothing changes.
                reading.lateness += clock[count - 1].lateness - clock[next].lateness
                reading.lateStops += clock[count - 1].lateStops - clock[next].lateStops
                reading.time = clock[count - 1].time
                return reading
            }
            last = node
        }
        return reading
    }

    /// Recomputes runs and places after a range of nodes has changed: the runs up to all later
    /// places, and from all earlier places.
    private mutating func measure(_ changed: Range<Int>) {
        if let variants = matrix.variants { return measure(changed, variants) }
        var place = changed.lowerBound
        if place == 0 {
            until[0] = matrix.nodes[node(0)]
            places[node(0)] = 0
            place = 1
        }
        while place < count {
            let (before, here) = (node(place - 1), node(place))
            until[place] = TimedRun(until[place - 1], matrix.leg(before, here), matrix.nodes[here])
            places[here] = Int32(place)
            place += 1
        }
        place = changed.upperBound - 1
        if place == count - 1 {
            from[place] = matrix.nodes[node(place)]
            place -= 1
        }
        while place >= 0 {
            let (here, next) = (node(place), node(place + 1))
            from[place] = TimedRun(matrix.nodes[here], matrix.leg(here, next), from[place + 1])
            place -= 1
        }
    }

    /// The same for nodes with several variants.
    private mutating func measure(_ changed: Range<Int>, _ variants: TimedVariants) {
        var place = changed.lowerBound
        if place == 0 {
            until[0] = variants.run(variants.of(node(0)).lowerBound)
            places[node(0)] = 0
            place = 1
        }
        while place < count {
            let here = node(place)
            places[here] = Int32(place)
            for (number, variant) in variants.of(here).enumerated() {
                until[place * matrix.width + number] = run(to: variant, at: place, variants)
            }
            place += 1
        }
        place = changed.upperBound - 1
        if place == count - 1 {
            for (number, variant) in variants.of(node(place)).enumerated() {
                from[place * matrix.width + number] = variants.run(variant)
            }
            place -= 1
        }
        while place >= 0 {
            for (number, variant) in variants.of(node(place)).enumerated() {
                from[place * matrix.width + number] = run(
                    variants.run(variant), leaving: variant, before: place + 1, variants)
            }
            place -= 1
        }
    }

    /// Returns the best run from the head to a node's variant, placed at a given place.
    @inline(__always)
    func run(to variant: Int, at place: Int, _ variants: TimedVariants) -> TimedRun {
        let before = until + (place - 1) * matrix.width
        let own = variants.run(variant)
        var best: (run: TimedRun, rank: Double)?
        for (number, last) in variants.of(node(place - 1)).enumerated() {
            let run = TimedRun(before[number], variants.leg(last, variant), own)
            let rank = rank(run)
            if rank < best?.rank ?? .infinity { best = (run, rank) }
        }
        return best?.run ?? own
    }

    /// Returns the best run that continues another run, which ends with a variant, from a place on.
    @inline(__always)
    func run(
        _ first: TimedRun, leaving variant: Int, before place: Int, _ variants: TimedVariants
    ) -> TimedRun {
        let after = from + place * matrix.width
        var best: (run: TimedRun, rank: Double)?
        for (number, next) in variants.of(node(place)).enumerated() {
            let run = TimedRun(first, variants.leg(variant, next), after[number])
            let rank = rank(run)
            if rank < best?.rank ?? .infinity { best = (run, rank) }
        }
        return best?.run ?? first
    }

    /// Returns the best whole tour with a stop inserted before a place.
    func whole(inserting stop: Int, before place: Int, _ variants: TimedVariants) -> TimedRun {
        var best: (run: TimedRun, rank: Double)?
        for variant in variants.of(stop) {
            let run = run(
                run(to: variant, at: place, variants), leaving: variant, before: place, variants)
            let rank = rank(run)
            if rank < best?.rank ?? .infinity { best = (run, rank) }
        }
        return best?.run ?? whole
    }
}
