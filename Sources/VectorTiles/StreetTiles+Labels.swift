// Draws the layers `street_labels` and `ferries`: lines with names.

import RoadNetwork

extension StreetTiles {
    /// Returns the layer with streets' names and numbers; empty if there are none.
    func labels(_ segments: [UInt32], _ drawing: LineDrawing) -> [UInt8] {
        layer("street_labels", segments, drawing) { segment in
            let edge = EdgeID(row: segment << 1)
            let flags = network.flags(of: edge)
            let kind = StreetKind(network.roadClass(of: edge))
            let label = StreetLabel(
                kind: kind, isLink: flags.contains(.link), isTunnel: flags.contains(.tunnel),
                name: network.segmentName[segment], reference: network.segmentRef[segment])
            guard kind.roadClass != .ferry, label.name != 0 || label.reference != 0,
                kind.leastLabelZoom(isLink: label.isLink) <= drawing.zoom
            else { return nil }
            return label
        }
    }

    /// Returns the layer with ferries; empty if there are none.
    func ferries(_ segments: [UInt32], _ drawing: LineDrawing) -> [UInt8] {
        layer("ferries", segments, drawing) { segment in
            let kind = StreetKind(network.roadClass(of: EdgeID(row: segment << 1)))
            guard kind.roadClass == .ferry else { return nil }
            return StreetLabel(
                kind: kind, isLink: false, isTunnel: false, name: network.segmentName[segment],
                reference: 0)
        }
    }

    /// Draws the segments to label.
    ///
    /// A tile can tell ``LineChains/keyCount`` labels apart. If it has more, the last ones are left
    /// out.
    private func layer(
        _ name: String, _ segments: [UInt32], _ drawing: LineDrawing,
        _ label: (UInt32) -> StreetLabel?
    ) -> [UInt8] {
        var labels: [StreetLabel] = []
        var numbers: [StreetLabel: Int] = [:]
        var pieces: [LinePiece] = []
        for segment in segments {
            guard let label = label(segment) else { continue }
            if numbers[label] == nil, labels.count < LineChains.keyCount {
                numbers[label] = labels.count
                labels.append(label)
            }
            guard let number = numbers[label] else { continue }
            pieces.append(LinePiece(segment: segment, isReversed: false, key: number))
        }
        var layer = TileLayer(name: name)
        drawing.draw(pieces, into: &layer) { attributes(of: labels[$0]) }
        return layer.bytes
    }

    private func attributes(of label: StreetLabel) -> [(key: String, value: TileValue)] {
        let suffix = label.isLink ? "_link" : ""
        var found: [(key: String, value: TileValue)] = [
            ("kind", .text(label.kind.word + suffix))
        ]
        if label.kind.roadClass != .ferry { found.append(("tunnel", .truth(label.isTunnel))) }
        let name = network.name(row: label.name)
        if !name.isEmpty { found.append(("name", .text(name))) }
        for (key, language) in languages where label.name != 0 {
            let translated = network.name(row: label.name, in: language)
            if translated != name { found.append((key, .text(translated))) }
        }
        let numbers = network.name(row: label.reference).split(separator: ";").map { part in
            String(part.drop { $0 == " " })
        }
        guard !numbers.isEmpty else { return found }
        found.append(("ref", .text(numbers.joined(separator: "\n"))))
        found.append(("ref_rows", .number(UInt64(numbers.count))))
        found.append(("ref_cols", .number(UInt64(numbers.map(\.count).max() ?? 0))))
        return found
    }
}

/// The text to write along a street.
private struct StreetLabel: Hashable {
    var kind: StreetKind
    var isLink: Bool
    var isTunnel: Bool
    /// The name's row; 0 if there is none.
    var name: UInt32
    /// The road number's row; 0 if there is none.
    var reference: UInt32
}
