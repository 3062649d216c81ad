// Runs the documentation examples for problems and of bestTour, word for word.

import Sequencing
import Testing

struct DocumentationExamples {
    @Test func `the example of bestTour visits the nearer stop first`() {
        let problem = TourProblem(costs: [[0, 5, 2], [5, 0, 3], [2, 3, 0]], firstStop: 0)
        let order = problem.bestTour()?.order

        #expect(order == [0, 2, 1])
    }

    @Test func `the example of TourProblem sums the legs of an order`() {
        let problem = TourProblem(costs: [[0, 5, 2], [5, 0, 3], [2, 3, 0]], firstStop: 0)
        let cost = problem.cost(of: [0, 2, 1]).total
        let tour = problem.bestTour()

        #expect(cost == 5)
        #expect(tour?.order == [0, 2, 1])
    }
}
