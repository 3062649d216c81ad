// The protocol of answers that commands write, for all analyses.

/// An answer with its formats.
protocol WritableAnswer {
    /// The formats that it can be written in.
    static var formats: [OutputFormat] { get }

    /// The answer in any format.
    var solution: Solution { get }

    /// The exit code that it ends with.
    var outcome: Outcome { get }

    /// The name of the table in formats that have one, such as a shapefile.
    var mainTable: String { get }

    /// Writes the answer in one of ``formats``, except for those that are no stream of bytes.
    func write(_ format: OutputFormat, to sink: ByteSink) throws
}
