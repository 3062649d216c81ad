// Numbers as words in street names: `Avenida Nove de Julho` is `Avenida 9 de Julho`.

/// Knows the numbers that days in names of streets have, in Romance languages.
enum CountWords {
    /// From 1 on; languages in the order Portuguese, Spanish, Italian, French.
    private static let words = """
        primeiro primero primo premier
        dois dos due deux;tres tre trois;quatro cuatro quattro quatre;cinco cinque cinq;seis sei six
        sete siete sette sept;oito ocho otto huit;nove nueve neuf;dez diez dieci dix
        onze once undici;doze doce dodici douze;treze trece tredici treize
        quatorze catorze catorce quattordici;quinze quince quindici
        dezesseis dezasseis dieciseis sedici seize;dezessete dezassete diecisiete diciassette
        dezoito dieciocho diciotto;dezenove dezanove diecinueve diciannove;vinte veinte venti vingt
        veintiuno ventuno;veintidos ventidue;veintitres ventitre;veinticuatro ventiquattro
        veinticinco venticinque;veintiseis ventisei;veintisiete ventisette;veintiocho ventotto
        veintinueve ventinove;trinta treinta trenta trente
        """.split { $0 == "\n" || $0 == ";" }.map { $0.split(separator: " ").map(String.init) }

    private static let forms: [String: [String]] = {
        var forms: [String: [String]] = [:]
        for (place, words) in words.enumerated() {
            forms["\(place + 1)"] = words
            for word in words { forms[word, default: []].append("\(place + 1)") }
        }
        return forms
    }()

    /// Returns the words of a number, or the number of a word; nothing for others.
    static func otherForms(of word: String) -> [String] { forms[word] ?? [] }
}
