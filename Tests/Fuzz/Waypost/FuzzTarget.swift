// What receives inputs: a name, the format's words, and a function that reads one input.

import Foundation
import Synchronization

/// A reader, or the whole server, with facts about its format.
struct FuzzTarget: Sendable {
    /// Reads one input, and returns whether it was accepted. If it throws, the error is a finding.
    typealias Reading = ([UInt8]) throws -> Bool

    /// The name, also of its corpus.
    let name: String
    /// Words of the format, which are often inserted into inputs.
    var words: [String] = []
    /// Whether inputs are JSON; if so, trees are changed as well as bytes.
    var readsTrees = false
    /// Corpus entries besides the files.
    var entries: @Sendable (FuzzBench) throws -> [[UInt8]] = { _ in [] }
    /// Prepares the target and returns its reading function.
    let start: @Sendable (FuzzBench) throws -> Reading

    /// Every target, in the order of the README's table.
    static let all: [FuzzTarget] = [
        .form, .json, .features, .csv, .encoding, .time, .gpx, .geoJSON, .traces, .polyline,
        .legs, .condition, .wellKnownText, .reference, .token, .hosts, .client, .yaml,
        .openStreetMap, .dataset, .handle, .storedCondition, .wellKnownBinary, .geoPackage, .feed,
        .sharedFeed, .phrases, .sequence, .osrm, .tile, .streets, .request,
    ]
}

/// A forbidden effect which does not end the program.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Reads something that may be refused.
///
/// - Returns: Whether it was accepted.
/// - Throws: ``Violation`` if a refusal repeats the input at length, or if `read` throws it.
func isTaken(messageBytes: Int = 8_192, _ read: () throws -> Void) throws -> Bool {
    do {
        try read()
        return true
    } catch let violation as Violation {
        throw violation
    } catch {
        let message = "\(error)"
        lastRefusal.withLock { $0 = message }
        guard message.utf8.count <= messageBytes else {
            throw Violation(
                "a refusal of \(message.utf8.count) bytes begins: \(message.prefix(120))")
        }
        return false
    }
}

/// The text of the last refusal, for a run of one input.
let lastRefusal = Mutex("")

/// Compares something read again after writing with the first reading.
func expectSame<Text: Equatable>(_ first: Text, _ second: Text, _ what: String) throws {
    guard first != second else { return }
    throw Violation("\(what) changes when it is written and read again")
}

/// Waits for asynchronous work on the loop's thread, which does nothing else.
func waited<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome<Value>()
    Task.detached {
        do {
            outcome.result = .success(try await work())
        } catch {
            outcome.result = .failure(error)
        }
        done.signal()
    }
    done.wait()
    guard let result = outcome.result else { throw Violation("work ended without an outcome") }
    return try result.get()
}

/// The result of work on another thread. Unchecked: the semaphore orders writing before reading.
private final class Outcome<Value: Sendable>: @unchecked Sendable {
    var result: Result<Value, any Error>?
}
