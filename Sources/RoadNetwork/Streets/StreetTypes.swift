// Words for kinds of streets, and how people shorten them.

/// The types of streets that names begin or end with.
package enum StreetTypes {
    /// Each type with the forms in which people write it, in lower case and without diacritics.
    package static let all = table(
        """
        rua r;rue r;avenida avenue avinguda av ave avda avd;street st str;road rd;strasse str
        strada str;straat str;via v;viale vle;vicolo vic vlo;lungomare;traversa trav tr
        piazza pza pzza;piazzetta ptta;piazzale ple;corso cso;largo lg lgo;contrada cda
        praca pc pca pr;praceta pct pcta;travessa tv trav;estrada est estr;alameda al;beco bc;bairro
        rodovia rod;urbanizacao urb;urbanizacion urb;poligono pol;glorieta gta;pasaje pje psje
        calle c cl;carrer c cr;plaza pza plz;placa pl pca;place pl;platz pl;plein pln;paseo po p
        passeig pg psg;passatge ptge;camino cno;cami;carretera ctra crta;travesia trva;callejon
        rambla rbla;ronda rda;boulevard bd blvd bvd boul bld;bulevar blv;bulevardul bd bdul blvd
        lane ln;drive dr;court ct;square sq;terrace ter;highway hwy;parkway pkwy;freeway fwy
        crescent cres;close cl;gardens gdns;grove gr;expressway expy expwy;turnpike tpke;trail trl
        circle cir;causeway cswy;bypass byp;loop lp;alley aly;plaza plz
        allee all;chemin ch che chm;impasse imp;quai q;route rte;passage pass psg;ruelle;montee
        sentier sen;promenade prom;esplanade esp;faubourg fbg fg;lotissement lot;hameau ham
        rondpoint rpt;cite;weg;gasse g;ring;ufer;damm;chaussee ch;laan ln;gracht gr;kade kd
        singel sgl;dijk dk;ulica ul;ulice ul;aleja al;aleje al;plac pl;osiedle os;namesti nam
        namestie nam;nabrezi nabr;trida tr;utca u;ut;ter;korut krt;rakpart rkp;setany stny
        bulvar bulvari blv bulv;sokak sokagi sk sok;cadde caddesi cad cd;mahallesi mahalle mah mh
        soseaua sos;aleea al;calea cal;piata pta;intrarea intr;splaiul spl;jalan jl jln;lorong lrg
        улица ул;вулиця вул;вуліца вул;проспект пр просп прт пркт;переулок пер;провулок пров
        площадь пл;площа пл;бульвар бул бульв бр;булевард бул;шоссе ш;проезд прд;набережная наб
        набережна наб;тупик туп;линия лин;аллея ал
        οδος οδ;λεωφορος λεωφ;πλατεια πλ;שדרות שד;רחוב רח;ถนน ถ
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
