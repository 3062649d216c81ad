// Names that have words of a question, the best first. Start at `hits`.

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

/// Scores names against a question, in two steps: the names that share words, by how much these
/// words say; then the best of them, word by word.
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
        var scorer = NameScorer(index, places, question)
        for name in names(question, where: isWanted) {
            let hit = scorer.hit(name: name)
            guard hit.score >= least else { continue }
            if hit.score > best[hit.entry]?.score ?? -1 { best[hit.entry] = hit }
        }
        return best.values.sorted { ($1.score, $0.entry) < ($0.score, $1.entry) }
    }

    /// Returns the names most worth scoring.
    private func names(_ question: SearchWords, where isWanted: (Int) -> Bool) -> [Int] {
        var sums: [UInt32: Double] = [:]
        var townSureness: [UInt32: Double] = [:]
        var budget = Self.mostPostings
        let byCount = question.words.map { word in
            (word: word, count: word.meanings.keys.reduce(0) { $0 + index.postings[Int($1)].count })
        }.enumerated().filter { $0.element.count > 0 }.sorted {
            // Words that say little come last, and then words with many names.
            let (a, b) = ($0.element, $1.element)
            return (b.word.weight < 0.5 ? 0 : 1, a.count, $0.offset)
                < (a.word.weight < 0.5 ? 0 : 1, b.count, $1.offset)
        }
        for (_, (word, _)) in byCount where budget > 0 {
            var seen: [UInt32: Double] = [:]
            let meanings = word.meanings.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            for (meaning, sureness) in meanings {
                let postings = index.postings[Int(meaning)].prefix(budget)
                budget -= postings.count
                for posting in postings {
                    let name = index.postedNames[posting]
                    if seen[name] == nil { seen[name] = sureness * word.weight }
                }
            }
            for (name, sum) in seen {
                sums[name, default: 0] += sum
                if let place = index.placeRow(of: Int(index.nameEntry[Int(name)])) {
                    townSureness[place] = max(townSureness[place] ?? 0, sum)
                }
            }
        }
        return select(sums, townSureness, where: isWanted)
    }

    private func select(
        _ sums: [UInt32: Double], _ townSureness: [UInt32: Double], where isWanted: (Int) -> Bool
    ) -> [Int] {
        var ranked: [(sum: Double, name: UInt32)] = []
        ranked.reserveCapacity(sums.count)
        for (name, sum) in sums {
            let entry = Int(index.nameEntry[Int(name)])
            guard isWanted(entry) else { continue }
            let town = townSureness[index.entryTown[entry]] ?? 0
            let part = townSureness[index.entryPart[entry]] ?? 0
            // Long names share words by chance.
            let length = Double(index.nameWords[Int(name)].count)
            ranked.append((sum + max(town, part) - 0.01 * length, name))
        }
        if ranked.count > Self.mostScored {
            ranked.sort { ($1.sum, $0.name) < ($0.sum, $1.name) }
            ranked.removeSubrange(Self.mostScored...)
        }
        return ranked.map { Int($0.name) }.sorted()
    }
}
