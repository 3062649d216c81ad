// Numbers of districts and sections of streets, which people write in digits or ideographs.

/// Writes `三丁目` as `3丁目`, and `忠孝東路四段` as `忠孝東路4段`.
enum DistrictNumbers {
    private static let counted: [[Unicode.Scalar]] = [["丁", "目"], ["段"]]
    private static let marks: Set<Unicode.Scalar> = ["目", "段"]
    private static let ones: [Unicode.Scalar: Int] = [
        "一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9,
    ]
    private static let ten: Unicode.Scalar = "十"

    /// - Complexity: O(*n*) in the text's length.
    static func withDigits(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { $0.value > 0xFF && marks.contains($0) }) else {
            return text
        }
        let scalars = Array(text.unicodeScalars.prefix(4 * NameFolding.mostTextLetters))
        var result = String.UnicodeScalarView()
        var place = 0
        while place < scalars.count {
            let numeral = scalars[place...].prefix { ones[$0] != nil || $0 == ten }
            guard let first = numeral.first else {
                result.append(scalars[place])
                place += 1
                continue
            }
            place = numeral.endIndex
            if counted.contains(where: { scalars[place...].starts(with: $0) }),
                let value = value(numeral)
            {
                result.append(contentsOf: "\(value)".unicodeScalars)
            } else {
                result.append(first)
                result.append(contentsOf: numeral.dropFirst())
            }
        }
        return String(result)
    }

    /// Returns a number below 100: `七`, `十`, `十二`, `二十三`.
    private static func value(_ numeral: ArraySlice<Unicode.Scalar>) -> Int? {
        let sides = numeral.split(separator: ten, omittingEmptySubsequences: false)
        guard sides.count <= 2, sides.allSatisfy({ $0.count <= 1 }) else { return nil }
        let values = sides.map { $0.first.flatMap { ones[$0] } }
        guard sides.count == 2 else { return values[0] }
        return 10 * (values[0] ?? 1) + (values[1] ?? 0)
    }
}
