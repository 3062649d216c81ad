// When and for which vehicles a conditional restriction holds.

/// A condition on the time of travel, on the vehicle, or on both.
///
/// ```swift
/// let condition = TravelCondition("weight>7.5 AND Mo-Fr 06:00-20:00")
/// ```
/// Source: wiki.openstreetmap.org, *Conditional restrictions*. The part `NOT (…)` is Waypost's own:
/// it holds unless the condition in its brackets is known to hold. Gates with opening hours use it.
/// Another is the place that ends a condition on the sun, see ``SunPlace``.
package struct TravelCondition: Hashable, Sendable {
    /// When it holds; `nil` for any time.
    let time: TimeCondition?
    /// Conditions that the vehicle must all meet.
    let vehicle: [VehicleCondition]
    /// Conditions that must not hold.
    let exceptions: [TravelCondition]

    /// Reads a condition of several parts joined by `AND`.
    ///
    /// - Returns: `nil` unless the whole text is understood. Conditions about the weather are not.
    package init?(_ text: String) {
        let (condition, place) = SunPlace.split(text)
        self.init(condition, near: place)
    }

    private init?(_ text: String, near place: SunPlace?) {
        guard text.utf8.count <= TimeCondition.longestText else { return nil }
        var times: [String] = []
        var vehicle: [VehicleCondition] = []
        var exceptions: [TravelCondition] = []
        let parts = TimeCondition.conjuncts(of: text).filter {
            !TimeCondition.exceptsHolidaysOnly($0)
        }
        guard !parts.isEmpty else { return nil }
        for part in parts {
            if let excepted = Self.excepted(part) {
                guard let condition = TravelCondition(excepted, near: place),
                    condition.exceptions.isEmpty
                else { return nil }
                exceptions.append(condition)
            } else if let condition = VehicleCondition(part) {
                vehicle.append(condition)
            } else {
                times.append(part)
            }
        }
        if times.isEmpty {
            time = nil
        } else {
            let text = times.joined(separator: " AND ")
            guard let read = TimeCondition(text, near: place) else { return nil }
            time = read
        }
        self.vehicle = vehicle
        self.exceptions = exceptions
    }

    /// Returns a condition's text without the place by whose sun it is judged.
    package static func withoutPlace(_ text: String) -> String { SunPlace.split(text).condition }

    /// Returns the text of a condition that holds while another does not.
    package static func except(_ text: String) -> String { "\(exception)\(text))" }

    /// Returns the text of a condition that holds outside some hours. Without a time it does not
    /// hold.
    package static func outside(_ hours: String) -> String { always + except(hours) }

    /// Returns the hours outside which a condition holds, if it is one of ``outside(_:)``.
    package static func hours(_ text: String) -> String? {
        guard text.hasPrefix(always) else { return nil }
        return excepted(String(text.dropFirst(always.count)))
    }

    private static let always = "24/7 AND "
    private static let exception = "NOT ("

    /// Returns the text in the brackets of `NOT (…)`; `nil` for any other part.
    private static func excepted(_ part: String) -> String? {
        let part = part.drop { $0 == " " }
        guard part.uppercased().hasPrefix(exception), part.hasSuffix(")") else { return nil }
        return String(part.dropFirst(exception.count).dropLast())
    }

    /// Whether the condition may hold for a vehicle at any time.
    package func concerns(_ facts: VehicleFacts) -> Bool {
        vehicle.allSatisfy { $0.holds(for: facts) }
            && !exceptions.contains { $0.time == nil && $0.concerns(facts) }
    }

    /// Whether time decides if the condition holds for a vehicle.
    package func dependsOnTime(for facts: VehicleFacts) -> Bool {
        concerns(facts)
            && (time != nil || exceptions.contains { $0.time != nil && $0.concerns(facts) })
    }

    /// Whether dates decide, not only weekdays and hours.
    package var dependsOnDates: Bool {
        time?.dependsOnDates == true || exceptions.contains(where: \.dependsOnDates)
    }

    /// Returns the times within a period, after its beginning, at which the condition may change.
    package func changes(during period: ClosedRange<LocalMinute>) -> [LocalMinute] {
        ([time] + exceptions.map(\.time)).compactMap(\.self)
            .flatMap { $0.changes(during: period) }
    }

    /// Returns whether the condition holds for a vehicle at some time of a period, and whether it
    /// fails at some time.
    ///
    /// - Parameter period: The time of travel; if `nil`, `holds` decides.
    /// - Complexity: O(*d* · *r*²) in the period's days and the rules.
    func outcomes(
        during period: ClosedRange<LocalMinute>?, for facts: VehicleFacts
    ) -> (holds: Bool, fails: Bool) {
        guard concerns(facts) else { return (false, true) }
        guard let period, dependsOnTime(for: facts) else {
            let holds = holds(for: facts, at: period?.lowerBound)
            return (holds, !holds)
        }
        return period.outcomes(changes(during: period)) { holds(for: facts, at: $0) }
    }

    /// Whether the condition holds.
    ///
    /// - Parameter time: The time of travel; if `nil`, no time condition holds.
    package func holds(for facts: VehicleFacts, at time: LocalMinute?) -> Bool {
        guard vehicle.allSatisfy({ $0.holds(for: facts) }),
            !exceptions.contains(where: { $0.holds(for: facts, at: time) })
        else { return false }
        guard let condition = self.time else { return true }
        return time.map(condition.holds) ?? false
    }
}
