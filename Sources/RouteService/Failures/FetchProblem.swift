// Why a URL gave nothing.

/// Why a URL yielded no features. The text completes a sentence in the error message.
struct FetchProblem: Error, Hashable {
    let text: String
}
