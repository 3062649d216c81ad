// `Benchmarks geocode`: how often a network's own names are found first, and how fast.

import ArgumentParser
import Geo
import Geocoding
import RoadNetwork

struct GeocodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geocode",
        abstract: "Ask a network for its own addresses and streets; shares and milliseconds.")

    @Option(help: "The network's folder.") var network: String
    @Option(help: "The most questions of each kind.") var most = 2_000

    /// A question with the place that is right.
    private struct Question {
        var text: String
        var number: String
        var street: String
        var place: Coordinate?
    }

    func validate() throws {
        guard most > 0 else { throw ValidationError("--most is \(most); give at least 1.") }
    }

    func run() throws {
        let streets = try NetworkDataset(path: network)
        let names = try PlaceDataset.open(besideNetwork: network)
        let geocoder = Geocoder(network: streets, places: names)
        let clock = ContinuousClock()
        print("index: \(clock.measure { geocoder.prepare() })")
        let kinds = [
            ("addresses", names.map { addresses(of: $0) } ?? []),
            ("streets", self.streets(of: streets)),
        ]
        for (kind, questions) in kinds where !questions.isEmpty {
            measure("\(kind), as written", questions, geocoder) { $0 }
            measure("\(kind), without diacritics", questions, geocoder, NameFolding.folded)
            measure("\(kind), two letters swapped", questions, geocoder, Self.mistyped)
        }
    }

    private func addresses(of names: PlaceDataset) -> [Question] {
        let step = max(1, names.addressCount / most)
        return stride(from: 0, to: names.addressCount, by: step).map { row in
            let number = names.text(row: names.addressNumber[row])
            let street = names.text(row: names.addressStreet[row])
            let city = names.text(row: names.addressCity[row])
            return Question(
                text: "\(street) \(number)" + (city.isEmpty ? "" : ", \(city)"), number: number,
                street: street, place: names.coordinate(ofAddress: row))
        }
    }

    private func streets(of network: NetworkDataset) -> [Question] {
        let rows = Set((0..<network.segmentCount).map { network.segmentName[$0] })
            .subtracting([0]).sorted()
        return stride(from: 0, to: rows.count, by: max(1, rows.count / most)).map { place in
            let name = network.name(row: rows[place])
            return Question(text: name, number: "", street: name, place: nil)
        }
    }

    /// Swaps two letters of the last word of five letters or more.
    private static func mistyped(_ text: String) -> String {
        var words = text.split(separator: " ").map { Array($0) }
        let place = words.lastIndex { word in
            word.count >= 5 && word.allSatisfy { $0.isLetter }
        }
        if let place { words[place].swapAt(2, 3) }
        return words.map { String($0) }.joined(separator: " ")
    }

    private func measure(
        _ title: String, _ questions: [Question], _ geocoder: Geocoder,
        _ change: (String) -> String
    ) {
        let clock = ContinuousClock()
        var (right, times) = (0, [Duration]())
        for question in questions {
            var found: GeocodeCandidate?
            let query = GeocodeQuery(change(question.text))
            times.append(clock.measure { found = geocoder.candidates(query).first })
            if let found, Self.isRight(found, question) { right += 1 }
        }
        times.sort()
        let share = Double(right * 1_000 / questions.count) / 10
        let (middle, late) = (times[times.count / 2], times[times.count * 99 / 100])
        print("\(title): \(share) % of \(questions.count) first; median \(middle), p99 \(late)")
    }

    /// Whether the house is found, or a street of the name.
    private static func isRight(_ found: GeocodeCandidate, _ question: Question) -> Bool {
        guard let place = question.place else {
            return NameFolding.words(found.street) == NameFolding.words(question.street)
        }
        return found.number == question.number
            && Geodesic.distanceMeters(from: found.location, to: place) < 150
    }
}
