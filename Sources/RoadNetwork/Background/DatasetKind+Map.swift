// The map's background as the bytes of a file.

extension DatasetKind {
    /// The background of maps: water, land, buildings, boundaries and the names of places.
    package static let map = DatasetKind(
        magic: Array("WPMAPBGR".utf8), formatVersion: 1, noun: "a file of a Waypost map")
}

extension DatasetEncoder {
    /// Lays out the background of maps. The same contents always give the same bytes.
    ///
    /// - Complexity: O(*n* log *n*) for *n* features.
    package init(_ contents: MapContents) {
        self.init(.map) { encoder in
            for (number, band) in contents.bands.enumerated() {
                encoder.add(band, "band.\(number)")
            }
            encoder.add(places: contents.places)
        }
    }

    /// Adds a band's columns, in the order of a Hilbert curve.
    private mutating func add(_ band: MapContents.Band, _ name: String) {
        let order = BoxIndex.order(of: band.boxes)
        var first: [UInt64] = [0]
        var bytes: [UInt8] = []
        first.reserveCapacity(order.count + 1)
        bytes.reserveCapacity(band.bytes.count)
        for row in order {
            bytes += band.bytes[Int(band.first[row])..<Int(band.first[row + 1])]
            first.append(UInt64(bytes.count))
        }
        let index = BoxIndex.packed(order.map { band.boxes[$0] })
        add("\(name).kinds", order.map { band.kinds[$0] })
        add("\(name).flags", order.map { band.flags[$0] })
        add("\(name).areas", order.map { band.areas[$0] })
        add("\(name).boxes", index.boxes)
        add("\(name).levels", index.levels)
        add("\(name).first", first)
        add("\(name).bytes", bytes)
    }

    private mutating func add(places: [MapPlace]) {
        let boxes = places.map { place -> SIMD4<Int32> in
            [place.point.x, place.point.y, place.point.x, place.point.y]
        }
        let order = BoxIndex.order(of: boxes)
        let index = BoxIndex.packed(order.map { boxes[$0] })
        var texts = [[UInt8]]()
        var rows: [String: UInt32] = [:]
        func row(_ text: String) -> UInt32 {
            if let known = rows[text] { return known }
            let row = UInt32(texts.count)
            rows[text] = row
            texts.append(Array(text.utf8))
            return row
        }
        let names = order.map { row(places[$0].name) }
        let english = order.map { row(places[$0].nameEnglish) }
        let german = order.map { row(places[$0].nameGerman) }
        var first: [UInt64] = [0]
        for text in texts { first.append(first[first.count - 1] + UInt64(text.count)) }
        add("place.kinds", order.map { places[$0].kind })
        add("place.populations", order.map { places[$0].population })
        add("place.names", names)
        add("place.namesEnglish", english)
        add("place.namesGerman", german)
        add("place.boxes", index.boxes)
        add("place.levels", index.levels)
        add("text.first", first)
        add("text.bytes", texts.flatMap(\.self))
    }
}
