// Other languages' words in access tags.

extension AccessPhrase {
    /// What words mean that mappers copy from signs.
    private static let table: KeyValuePairs = [
        "no": "nein kein keine non nej nei não nie ne nee ei hayır нет ні",
        "prohibited": """
        verboten gesperrt interdit interdite prohibido prohibida vietato vietata divieto \
        proibido proibida verboden förbjuden forbudt zakaz zákaz zakázáno kielletty \
        tilos yasak zabranjeno запрещено заборонено
        """,
        "yes": "ja oui sí si sì sim tak ano igen kyllä evet да так",
        "public": "öffentlich publique público pública pubblico pubblica openbaar publiczna",
        "private": """
        privat privatweg privatstraße privatstrasse privatgrund privatgrundstück privé \
        privée privado privada particular privato privata privaat prywatny prywatna \
        prywatne soukromý soukromá soukromé súkromná magán magánút magánterület privatno \
        privatni privatna yksityinen özel частная частный частное приватна приватний \
        ιδιωτικός
        """,
        "residents": """
        anlieger anwohner bewohner anrainer riverain riverains residente residentes \
        residenti vecino vecinos morador moradores frontisti aanwonenden bewoners boende \
        beboere beboerkjøring mieszkaniec mieszkańcy mieszkańców rezydenci rezident \
        rezidenti obyvatelé lakók lakosok stanari stanovalci asukkaat жители жильцы \
        мешканці
        """,
        "destination": "anliegerverkehr zielverkehr bestemmingsverkeer célforgalom dojazd",
        "delivery": """
        lieferverkehr anlieferung lieferanten livraison livraisons livreurs entrega \
        entregas reparto consegna consegne laden leveranciers varulevering varetransport \
        dostawa dostawy zásobování áruszállítás
        """,
        "permit": """
        genehmigung sondergenehmigung berechtigte ausweis autorisés autorizados \
        autorizzati autorização autorización permiso vergunning vergunninghouders \
        ontheffing behöriga tillstånd tillatelse zezwolenie povolení
        """,
        "customers": """
        kunden client clients cliente clientes clienti klanten klient klienci kunder
        """,
        "employees": """
        mitarbeiter personal beschäftigte employés personnel empleados funcionários \
        dipendenti personale personeel pracownicy ansatte anställda zaměstnanci
        """,
        "owners": """
        eigentümer propriétaire propriétaires propietario propietarios proprietario \
        proprietari proprietário proprietários eigenaar eigenaren
        """,
        "guests": "gäste hotelgäste gasten huéspedes ospiti hóspedes gości",
        "agricultural": """
        landwirtschaft landwirtschaftlich landwirtschaftlicher agricole agricoles \
        agricola agrícola agrícolas landbouw landbouwverkeer jordbruk
        """,
        "forestry": "forst forstwirtschaft forstbetrieb forestier forestal forestale",
        "bus": "busse autobus autobús ônibus autocarro",
        "through": "durchfahrt durchgangsverkehr",
        "except": """
        außer ausser ausgenommen sauf excepté excepto salvo eccetto tranne exceto \
        behalve uitgezonderd undantag unntatt undtaget oprócz kromě kivéve
        """,
    ]

    /// What each word means.
    static let meanings = Dictionary(
        table.flatMap { meaning, words in
            words.split(separator: " ").map { (String($0), meaning) }
        }, uniquingKeysWith: { first, _ in first })
}
