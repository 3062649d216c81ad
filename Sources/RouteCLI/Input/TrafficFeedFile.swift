// A traffic feed from a file, for a local network.

import Foundation
import LiveTraffic
import Preparation

/// A feed that a command puts into force on its network.
struct TrafficFeedFile {
    /// The path; `-` is standard input.
    let path: String
    /// The features' names for the feed's properties.
    var mapping = FeedMapping()

    /// Puts the feed into force. Unused rows and capped speeds are noted on standard error.
    ///
    /// - Throws: ``CommandFailure`` naming the file; `FeedError` if the feed cannot be used.
    func apply(to layer: NetworkLayer) throws {
        let receipt = try receipt(on: layer)
        if let message = receipt.capped.message { Console.note(["\(label): \(message)"]) }
        guard let first = receipt.refused.rows.first else { return }
        Console.note([
            "\(label): \(receipt.refused.count) of \(receipt.refused.count + receipt.usedCount) "
                + "rows are not used, the first is row \(first.number): \(first.reason) "
                + "(waypost traffic lists them)"
        ])
    }

    /// Puts the feed into force, and reports which rows are used.
    func receipt(on layer: NetworkLayer) throws -> FeedReceipt {
        let bytes = try Console.read(file: path)
        do throws(FeedError) {
            return try TrafficIntake(layer: layer).take(bytes, mapping: mapping, from: path)
        } catch {
            throw CommandFailure(.invalidInput, "\(label): \(error)")
        }
    }

    private var label: String { FeatureFile.label(of: path) }
}
