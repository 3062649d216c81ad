// What an entry says beside its maneuver: what follows at once, and for devices the distance.

/// The announcements between two stops, in speaking order.
struct Speech: Sendable {
    let announcements: [Announcement]
    /// Whether the route begins with them.
    let startsRoute: Bool

    init(_ announcements: [Announcement], startsRoute: Bool) {
        self.announcements = announcements
        self.startsRoute = startsRoute
    }

    /// Returns the maneuver that follows at once and has an entry of its own. A sentence with two
    /// turns is long enough: nothing is added to it, and it is not added to another.
    func follower(of place: Int) -> Maneuver? {
        guard place + 1 < announcements.count else { return nil }
        let (maneuver, next) = (announcements[place].maneuver, announcements[place + 1].maneuver)
        guard maneuver.isBrief, !next.passesLikeTurn, !maneuver.action.isDouble,
            !next.action.isDouble, maneuver.approach == nil, next.approach == nil
        else { return nil }
        return next
    }
}

extension Wording {
    /// Words an announcement as the style asks for.
    func text(of place: Int, in speech: Speech) -> String {
        let announcement = speech.announcements[place]
        let saysCompass = options.style != .campus || speech.startsRoute && place == 0
        guard options.style == .navigation else {
            let statement = statement(announcement.maneuver, saysCompass: saysCompass)
            return adding(
                notes(on: announcement.maneuver), to: then(statement, announcement.second))
        }
        let distance = place > 0 ? spokenDistance(speech.announcements[place - 1].maneuver) : nil
        let statement = statement(
            announcement.maneuver, inside: distance == nil ? nil : .ahead)
        let text = distance.map { ahead($0, statement) } ?? statement
        return adding(
            notes(on: announcement.maneuver), to: then(text, speech.follower(of: place)))
    }

    /// Adds the maneuver that follows at once to a sentence.
    func then(_ text: String, _ next: Maneuver?) -> String {
        guard let next else { return text }
        let statement = statement(next.afterAnother, inside: .then)
        return phrases.sentence(.then, [.text: .words(text), .next: .words(statement)])
    }

    /// Puts a distance before a sentence.
    func ahead(_ distance: String, _ sentence: String) -> String {
        phrases.sentence(.ahead, [.length: .words(distance), .text: .words(sentence)])
    }

    /// Rounds the length of a maneuver's road for speaking; `nil` if the style does not speak it,
    /// or if the road is over before the sentence is.
    func spokenDistance(_ maneuver: Maneuver) -> String? {
        guard options.style == .navigation, !maneuver.isBrief else { return nil }
        return SpokenDistance(
            meters: Double(maneuver.centimeters) / 100, inUnitsOf: options.lengthUnitName
        ).map { measures.length($0.value, decimals: $0.decimals, unit: $0.unit) }
    }
}

/// A distance as it is spoken: 350 m, 1.2 km, 300 ft, 0.5 mi.
struct SpokenDistance: Hashable, Sendable {
    let value: Double
    let decimals: Int
    /// The unit's short name.
    let unit: String

    /// Rounds a distance. Below 100 m the step is 10 m, below 500 m 50 m, below 1 km 100 m, below
    /// 10 km a tenth of a kilometer. Miles are rounded to tenths, and below 0.1 mi to 50 feet. If
    /// the directions are in yards, so is what lies below a quarter of a mile, as on British signs.
    ///
    /// - Parameter unit: The unit of the directions; decides between metric and imperial units.
    /// - Returns: `nil` if the distance rounds to zero.
    init?(meters: Double, inUnitsOf unit: String) {
        switch unit {
        case "yd" where meters < 402.336:
            let yards = meters / 0.9144
            self.init(yards, steps: yards < 100 ? 10 : 50, decimals: 0, unit: "yd")
        case "mi", "ft", "yd", "in":
            let miles = meters / 1_609.344
            if miles < 0.1 {
                self.init(meters / 0.3048, steps: 50, decimals: 0, unit: "ft")
            } else {
                self.init(miles, steps: miles < 10 ? 0.1 : 1, decimals: 1, unit: "mi")
            }
        case "nmi": self.init(meters / 1_852, steps: 0.1, decimals: 1, unit: "nmi")
        default:
            if meters < 950 {
                let step: Double = meters < 100 ? 10 : meters < 500 ? 50 : 100
                self.init(meters, steps: step, decimals: 0, unit: "m")
            } else {
                let kilometers = meters / 1_000
                self.init(kilometers, steps: kilometers < 10 ? 0.1 : 1, decimals: 1, unit: "km")
            }
        }
    }

    private init?(_ value: Double, steps: Double, decimals: Int, unit: String) {
        let rounded = (value / steps).rounded() * steps
        guard rounded > 0 else { return nil }
        (self.value, self.decimals, self.unit) = (rounded, decimals, unit)
    }
}
