// A rule that may be lifted from a request, and how messages describe it.

import RouteAPI

/// A rule that may prevent a route, and the change that lifts it.
struct Relaxation {
    /// The cause to report if lifting this rule helps.
    var cause: Reason.Cause
    /// The cause as a clause.
    var claim: String
    /// The change as a noun phrase before "would find a route".
    var remedy: String
    var barriers: [BarrierReference] = []
    var restrictions: [String] = []
    var distanceMeters: Double?
    var toleranceMeters: Double?
    /// Whether to suggest the change. Rules about access, directions, turns and vehicles are lifted
    /// only to show the cause: no driver may break them.
    var isAdvised = true
    /// Whether the rule forbids turns; no parameter lifts it.
    var ignoresTurnRules = false
    /// Returns the change for a request, which other relaxations may have changed before; `nil` if
    /// there is nothing to change.
    var change: (RouteParameters) -> RequestChange?
}

/// A request with some rules lifted, one after the other.
struct RelaxedRequest {
    private let original: RouteParameters
    /// The parameters with all changes applied.
    private(set) var parameters: RouteParameters
    private(set) var steps: [Step] = []

    /// A lifted rule and the change that lifts it; `nil` if no parameter does.
    typealias Step = (relaxation: Relaxation, change: RequestChange?)

    init(_ parameters: RouteParameters) {
        original = parameters
        self.parameters = parameters
    }

    /// The barriers left out so far.
    var removed: [BarrierReference] { steps.flatMap(\.relaxation.barriers) }

    /// Whether searches ignore turn restrictions.
    var ignoresTurnRules: Bool { steps.contains(where: \.relaxation.ignoresTurnRules) }

    /// Returns the request with one more rule lifted, or `nil` if that changes nothing.
    func lifting(_ relaxation: Relaxation) -> RelaxedRequest? {
        var relaxed = self
        if relaxation.ignoresTurnRules {
            guard !ignoresTurnRules else { return nil }
            relaxed.steps.append((relaxation, nil))
            return relaxed
        }
        guard let change = relaxation.change(parameters) else { return nil }
        relaxed.steps.append((relaxation, change))
        do throws(RouteRequestError) {
            relaxed.parameters = try original.applying(relaxed.steps.compactMap(\.change))
        } catch {
            return nil
        }
        return relaxed
    }

    /// The original request, without changes.
    var bare: RelaxedRequest { RelaxedRequest(original) }

    /// Returns the given steps with their changes as they stand in this request. If a later step
    /// changed the same parameter, that change contains both.
    func standing(_ wanted: [Step]) -> [Step] {
        wanted.map { step in
            guard case .parameter(let name, _)? = step.change else { return step }
            let last = steps.last { other in
                if case .parameter(name, _)? = other.change { return true }
                return false
            }
            return (step.relaxation, last?.change ?? step.change)
        }
    }

    /// Returns the same request with another claim about turn restrictions.
    func claiming(ofTurnRules claim: String) -> RelaxedRequest {
        var named = self
        for index in named.steps.indices where named.steps[index].relaxation.ignoresTurnRules {
            named.steps[index].relaxation.claim = claim
        }
        return named
    }

    /// Returns the request with several more rules lifted; skips rules that change nothing.
    func lifting(_ relaxations: [Relaxation]) -> RelaxedRequest {
        relaxations.reduce(self) { $0.lifting($1) ?? $0 }
    }
}
