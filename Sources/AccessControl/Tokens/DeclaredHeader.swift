// Names of header fields that the sources declare.

package import HTTPTypes

extension HTTPField.Name {
    /// Makes a field's name from text that is one.
    ///
    /// - Precondition: The text has only letters that RFC 9110 admits.
    package init(declared text: String) {
        guard let name = HTTPField.Name(text) else {
            preconditionFailure("\(text) is a header's name")
        }
        self = name
    }
}
