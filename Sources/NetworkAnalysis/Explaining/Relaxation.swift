// A rule of a request that may be lifted, with its description in messages.

import RouteAPI

/// A rule that may prevent a route, and the change of the request that lifts it.
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
    /// Makes the change for a request, which may have been changed before; `nil` when there is
    /// nothing to change.
    var change: (RouteParameters) -> RequestChange?
}

/// A request with some rules lifted, one after the other.
struct RelaxedRequest {
    private let original: RouteParameters
    /// The parameters with all changes applied.
    private(set) var parameters: RouteParameters
    private(set) var steps: [Step] = []

    /// A rule that is lifted, and the change that does so; `nil` for one that no parameter lifts.
    typealias Step = (relaxation: Relaxation, change: RequestChange?)

    init(_ parameters: RouteParameters) {
        original = parameters
        self.parameters = parameters
    }

    /// The barriers left out so far.
    var removed: [BarrierReference] { steps.flatMap(\.relaxation.barriers) }

    /// Whether searches ignore turn restrictions.
    var ignoresTurnRules: Bool { steps.contains(where: \.relaxation.ignoresTurnRules) }

    /// The request with one more rule lifted, or `nil` when that changes nothing.
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

    /// The given steps with the changes as they are in this request: when a later step changed the
    /// same parameter, its change contains both.
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

    /// The same request with another claim about turn restrictions.
    func claiming(ofTurnRules claim: String) -> RelaxedRequest {
        var named = self
        for index in named.steps.indices where named.steps[index].relaxation.ignoresTurnRules {
            named.steps[index].relaxation.claim = claim
        }
        return named
    }

    /// The request with several more rules lifted; those that change nothing are skipped.
    func lifting(_ relaxations: [Relaxation]) -> RelaxedRequest {
        relaxations.reduce(self) { $0.lifting($1) ?? $0 }
    }
}
