// The best tours along a given order.

/// The best tours along a given order, by how they visit their last stop.
///
/// If stops have several doors, windows or a choice of where to break, one order stands for many
/// tours. Each label is a tour up to the current stop; visiting the next stop extends every label
/// by every variant and drops dominated ones. Used to find an order's cost, by ``OrderedVisits``,
/// and to leave out late stops.
struct OrderedLabels {
    /// The most labels per stop. Beyond, only the cheapest remain.
    private static let most = 32

    /// A tour up to a stop.
    struct Label {
        var tour: TourProgress
        /// The label it extends, as a position among the previous stop's labels.
        var previous: Int
    }

    private(set) var labels: [Label]
    private let clock: TourClock

    /// Begins at the first stop, in each of its variants.
    init(
        startingAt nodes: some Sequence<TourNode>, at begin: Int64, serving service: Int64,
        _ clock: TourClock
    ) {
        self.clock = clock
        labels = nodes.map { node in
            Label(
                tour: TourProgress(startingAt: node, at: begin, serving: service, clock),
                previous: 0)
        }
        prune()
    }

    /// Extends all tours to another stop.
    ///
    /// - Parameters:
    ///   - nodes: The stop's variants.
    ///   - leg: Returns the leg between two variants, or `nil` if there is none.
    mutating func visit(
        _ nodes: some Sequence<TourNode>, serving service: Int64,
        over leg: (TourNode, TourNode) -> TimedLeg?
    ) {
        var next: [Label] = []
        for (number, label) in labels.enumerated() {
            for node in nodes {
                var tour = label.tour
                tour.visit(node, over: leg(tour.node, node), serving: service, clock)
                next.append(Label(tour: tour, previous: number))
            }
        }
        labels = next
        prune()
    }

    /// Drops dominated labels.
    private mutating func prune() {
        guard labels.count > 1 else { return }
        var kept: [Label] = []
        for label in labels where !kept.contains(where: { label.tour.isDominated(by: $0.tour) }) {
            kept.removeAll { $0.tour.isDominated(by: label.tour) }
            kept.append(label)
        }
        if kept.count > Self.most {
            kept.sort { $0.tour.cost(clock) < $1.tour.cost(clock) }
            kept.removeLast(kept.count - Self.most)
        }
        labels = kept
    }

    /// The best tour if all end here, by its number, and its cost.
    var best: (number: Int, cost: TourCost)? {
        labels.enumerated().map { ($0, $1.tour.cost(clock)) }.min { $0.1 < $1.1 }
    }
}

extension OrderedLabels {
    /// Begins a tour of a problem.
    init(startingAt stop: Int, of problem: TourProblem) {
        self.init(
            startingAt: problem.nodes.of(stop), at: problem.startClock(at: stop),
            serving: problem.services[stop], problem.clock)
    }

    /// Extends all tours of a problem to another stop.
    mutating func visit(_ stop: Int, of problem: TourProblem) {
        visit(problem.nodes.of(stop), serving: problem.services[stop]) {
            problem.leg(from: $0, to: $1)
        }
    }
}
