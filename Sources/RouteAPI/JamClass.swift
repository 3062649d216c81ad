// How dense traffic is.

/// How freely traffic moves on a piece of a route.
public enum JamClass: Int, Hashable, Sendable, CaseIterable {
    /// At about the speed without traffic.
    case free = 0
    /// Somewhat slower.
    case slow
    /// Much slower.
    case heavy
    /// At a small fraction of the speed without traffic.
    case jammed
    /// Not at all: the street is closed or traffic stands still.
    case blocked

    /// The name in answers.
    public var name: String {
        switch self {
        case .free: "free"
        case .slow: "slow"
        case .heavy: "heavy"
        case .jammed: "jammed"
        case .blocked: "blocked"
        }
    }

    /// Groups neighboring pieces with the same class, in order.
    package static func runs(of jams: [JamClass]) -> [(jam: JamClass, pieces: Range<Int>)] {
        var runs: [(jam: JamClass, pieces: Range<Int>)] = []
        for (piece, jam) in jams.enumerated() {
            if let last = runs.last, last.jam == jam {
                runs[runs.count - 1].pieces = last.pieces.lowerBound..<(piece + 1)
            } else {
                runs.append((jam, piece..<(piece + 1)))
            }
        }
        return runs
    }
}
