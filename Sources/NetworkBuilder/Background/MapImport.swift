// From OpenStreetMap files to the map's background. Start at `MapImport.run`.

import RoadNetwork

/// Imports what maps have in the background: water, land, buildings, boundaries and names.
///
/// The files are read three times, since they list nodes before ways and ways before the relations
/// that join them: relations first, then the ways that make something or that a relation names,
/// then their nodes. Memory therefore grows with what is drawn, not with the files: some 60
/// bytes for each node in an area or a line of water.
struct MapImport {
    let inputs: [String]
    let rules: RoadRules
    let progress: ProgressMeter

    /// Reads the files.
    ///
    /// - Throws: ``OSMReadError`` if a file cannot be read, `CancellationError` if the task is
    ///   cancelled.
    func run(report: inout MapReport) throws -> MapContents {
        let files = try OSMInputFile.opened(inputs)
        let isSimple =
            files.count == 1 && files[0].path.hasSuffix(".pbf") && !files[0].hasVersions
        var map = MapCollection(remembersAll: !isSimple)
        try progress.begin(.readingMap, unit: "objects")
        var count = 0
        try read(files, .relations, pass: 0, &count) { map.add(relation: $0, fileRank: $1) }
        map.finishRelations()
        try read(files, isSimple ? .ways : [.nodes, .ways], pass: 1, &count) { object, rank in
            if object.isWay {
                map.add(way: object, fileRank: rank)
            } else {
                map.note(node: object)
            }
        }
        var nodes = NodeTable(ids: map.nodeIDs)
        try read(files, .nodes, pass: 2, &count) { object, rank in
            nodes.add(object, fileRank: rank, rules: rules, nodeKeys: [])
            map.add(node: object, fileRank: rank)
        }
        for (id, place) in map.statedPlaces {
            guard let row = nodes.row(of: id) else { continue }
            nodes.place(row, longitudeE7: place.longitudeE7, latitudeE7: place.latitudeE7)
        }
        nodes.finishReading()
        return try MapAssembly(map: map, nodes: nodes, progress: progress).run(report: &report)
    }

    /// Reads some kinds of objects from all files.
    ///
    /// - Parameter pass: Which of three passes it is, from 0.
    private func read(
        _ files: [OSMInputFile], _ kinds: OSMKinds, pass: Int, _ count: inout Int,
        _ add: (OSMObject, Int) -> Void
    ) throws {
        for (index, file) in files.enumerated() {
            let reader = try OSMReader(path: file.path, kinds: kinds, numbering: file.numbering)
            while let object = try reader.next() {
                add(object, file.rank)
                count += 1
                guard count % 16_384 == 0 else { continue }
                let share = (Double(index) + reader.fraction) / Double(files.count)
                try progress.update(fraction: (Double(pass) + share) / 3, count: count)
            }
        }
    }
}
