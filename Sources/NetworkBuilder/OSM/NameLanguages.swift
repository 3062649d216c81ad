// The languages in which a network keeps names.

import RoadNetwork

/// Chooses the languages of names.
enum NameLanguages {
    /// A country counts if at least this share of the roads that state a country is in it.
    private static let leastCountryShare = 0.05
    /// A language counts if at least this share of the names is written in it.
    private static let leastNameShare = 0.01
    /// The language most foreign travelers read.
    private static let common = "en"

    /// Returns the languages a definition lists. If it lists none, returns the languages in which
    /// the roads' own names are written, as far as tags show it, then the languages of the
    /// countries the roads state, and English.
    static func kept(of roads: RoadCollection, under labels: LabelReader) -> [String] {
        if let listed = labels.languages { return listed }
        var countries: [String: Int] = [:]
        var own: [String: Int] = [:]
        var named = 0
        for way in 0..<roads.wayCount {
            let country = roads.rulings[Int(roads.wayRuling[way])].country.prefix { $0 != "-" }
            if !country.isEmpty { countries[String(country), default: 0] += 1 }
            let labels = roads.labels[Int(roads.wayLabels[way])]
            if !labels.name.isEmpty { named += 1 }
            for language in labels.translated.ownLanguages { own[language, default: 0] += 1 }
        }
        let stated = countries.values.reduce(0, +)
        let languages =
            frequent(own, atLeast: Double(named) * leastNameShare)
            + frequent(countries, atLeast: Double(stated) * leastCountryShare)
            .flatMap { ofCountry[$0] ?? [] } + [common]
        var known: Set<String> = []
        return languages.filter { known.insert($0).inserted }
    }

    /// Returns the words that occur often enough, most frequent first.
    private static func frequent(_ counts: [String: Int], atLeast least: Double) -> [String] {
        counts.filter { Double($0.value) >= least }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    }

    /// Each country's official languages and the languages on its regions' signs; country codes in
    /// lower case.
    ///
    /// Most come from the territories of Unicode CLDR (Babel 2.19). Added by hand are regional
    /// languages it lacks, such as German in Italy and Sorbian in Germany, each scripted language
    /// also without its script, and `no`, which is OpenStreetMap's tag for Bokmål.
    private static let ofCountry: [String: [String]] = {
        let lines = table.split { $0 == "\n" || $0 == ";" }.map { $0.split(separator: " ") }
        return Dictionary(
            lines.map { (String($0[0]), $0.dropFirst().map(String.init)) },
            uniquingKeysWith: { $0 + $1 })
    }()

    private static let table = """
        ad ca;ae ar;af fa ps uz-Arab uz tk;ag en;ai en;al sq;am hy;ao pt;ar es;as sm en
        at de hr sl hu;au en;aw nl pap;ax sv;az az az-Cyrl;ba bs bs-Cyrl hr sr sr-Latn;bb en;bd bn
        be nl fr de;bf fr;bg bg;bh ar;bi rn fr en;bj fr;bl fr;bm en;bn ms ms-Arab;bo es qu ay
        bq nl;br pt vec;bs en;bt dz;bw en tn;by ru be;bz en
        ca en fr iu iu-Latn crk chp den dgr gwi;cc en;cd fr sw lua ln kg;cf sg fr;cg fr
        ch de gsw fr it rm;ci fr;ck en;cl es;cm fr en;cn zh ug za mn-Mong mn bo ko;co es;cq en
        cr es;cu es;cv pt;cw pap nl;cx en;cy el tr;cz cs;de de frr hsb dsb;dg en;dj fr ar
        dk da de kl;dm en;do es;dz ar fr kab zgh;ea es;ec es qu;ee et;eg ar;eh ar;er ti en ar
        es es ca gl eu ast oc;et am;fi fi sv sms;fj en hif fj;fk en;fm en;fo fo
        fr fr br eu co oc ca;ga fr;gb en cy ga gd;gd en;ge ka ab os;gf fr;gg en;gh en ak ee gaa
        gi en;gl kl;gm en;gn fr;gp fr;gq es fr pt;gr el;gs en;gt es cak quc ixl caa quv usp xin
        gu en ch;gw pt;gy en;hk zh-Hant zh en;hn es;hr hr it;ht ht fr;hu hu;ic es;id id;ie en ga
        il he ar;im en gv
        in hi en bn te mr ta ur gu kn ml or pa as mai ne sat ks kok sd sd-Deva kha sa;io en
        iq ar ku ckb;ir fa;is is;it it de fr sl lld;je en;jm en;jo ar;jp ja;ke sw en;kg ky ru
        kh km;ki en gil;km ar zdj wni fr;kn en;kp ko;kr ko;kw ar;ky en;kz ru kk;la lo;lb ar;lc en
        li de gsw;lk si ta;lr en;ls st en;lt lt;lu fr lb de;lv lv;ly ar;ma ar fr tzm zgh;mc fr
        md ro;me sr-Latn sr;mf fr;mg mg fr en;mh en mh;mk mk sq;ml fr;mm my;mn mn
        mo zh-Hant zh yue pt;mp en;mq fr;mr ar;ms en;mt mt en;mu fr en;mv dv;mw en ny;mx es;my ms
        mz pt;na en;nc fr;ne fr;nf en;ng en yo;ni es;nl nl fy;no no nb nn se;np ne;nr en na
        nu en niu;nz en mi;om ar;pa es;pe es qu;pf fr ty;pg tpi en ho
        ph en fil ceb ilo hil war pag mdh tsg;pk ur en;pl pl de csb lt;pm fr;pn en;pr es en;ps ar
        pt pt;pw pau en;py gn es;qa ar;re fr;ro ro hu de;rs sr sr-Latn hu ro hr sk uk
        ru ru tt ce ba av kbd myv kum sah inh bua az-Cyrl az lez mdf krc tyv udm kv ady lbe koi
        rw rw en fr;sa ar;sb en;sc fr en;sd ar en;se sv fi;sg en zh ms ta;sh en;si sl it hu
        sj no nb;sk sk hu;sl en;sm it;sn wo fr ff srr dyo sav mfv bjt snf knf bsc mey-Latn mey tnr
        so so ar;sr nl;ss en;st pt;sv es;sx en nl;sy ar;sz en ss;tc en;td ar fr;tg fr;th th;tj tg
        tk tkl en;tl pt tet;tm tk;tn ar fr;to to en;tr tr;tt en;tv tvl en
        tw zh-Hant zh nan-Hant nan hak-Hant hak;tz sw en;ua uk ru crh;ug sw en;um en;us en es haw
        uy es;uz uz uz-Cyrl;va it;vc en;ve es;vg en;vi en;vn vi;vu bi en fr;wf fr;ws sm en
        xk sq sr sr-Latn;ye ar;yt fr;za en zu xh af nso tn st ts ss ve nr;zm en;zw sn en nd
        """
}
