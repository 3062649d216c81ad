// The protocol for answers that commands write, for all analyses.

protocol WritableAnswer {
    /// The formats in which it can be written.
    static var formats: [OutputFormat] { get }

    var solution: Solution { get }

    /// The command's exit code.
    var outcome: Outcome { get }

    /// The table for formats that hold only one, such as a shapefile.
    var mainTable: String { get }

    /// Writes the answer in any of ``formats`` except for files that are not byte streams.
    func write(_ format: OutputFormat, to sink: ByteSink) throws
}
