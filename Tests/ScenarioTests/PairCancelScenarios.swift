// Matrices and closest facilities that are cancelled during the computation.

import Dispatch
import Foundation
import Geo
import MatrixAnalysis
import Preparation
import RouteAPI
import RouteTesting
import Synchronization
import Testing

/// A solve that another thread cancels after some rows.
private final class CalledOff: Sendable {
    let control = SolveControl()
    private let rowsThen = Mutex(0)
    private let isOver = Atomic(false)
    private let isCalled = DispatchSemaphore(value: 0)

    init(afterRows rows: Int) {
        Thread.detachNewThread { [self] in
            while rowsDone < rows, !isOver.load(ordering: .relaxed) {
                Thread.sleep(forTimeInterval: 0.000_05)
            }
            control.cancel(.clientClosed)
            rowsThen.withLock { $0 = rowsDone }
            isCalled.signal()
        }
    }

    /// The number of finished rows.
    private var rowsDone: Int {
        control.progress.map { $0.unit == "rows" ? $0.done : 0 } ?? 0
    }

    /// Waits for the end, then returns how many rows were used after the cancellation.
    func rowsAfter() -> Int {
        isOver.store(true, ordering: .relaxed)
        isCalled.wait()
        return rowsDone - rowsThen.withLock { $0 }
    }
}

struct PairCancelScenarios {
    private static let count = 400

    private func input(_ sketch: NetworkSketch) -> LocationInput {
        let letters = Array("abcd")
        return LocationInput.places((0..<Self.count).map { sketch.place(letters[$0 % 4]) })
    }

    private func sketch() -> NetworkSketch {
        let sketch = NetworkSketch.street("abcd", seconds: 60)
        return sketch
    }

    @Test(arguments: [MatrixOutputType.noLines, .sparseMatrix])
    func `a matrix that is cancelled after its first row uses one more at most`(
        type: MatrixOutputType
    ) throws {
        let sketch = sketch()
        let layer = try NetworkLayer.sketched(sketch)
        var parameters = ODCostMatrixParameters(from: input(sketch), to: input(sketch))
        parameters.outputType = type
        let solve = CalledOff(afterRows: 1)
        let error = #expect(throws: RouteRequestError.self) {
            try layer.solve(parameters, control: solve.control)
        }
        #expect(error?.identifier == .cancelled)
        #expect(error?.details.first?.contains("closed its connection") == true)
        #expect(solve.rowsAfter() <= 1)
    }

    @Test func `closest facilities that are cancelled after their first row are not routed`()
        throws
    {
        let sketch = sketch()
        let layer = try NetworkLayer.sketched(sketch)
        var parameters = ClosestFacilityParameters(from: input(sketch), to: input(sketch))
        parameters.returnCFRoutes = true
        parameters.defaultTargetFacilityCount = 100
        let solve = CalledOff(afterRows: 1)
        let error = #expect(throws: RouteRequestError.self) {
            try layer.solve(parameters, control: solve.control)
        }
        #expect(error?.identifier == .cancelled)
        #expect(solve.rowsAfter() <= 1)
    }
}
