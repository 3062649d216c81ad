// Which state of a layer was read.

/// A value that changes with every change to a layer. Compare versions only for the same layer of
/// the same store.
package struct LayerVersion: Hashable, Sendable {
    /// How many times rows changed, if the store counts changes for each layer.
    package var changes: Int64
    /// How many times the store's tables changed or, if rows are not counted, any row.
    package var epoch: Int64
    /// How many files the store had open before this one, at the same path.
    package var file: Int64

    package init(changes: Int64, epoch: Int64 = 0, file: Int64 = 0) {
        self.changes = changes
        self.epoch = epoch
        self.file = file
    }
}
