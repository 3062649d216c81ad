// Access values that mappers wrote in words: `residents only`, `Anlieger frei`, `privé`.

/// Finds the access value that a phrase means.
///
/// If no word of a phrase is known, the road counts as one without the tag. Understand what you
/// can: a private road taken for a public one leads drivers to a gate.
enum AccessPhrase {
    private static let mostWords = 8
    /// What `no` means with one of these words behind it. Where no vehicle may go, people walk.
    private static let refusals = [
        "access": "no", "entry": "no", "vehicles": "foot", "traffic": "foot", "public": "private",
        "trespassing": "private", "through": "destination", "thru": "destination",
    ]
    /// Words that exempt somebody from what the phrase says.
    private static let exceptions: Set = ["except", "over", "unless"]
    /// Words without a meaning of their own, such as `frei` in `Anlieger frei`.
    private static let fillers: Set = [
        "only", "traffic", "vehicles", "holder", "holders",
        "frei", "nur", "verkehr", "seulement", "uniquement", "solo",
        "sólo", "solamente", "soltanto", "apenas", "somente", "só", "alleen", "endast", "kun",
        "tylko", "pouze", "csak", "toegestaan", "consentito", "tillåten", "tillatt",
    ]

    /// Returns the value that a phrase means; `nil` if it has no known word.
    ///
    /// The first known word decides, so that `prohibited for private vehicles` opens nothing.
    static func value(of phrase: Substring, among values: AccessValues) -> String? {
        let words = words(of: phrase)
        if words.count > 1, words[0] == "no" { return refusal(words, among: values) }
        if words.contains(where: exceptions.contains) {
            return words.first(where: values.limited.contains)
        }
        return onlyValue(words, among: values)
            ?? words.first(where: values.knows).flatMap { values.limited.contains($0) ? $0 : nil }
    }

    /// Returns the value of a phrase that names one and says nothing else: `residents only`.
    static func onlyValue(of phrase: String, among values: AccessValues) -> String? {
        onlyValue(words(of: Substring(phrase)), among: values)
    }

    private static func onlyValue(_ words: [String], among values: AccessValues) -> String? {
        let named = words.filter { !fillers.contains($0) }
        return named.count == 1 ? named.first(where: values.knows) : nil
    }

    /// Returns the first words of a phrase, in English if they are known.
    private static func words(of phrase: Substring) -> [String] {
        phrase.lowercased().split { !$0.isLetter }.prefix(mostWords)
            .map { meanings[String($0)] ?? String($0) }
    }

    /// Returns what a phrase that begins with `no` means: the value for those excepted, otherwise
    /// the refusal.
    private static func refusal(_ words: [String], among values: AccessValues) -> String? {
        // Only bicycles and walkers are no motor vehicles.
        let isMotor = values.denied.isSuperset(of: ["bicycle", "foot"])
        let ofMotor = ["cars", "motor"].contains(words[1]) && isMotor ? "no" : nil
        guard let refusal = refusals[words[1]] ?? ofMotor else { return nil }
        guard let row = words.firstIndex(where: exceptions.contains),
            !values.allowed.contains(refusal)
        else { return refusal }
        // `over 12 t` says nothing about vehicles below that.
        guard !words.contains("over") else { return nil }
        let others = words[row...]
        if let some = others.first(where: values.limited.contains) { return some }
        return values.denied.contains(refusal)
            ? others.first(where: values.denied.contains) : refusal
    }
}
