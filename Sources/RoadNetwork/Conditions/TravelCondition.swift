// When and for which vehicles a conditional restriction holds.

/// A condition on the time of travel, on the vehicle, or on both.
///
/// ```swift
/// let condition = TravelCondition("weight>7.5 AND Mo-Fr 06:00-20:00")
/// ```
/// Source: wiki.openstreetmap.org, *Conditional restrictions*.
package struct TravelCondition: Hashable, Sendable {
    /// The time; `nil` for any.
    let time: TimeCondition?
    /// What must all be true of the vehicle.
    let vehicle: [VehicleCondition]

    /// Reads a condition of several parts joined by `AND`.
    ///
    /// - Returns: `nil` for anything that is not wholly understood, such as the weather or the sun.
    package init?(_ text: String) {
        guard text.utf8.count <= TimeCondition.longestText else { return nil }
        var times: [String] = []
        var vehicle: [VehicleCondition] = []
        for part in TimeCondition.conjuncts(of: text) {
            if let condition = VehicleCondition(part) {
                vehicle.append(condition)
            } else {
                times.append(part)
            }
        }
        if times.isEmpty {
            time = nil
        } else {
            guard let read = TimeCondition(times.joined(separator: " AND ")) else { return nil }
            time = read
        }
        self.vehicle = vehicle
    }

    /// Whether the condition holds for a vehicle at some time or other.
    package func concerns(_ facts: VehicleFacts) -> Bool {
        vehicle.allSatisfy { $0.holds(for: facts) }
    }

    /// Whether the condition holds.
    ///
    /// - Parameter time: The time of travel; without one only conditions on the vehicle alone hold.
    package func holds(for facts: VehicleFacts, at time: LocalMinute?) -> Bool {
        guard concerns(facts) else { return false }
        guard let condition = self.time else { return true }
        return time.map(condition.holds) ?? false
    }
}
