// The parts of the page of inputs about travel modes, restrictions, costs and times.

import RouteAPI

extension GuideTables {
    /// The sections after the parameters.
    static var settings: [String] {
        var lines = [
            "", "## A travel mode, setting by setting", "",
            "`travelMode` is a mode's name or id, or an object with these members. If the object",
            "has the `id` or `name` of a mode in the layer, the other members change that mode for",
            "your request; otherwise it needs a cost to minimize.", "",
            "| member | meaning |", "| --- | --- |",
        ]
        lines += modeKeys.map { "| `\($0.key)` | \($0.meaning) |" }
        lines += [
            "", "## Restrictions, and how strongly they count", "",
            "A restriction is active if your request or its travel mode names it in",
            "`restrictionAttributeNames`. Its parameter `Restriction Usage` says how it acts:", "",
            "| usage | a street with the restriction costs | |", "| --- | --- | --- |",
        ]
        lines += usages.map { "| `\($0.word)` | \($0.factor) | \($0.meaning) |" }
        return lines + values + times
    }

    private static let values = [
        "", "You may also send a factor, any number above 0. Other parameters have the vehicle's",
        "sizes. Send all values as a list:", "",
        #"`attributeParameterValues=[{"attributeName":"Height Restriction","#
            + #""parameterName":"Vehicle Height (meters)","value":"4.1"}]`"#,
        "", "The layer's page lists the attributes with their parameters, and",
        "`retrieveTravelModes` their values in each mode. If a restriction is not active, its",
        "values have no effect, and a message says so.",
        "", "`Riding a Moped` uses streets that other motor vehicles use too, less those that are",
        "closed to mopeds. A way for mopeds alone, such as a cycleway with `moped=yes`, is not "
            + "used.",
    ]

    private static let times = [
        "", "## Times", "", "| where | forms | zone |", "| --- | --- | --- |",
        "| `startTime`, `timeOfDay` | `now`, or milliseconds since 1970 | local clocks, unless "
            + "`startTimeIsUTC` or `timeOfDayIsUTC` is true |",
        "| time windows of stops, `breakStart`, `breakEnd` | milliseconds since 1970 | local "
            + "clocks, unless `timeWindowsAreUTC` is true |",
        "| costs such as `Attr_<cost>` | minutes for times; otherwise the cost's unit on the "
            + "layer's page | – |",
        "",
        "Local clocks show the layer's time zone. Use the date 1899-12-30 if a window or break",
        "has only a time of day: it is then the first such time that is not over at the start.",
        "Without a `startTime`, a route's shift begins when the window of its first stop opens, on",
        "the day of the first window with a date, or today if there is none: after 22:00, a window",
        "from 01:00 to 02:00 is on the next day.",
        "",
        "The dates 1990-01-01 to 1990-01-07 are Monday to Sunday of no week. If a window has such",
        "dates and the start has another, the window lies on the first such weekday on which it is",
        "not over at the start.",
    ]

    /// The members of a travel mode.
    static let modeKeys: [(key: String, meaning: String)] = [
        ("id", "The mode's id; names a mode of the layer."),
        ("itemId", "Another name of `id`."),
        ("name", "The mode's name; names a mode of the layer."),
        ("type", "`AUTOMOBILE`, `TRUCK`, `WALK` or `OTHER`; clients show it."),
        ("description", "A sentence for clients."),
        ("impedanceAttributeName", "The cost to minimize."),
        ("timeAttributeName", "The cost that times are written in."),
        ("distanceAttributeName", "The cost that lengths are written in."),
        ("restrictionAttributeNames", "The restrictions that are active."),
        ("attributeParameterValues", "Values for parameters of attributes, as below."),
        ("useHierarchy", "Accepted and without effect."),
        (
            "uturnAtJunctions",
            UTurnPolicy.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ") + "."
        ),
        (
            "simplificationTolerance",
            "How far a route's line may lie from the streets; 0 or `null` for not at all."
        ),
        ("simplificationToleranceUnits", "Its unit, such as `esriMeters`."),
    ]

    /// The words for the parameter `Restriction Usage`.
    static let usages: [(word: String, factor: String, meaning: String)] = [
        ("PROHIBITED", "–", "The street is closed."),
        ("AVOID_HIGH", "5 times as much", "Only where any other way is far."),
        (
            "AVOID_MEDIUM", "2 times as much",
            "If another way is at most twice as long, it is taken."
        ),
        ("AVOID_LOW", "1.3 times as much", "Slightly worse than others."),
        ("PREFER_LOW", "0.8 times as much", "Slightly better than others."),
        ("PREFER_MEDIUM", "0.5 times as much", "Worth a detour."),
        ("PREFER_HIGH", "0.2 times as much", "Worth a long detour."),
    ]
}
