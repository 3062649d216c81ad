// A simulated driver obeys the directions on real streets. `Benchmarks drive` asks many more.

import NetworkAnalysis
import RouteAnalysis
import RouteTesting
import Testing

struct SimulatedDriverProperties {
    /// A change of directions that a driver must notice.
    enum Mutation: String, CaseIterable, Sendable {
        case sidesExchanged
        case exitsMiscounted
        case turnsLeftOut

        /// Whether an instruction is one that is changed.
        func concerns(_ told: DriverInstruction) -> Bool {
            switch (self, told.action) {
            case (.sidesExchanged, .turn), (.turnsLeftOut, .turn): true
            case (.exitsMiscounted, .ring(let exit)): exit != nil
            default: false
            }
        }

        func changing(_ all: [DriverInstruction]) -> [DriverInstruction] {
            all.compactMap { told in
                guard concerns(told) else { return told }
                var told = told
                switch told.action {
                case .turn(let side, let degrees) where self == .sidesExchanged:
                    told.action = .turn(side: -side, degrees: degrees)
                case .ring(let exit): told.action = .ring(exit: (exit ?? 0) + 1)
                default: return nil
                }
                return told
            }
        }
    }

    @Test(arguments: DriverMode.allCases)
    func `a route is driven by its directions alone`(mode: DriverMode) async throws {
        let layer = NetworkLayer(network: try await Extract.sample.build())
        let driver = try SimulatedDriver.drive(layer, mode, routes: 100, seed: 1)
        let share = mode == .foot ? 0.04 : 0.01
        #expect(
            Double(driver.failures.count) <= share * Double(driver.told),
            "\(driver.failures.map(\.description).joined(separator: "\n"))")
        #expect(driver.told > 500, "or nothing is proven")
        #expect(driver.junctions > 3 * driver.told)
    }

    @Test(arguments: Mutation.allCases)
    func `wrong directions lead astray`(mutation: Mutation) async throws {
        let layer = NetworkLayer(network: try await Extract.sample.build())
        var changed = 0
        let driver = try SimulatedDriver.drive(
            layer, .car, routes: 60, seed: 1,
            changing: { told in
                changed += told.count(where: mutation.concerns)
                return mutation.changing(told)
            })
        #expect(changed > 50, "or nothing is proven")
        #expect(
            Double(driver.failures.count) >= 0.7 * Double(changed),
            "\(driver.failures.count) of \(changed) noticed")
    }
}
