// How far the charge of an electric vehicle reaches.

extension LiveRouteState {
    /// Whether the charge is known not to suffice for the rest of the active route.
    var isOutOfRange: Bool {
        guard let charge, let energyLeft else { return false }
        return energyLeft > charge
    }

    /// Takes what was driven since the last position from the charge.
    ///
    /// - Parameter energyLeft: What the rest of the active route uses up now; `nil` if unknown.
    mutating func use(downTo energyLeft: Double?) {
        if let charge, let before = self.energyLeft, let energyLeft {
            self.charge = max(0, charge - (before - energyLeft))
        }
        self.energyLeft = energyLeft
    }

    /// Returns the proposals to choose among as far as the charge decides, and why they are made.
    ///
    /// - Complexity: O(*n*) for *n* proposals.
    func driveable(
        _ offers: [LiveRouteOffer], _ reason: AddedReason
    ) -> (offers: [LiveRouteOffer], reason: AddedReason) {
        let isBlocked = reason == .avoidBlockage || active?.isBlocked ?? false
        guard let charge, !isBlocked else { return (reason == .withinRange ? [] : offers, reason) }
        guard isOutOfRange else {
            // A faster route that cannot be driven to its end is no better one.
            let within = offers.filter { $0.energy.map { $0 <= charge } ?? true }
            return (reason == .withinRange ? [] : within, reason)
        }
        let within = offers.filter { $0.energy.map { $0 <= charge } ?? false }
        if !within.isEmpty { return (within, .withinRange) }
        return (reason == .withinRange ? [] : offers, reason)
    }
}
