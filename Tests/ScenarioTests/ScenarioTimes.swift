// Times of the days on which scenarios travel.

import Geo

/// A time of 1 May 2024 in epoch milliseconds.
func clock(_ hours: Int, _ minutes: Int, _ seconds: Int = 0) -> Int64 {
    1_714_521_600_000 + Int64((hours * 60 + minutes) * 60 + seconds) * 1_000
}

/// A stop's window on 1 May 2024.
func window(_ from: (Int, Int), _ to: (Int, Int)) -> [String: AttributeValue] {
    ["TimeWindowStart": .date(clock(from.0, from.1)), "TimeWindowEnd": .date(clock(to.0, to.1))]
}

/// A time of Monday, 24 June 2024 in epoch milliseconds.
func monday(_ hours: Int, _ minutes: Int = 0) -> Int64 {
    1_719_187_200_000 + Int64(hours * 60 + minutes) * 60_000
}
