// Road names and sign texts in languages other than the source's.

/// The tables in which to look for a language's names, the best first.
package struct NameLanguage: Hashable, Sendable {
    /// Positions in ``NameTranslations/tables``.
    let tables: [Int]

    /// Names as the source has them.
    package static let asWritten = NameLanguage(tables: [])
}

extension NetworkDescription {
    /// Returns where to look for names in the language of a tag such as `pt-PT`, `zh_TW` or `nb`.
    ///
    /// The tag itself counts before its more general forms (`pt`), and these before another form of
    /// the same language (`pt-BR`). If the network has no names in a language, bilingual names are
    /// reduced to their first part.
    package func nameLanguage(for tag: String) -> NameLanguage {
        guard let nameLanguages else { return .asWritten }
        let forms = Self.forms(of: tag)
        var tables = forms.compactMap { form in
            nameLanguages.firstIndex {
                $0 == form || $0.utf8.count == form.utf8.count && $0.lowercased() == form
            }
        }
        if tables.isEmpty, let language = forms.last {
            tables =
                nameLanguages.firstIndex { $0.lowercased().hasPrefix(language + "-") }
                .map { [$0] } ?? []
        }
        return NameLanguage(tables: tables + [nameLanguages.count])
    }

    /// Returns a tag and its more general forms in lower case: `zh-tw`, `zh-hant`, `zh`.
    private static func forms(of tag: String) -> [String] {
        let parts = tag.lowercased().utf8
            .split { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
            .map { String(decoding: $0, as: UTF8.self) }
        guard let language = parts.first else { return [] }
        var forms = parts.indices.dropFirst().reversed()
            .map { parts[...$0].joined(separator: "-") }
        if language == "zh", !parts.contains("hans"), !parts.contains("hant") {
            let isTraditional = !Set(parts).isDisjoint(with: ["tw", "hk", "mo"])
            forms.append(isTraditional ? "zh-hant" : "zh-hans")
        }
        forms.append(language)
        // OpenStreetMap has Bokmål names under both tags.
        if language == "nb" { forms.append("no") }
        if language == "no" { forms.append("nb") }
        return forms
    }
}

/// For each of a network's languages, the names that differ in it; and for bilingual names, their
/// first part.
package struct NameTranslations: Sendable {
    /// Ascending name rows with the rows of their translations, one table per language. The last
    /// table, for all other languages, has the first parts of bilingual names.
    package let tables: [(names: MappedColumn<UInt32>, texts: MappedColumn<UInt32>)]

    /// - Parameter languages: The number of languages; `nil` in a file without translations.
    /// - Throws: ``DatasetError`` if a section is missing or has the wrong size.
    init(_ table: SectionTable, languages: Int?) throws(DatasetError) {
        var tables: [(names: MappedColumn<UInt32>, texts: MappedColumn<UInt32>)] = []
        if let languages {
            for row in 0...languages {
                let names: MappedColumn<UInt32> = try table.column("translation.names.\(row)")
                tables.append(
                    (names, try table.column("translation.texts.\(row)", count: names.count)))
            }
        }
        self.tables = tables
    }

    /// Returns the row of a name's translation; the name's own row if it is the same or unknown.
    ///
    /// - Complexity: O(log *n*) in the language's names.
    func row(of name: UInt32, in language: NameLanguage) -> UInt32 {
        for table in language.tables where tables.indices.contains(table) {
            let (names, texts) = tables[table]
            let row = names.lowerBound(name)
            if row < names.count, names[row] == name { return texts[row] }
        }
        return name
    }

    func check(_ check: inout StructureCheck, names count: Int) {
        for (language, table) in tables.enumerated() {
            check.rows(table.names, below: count, "translation.names.\(language)")
            check.ascending(table.names, "translation.names.\(language)")
            check.rows(table.texts, below: count, "translation.texts.\(language)")
        }
    }
}

extension NetworkDataset {
    /// Returns a name in a language, given its row.
    package func name(row: UInt32, in language: NameLanguage) -> String {
        name(row: translations.row(of: row, in: language))
    }

    /// Returns the text of the sign over an edge in a language, or an empty string.
    package func destination(of edge: EdgeID, in language: NameLanguage) -> String {
        name(row: edgeDestination[edge.row], in: language)
    }

    /// Returns an edge's street name in a language, or an empty string.
    package func streetName(of edge: EdgeID, in language: NameLanguage) -> String {
        name(row: segmentName[edge.segment], in: language)
    }

    /// Returns the street name if it differs from the source's; `nil` for most streets.
    package func translatedStreetName(of edge: EdgeID, in language: NameLanguage) -> String? {
        let written = segmentName[edge.segment]
        let row = translations.row(of: written, in: language)
        return row == written ? nil : name(row: row)
    }
}
