// Fuzz targets for phrase files of operators, and for problems of ordering stops.

import Directions
import Sequencing

extension FuzzTarget {
    /// A phrase file. If it is accepted, it must write every measure.
    static let phrases = FuzzTarget(
        name: "phrases",
        words: [
            "{road}", "[ on {road}]", "[{stop}|the stop]", "{road:onto}", "{next:small}", "|", "[",
            "]", "{", "}", "\"plain\": ", "\"other\": ", "\"few\": ", "\"onFoot\": {", "{name}",
            "\"kinds\": {", "\"lengths\": [", "\"starts\": [\"", "\"ends\": [\"",
            "\"digits\": true",
            "\"plural\": \"arabic\"", "\"direction\": \"rtl\"", "{hour24Padded}", "{number} {unit}",
        ], readsTrees: true,
        entries: { _ in ["en-US", "pt-PT", "ar"].compactMap(DirectionsLanguages.builtInFile) }
    ) { _ in
        { bytes in
            // A file has the name of its language.
            let tags = ["en-US", "pt-PT", "ar"]
            var isTakenAtAll = false
            for tag in tags {
                let isRead = try isTaken(messageBytes: 1 << 16) {
                    let languages = try DirectionsLanguages(files: [tag: bytes])
                    let measures = languages.measures(tag)
                    for (value, unit) in [(0, "m"), (0.25, "mi"), (1_234_567.5, "km")] {
                        _ = measures.length(value, decimals: 2, unit: unit)
                    }
                    for minutes in [0, 1, 2, 60, 61, 7_200, 123_456] as [Int64] {
                        _ = measures.duration(milliseconds: minutes * 60_000)
                        _ = measures.timeOfDay(minutes * 60_000)
                    }
                }
                isTakenAtAll = isTakenAtAll || isRead
            }
            return isTakenAtAll
        }
    }

    /// A problem of ordering stops. If it is accepted, its order must have the stated cost, or
    /// there is none.
    static let sequence = FuzzTarget(
        name: "sequence",
        words: [
            "DIMENSION: 3\n", "EDGE_WEIGHT_TYPE: EXPLICIT\n", "EDGE_WEIGHT_FORMAT: UPPER_ROW\n",
            "EDGE_WEIGHT_SECTION\n", "NODE_COORD_SECTION\n", "EUC_2D", "GEO", "ATT", "EOF\n",
            "\"costs\": [[", "\"windows\": [null, [", "\"services\": [", "\"first\": ",
            "\"roundTrip\": true", "\"last\": ", "\"start\": ", "1e300", "-1", "nan", "inf",
        ], readsTrees: true
    ) { _ in
        { bytes in
            try isTaken {
                let text = String(decoding: bytes, as: UTF8.self)
                let instance = try SequenceInstance(text: text, goal: TourGoal())
                guard instance.stopCount <= 7 else { return }
                guard let tour = instance.problem.bestTour() else { return }
                guard Set(tour.order).count == instance.problem.stopCount else {
                    throw Violation("an order has \(tour.order) of \(instance.stopCount) stops")
                }
            }
        }
    }
}
