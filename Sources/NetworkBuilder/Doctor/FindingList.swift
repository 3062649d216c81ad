// The findings of a build, in bounded memory.

/// Counts all findings and keeps the first of each kind.
struct FindingList: Sendable {
    /// The most findings to keep per kind.
    static let mostOfKind = 20_000

    /// The most characters to quote in an example.
    private static let mostInExample = 160

    /// The kept findings, in order of arrival.
    private(set) var kept: [Finding] = []
    private var counts: [Key: Int] = [:]
    private var examples: [Key: [String]] = [:]
    private var countOfKind: [Finding.Kind: Int] = [:]

    private struct Key: Hashable {
        var kind: Finding.Kind
        var subject: String
    }

    mutating func add(_ finding: @autoclosure () -> Finding) {
        let finding = finding()
        let key = Key(kind: finding.kind, subject: finding.subject)
        counts[key, default: 0] += 1
        if examples[key, default: []].count < FindingSummary.mostExamples {
            let isLong = finding.text.count > Self.mostInExample
            let text = isLong ? finding.text.prefix(Self.mostInExample) + "…" : finding.text[...]
            examples[key, default: []].append("\(finding.object): \(text)")
        }
        countOfKind[finding.kind, default: 0] += 1
        if countOfKind[finding.kind, default: 0] <= Self.mostOfKind { kept.append(finding) }
    }

    /// Returns a kind's findings by subject, most frequent first.
    func summaries(of kind: Finding.Kind) -> [FindingSummary] {
        counts.filter { $0.key.kind == kind }
            .sorted { ($1.value, $0.key.subject) < ($0.value, $1.key.subject) }
            .map { key, count in
                FindingSummary(
                    kind: kind.rawValue, subject: key.subject, count: count,
                    examples: examples[key] ?? [])
            }
    }

    var summaries: [FindingSummary] { Finding.Kind.allCases.flatMap(summaries(of:)) }
}
