// `waypost network verify`: checks every byte in a network against its checksums, and every row
// against the columns it points into.

import ArgumentParser
import RoadNetwork

struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check every byte of a network against its checksums, and its structure.",
        discussion: "waypost network verify town")

    @Argument(help: ArgumentHelp("The network's folder.", valueName: "dir"))
    var network: String

    func run() throws {
        let dataset = try NetworkDataset(path: network, verification: .skipped)
        let names = try PlaceDataset.open(besideNetwork: network, verification: .skipped)
        let damaged = dataset.damagedSections() + (names?.damagedSections() ?? [])
        guard damaged.isEmpty else {
            throw CommandFailure(
                .invalidInput,
                "\(network) is damaged in \(damaged.joined(separator: ", ")); rebuild needed")
        }
        let faults = dataset.structuralFaults() + (names?.structuralFaults() ?? [])
        guard faults.isEmpty else {
            throw CommandFailure(
                .invalidInput,
                "\(network) is inconsistent: \(faults.joined(separator: "; ")); rebuild "
                    + "needed")
        }
        try verifyMap()
        Console.write("\(network) is whole: \(dataset.byteCount) bytes, \(dataset.fingerprint)")
    }

    /// Checks the background of maps, if the network has one.
    private func verifyMap() throws {
        guard let map = try MapBackground.beside(network) else { return }
        let faults = map.structuralFaults()
        guard faults.isEmpty else {
            throw CommandFailure(
                .invalidInput,
                "the map of \(network) is inconsistent: \(faults.joined(separator: "; ")); "
                    + "rebuild needed")
        }
    }
}
