// Finds the names that fit a question best. Start at `hits`.

import RoadNetwork

/// An entry that fits a question.
struct NameHit {
    var entry: Int
    /// 0 … 100.
    var score: Double
    /// The position in ``NameIndex/addresses``, if a house was asked for.
    var address: Int?
    /// Whether the house has the number asked for.
    var isExactNumber = false
}

/// Finds names in two steps. First it ranks all names with words from the question, by how much
/// these words count. Then it scores the best, word by word.
///
/// A search reads at most ``mostPostings`` postings and scores at most ``mostScored`` names, so its
/// time is bounded for any question and network.
struct NameSearch {
    static let mostPostings = 60_000
    static let mostScored = 400

    private let index: NameIndex
    private let places: PlaceDataset?

    init(_ index: NameIndex, _ places: PlaceDataset?) {
        (self.index, self.places) = (index, places)
    }

    /// Returns entries that fit, the best first, each once.
    ///
    /// - Parameters:
    ///   - question: The words asked for.
    ///   - least: The least score.
    ///   - isWanted: Whether an entry counts.
    func hits(
        _ question: SearchWords, least: Double, where isWanted: (Int) -> Bool = { _ in true }
    ) -> [NameHit] {
        guard !question.isEmpty else { return [] }
        var best: [Int: NameHit] = [:]
        let scorer = NameScorer(index, places, question)
        for name in names(question, where: isWanted) {
            let hit = scorer.hit(name: name)
            guard hit.score >= least else { continue }
            if hit.score > best[hit.entry]?.score ?? -1 { best[hit.entry] = hit }
        }
        return best.values.sorted { ($1.score, $0.entry) < ($0.score, $1.entry) }
    }

    /// Returns the names most worth scoring.
    private func names(_ question: SearchWords, where isWanted: (Int) -> Bool) -> [Int] {
        var sums = [Float](repeating: 0, count: index.nameEntry.count)
        // The last word of the question that reached each name, from 1: each counts once per name.
        var lastWord = [UInt8](repeating: 0, count: sums.count)
        var touched: [UInt32] = []
        var townSureness: [UInt32: Float] = [:]
        var budget = Self.mostPostings
        for (place, word) in ordered(question) where budget > 0 {
            let meanings = word.meanings.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            for (meaning, sureness) in meanings {
                let postings = index.postings[Int(meaning)].prefix(budget)
                budget -= postings.count
                let sum = Float(sureness * word.weight)
                for posting in postings {
                    let name = index.postedNames[posting]
                    guard lastWord[Int(name)] != place else { continue }
                    if lastWord[Int(name)] == 0 { touched.append(name) }
                    lastWord[Int(name)] = place
                    sums[Int(name)] += sum
                    if let town = index.placeRow(of: Int(index.nameEntry[Int(name)])) {
                        townSureness[town] = max(townSureness[town] ?? 0, sum)
                    }
                }
            }
        }
        return select(touched, sums, townSureness, where: isWanted)
    }

    /// Returns the question's words that occur in names, numbered from 1: rare words first, words
    /// that count little last.
    private func ordered(_ question: SearchWords) -> [(UInt8, SearchWords.Word)] {
        question.words.enumerated().map { place, word in
            let count = word.meanings.keys.reduce(0) { $0 + index.postings[Int($1)].count }
            return (place: UInt8(place + 1), word: word, count: count)
        }.filter { $0.count > 0 }.sorted {
            ($0.word.weight < 0.3 ? 1 : 0, $0.count, $0.place)
                < ($1.word.weight < 0.3 ? 1 : 0, $1.count, $1.place)
        }.map { ($0.place, $0.word) }
    }

    private func select(
        _ touched: [UInt32], _ sums: [Float], _ townSureness: [UInt32: Float],
        where isWanted: (Int) -> Bool
    ) -> [Int] {
        var ranked: [(sum: Float, name: UInt32)] = []
        ranked.reserveCapacity(touched.count)
        for name in touched {
            let entry = Int(index.nameEntry[Int(name)])
            guard isWanted(entry) else { continue }
            var sum = sums[Int(name)]
            if !townSureness.isEmpty {
                let town = townSureness[index.entryTown[entry]] ?? 0
                sum += max(town, townSureness[index.entryPart[entry]] ?? 0)
            }
            // Long names share words by chance.
            ranked.append((sum - 0.01 * Float(index.nameWords[Int(name)].count), name))
        }
        if ranked.count > Self.mostScored {
            ranked.sort { ($1.sum, $0.name) < ($0.sum, $1.name) }
            ranked.removeSubrange(Self.mostScored...)
        }
        return ranked.map { Int($0.name) }.sorted()
    }
}
