// Words for kinds of streets, and how people shorten them.

/// The types of streets that names begin or end with.
package enum StreetTypes {
    /// Each type with the forms in which people write it, in lower case and without diacritics.
    package static let all = table(
        """
        rua r;rue r;avenida avenue av ave avda;street st str;road rd;strasse str;strada str
        straat str;via;viale vle;vicolo vic vlo
        piazza pza pzza;piazzetta ptta;piazzale ple;corso cso;largo lg lgo
        praca pc pca pr;praceta pct pcta;travessa tv trav;estrada est estr;alameda al;beco bc;bairro
        calle c cl;carrer c cr;plaza pza plz;placa pl pca;place pl;platz pl;plein pln;paseo po
        passeig pg;camino cno;cami;carretera ctra;rambla rbla;ronda rda;boulevard bd blvd bvd boul
        bulevar blv;lane ln;drive dr;court ct;square sq;terrace ter;highway hwy;parkway pkwy
        crescent cres;close cl;gardens gdns;grove gr;allee all;chemin ch che;impasse imp;quai
        route rte;passage pass;ruelle;montee;weg;gasse g;ring;ufer;damm;laan ln;gracht;kade
        ulica ul;aleja al;plac pl;namesti nam;trida tr;utca u;ter;bulvar blv;sokak sk;cadde cad
        улица ул;проспект пр просп;переулок пер;площадь пл;бульвар бул;шоссе ш
        οδος;λεωφορος λεωφ;πλατεια πλ
        """)

    /// For each form, the numbers of its types: `str` is short for several.
    private static let typesOf: [String: Set<Int>] = {
        var types: [String: Set<Int>] = [:]
        for (number, forms) in all.enumerated() {
            for form in forms { types[form, default: []].insert(number) }
        }
        return types
    }()

    /// Whether two words are forms of one type, such as `street` and `st`.
    package static func isSame(_ word: String, _ other: String) -> Bool {
        guard let types = typesOf[word], let others = typesOf[other] else { return false }
        return !types.isDisjoint(with: others)
    }

    /// Reads groups of words: one on each line, or divided by semicolons.
    package static func table(_ text: String) -> [[String]] {
        text.split { $0 == "\n" || $0 == ";" }.map { $0.split(separator: " ").map(String.init) }
    }
}
