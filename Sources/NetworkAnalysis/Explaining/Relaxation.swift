// One rule of a request that may be relaxed, and how to say so.

import RouteAPI

/// A rule that may stand in the way, and the change of the request that lifts it.
struct Relaxation {
    /// What stands in the way if lifting this rule helps.
    var cause: Reason.Cause
    /// What is in the way, as a clause.
    var claim: String
    /// What would help, in words that can stand before "would find a route".
    var remedy: String
    var barriers: [BarrierReference] = []
    var restrictions: [String] = []
    var distanceMeters: Double?
    var toleranceMeters: Double?
    /// The change for a request that may be changed already; `nil` when there is nothing to change.
    var change: (RouteParameters) -> RequestChange?
}

/// Relaxations, each made on top of those before it.
struct RelaxedRequest {
    private let original: RouteParameters
    /// The request with all changes made.
    private(set) var parameters: RouteParameters
    private(set) var steps: [(relaxation: Relaxation, change: RequestChange)] = []

    init(_ parameters: RouteParameters) {
        original = parameters
        self.parameters = parameters
    }

    /// The barriers left out so far.
    var removed: [BarrierReference] { steps.flatMap(\.relaxation.barriers) }

    /// The request with one more rule lifted, or `nil` when that changes nothing.
    func lifting(_ relaxation: Relaxation) -> RelaxedRequest? {
        guard let change = relaxation.change(parameters) else { return nil }
        var relaxed = self
        relaxed.steps.append((relaxation, change))
        do throws(RouteRequestError) {
            relaxed.parameters = try original.applying(relaxed.steps.map(\.change))
        } catch {
            return nil
        }
        return relaxed
    }

    /// The request as it came, with nothing lifted.
    var bare: RelaxedRequest { RelaxedRequest(original) }

    /// The steps for which some rules were lifted already; where a later one gives the same
    /// parameter a value that holds both, that one.
    func standing(_ wanted: [(relaxation: Relaxation, change: RequestChange)]) -> [(
        relaxation: Relaxation, change: RequestChange
    )] {
        wanted.map { step in
            guard case .parameter(let name, _) = step.change else { return step }
            let last = steps.last { other in
                if case .parameter(name, _) = other.change { return true }
                return false
            }
            return (step.relaxation, last?.change ?? step.change)
        }
    }

    /// The request with several more rules lifted; those that change nothing are passed over.
    func lifting(_ relaxations: [Relaxation]) -> RelaxedRequest {
        relaxations.reduce(self) { $0.lifting($1) ?? $0 }
    }
}
