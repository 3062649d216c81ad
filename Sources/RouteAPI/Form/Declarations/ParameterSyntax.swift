// Reads parameters' values from form fields and writes them. Reading and writing are next to each
// other so that you change both together. JSON values are in ParameterSyntax+JSON.

import Geo

/// A form to be read, with limits and defaults.
package struct FormReading: Sendable {
    let fields: FormParameters
    /// Limits for each feature set.
    let limits: FeatureLimits
    /// Completes a partial `locateSettings`.
    let locateDefaults: LocateSettings
}

/// Reads and writes values of one type in a form.
///
/// If you read what was written, you get the same value.
package struct ParameterSyntax<Value: Sendable>: Sendable {
    let kind: ParameterKind
    /// Reads the field with a name. Returns `nil` if it is absent or empty.
    let read: @Sendable (FormReading, String) throws(RouteRequestError) -> Value?
    /// Writes a value as a field's text.
    let write: @Sendable (Value) -> String

    init(
        _ kind: ParameterKind,
        read: @escaping @Sendable (FormReading, String) throws(RouteRequestError) -> Value?,
        write: @escaping @Sendable (Value) -> String
    ) {
        self.kind = kind
        self.read = read
        self.write = write
    }
}

extension ParameterSyntax<Bool> {
    static var truth: Self {
        Self(.truth) { form, name throws(RouteRequestError) in
            try form.fields.bool(name)
        } write: {
            $0 ? "true" : "false"
        }
    }
}

extension ParameterSyntax<Double> {
    /// A finite number, 0 or more.
    static var number: Self {
        Self(.number) { form, name throws(RouteRequestError) in
            guard let number = try form.fields.number(name) else { return nil }
            guard number >= 0 else {
                throw .invalidParameter(name, "is \(number); 0 or a positive number is needed")
            }
            return number
        } write: {
            JSONValue.number($0).text
        }
    }
}

extension ParameterSyntax<Int> {
    /// A number of decimals. More than a `Double` has means all, which is `nil`.
    static var decimals: Self {
        Self(.integer(0...100)) { form, name throws(RouteRequestError) in
            guard let number = try form.fields.number(name) else { return nil }
            guard number == number.rounded(), (0...100).contains(number) else {
                throw .invalidParameter(
                    name,
                    "is \(JSONValue.number(number).excerpt); a whole number of decimals from 0 to "
                        + "100 is needed")
            }
            return number > 15 ? nil : Int(number)
        } write: {
            String($0)
        }
    }
}

extension ParameterSyntax<Int> {
    /// A whole number, 1 or more.
    static var count: Self {
        let range = 1...1_000_000
        return Self(.integer(range)) { form, name throws(RouteRequestError) in
            guard let number = try form.fields.number(name) else { return nil }
            guard number == number.rounded(),
                (Double(range.lowerBound)...Double(range.upperBound)).contains(number)
            else {
                throw .invalidParameter(
                    name,
                    "is \(JSONValue.number(number).excerpt); a whole number from 1 to 1,000,000 "
                        + "is needed")
            }
            return Int(number)
        } write: {
            String($0)
        }
    }
}

extension ParameterSyntax<Int> {
    static func integer(in range: ClosedRange<Int>) -> Self {
        Self(.integer(range)) { form, name throws(RouteRequestError) in
            guard let number = try form.fields.number(name) else { return nil }
            guard let whole = Int(exactly: number), range.contains(whole) else {
                throw .invalidParameter(
                    name,
                    "is \(JSONValue.number(number).excerpt); a whole number from "
                        + "\(range.lowerBound) to \(range.upperBound) is needed")
            }
            return whole
        } write: {
            String($0)
        }
    }
}

extension ParameterSyntax<Int> {
    /// A bound of a time window, in the forms that rows have: milliseconds since 1970, `09:30`,
    /// `2026-03-02T09:30` or a number by its size; a time with a zone, as seconds since 1970 are,
    /// only if the request says that windows are in UTC.
    static func windowBound(in range: ClosedRange<Int>) -> Self {
        let number = integer(in: range)
        return Self(number.kind) { form, name throws(RouteRequestError) in
            guard let text = try form.fields.value(name) else { return nil }
            let value =
                if let number = Double(decimal: text) {
                    TimeReader.reading(number)
                } else {
                    WrittenTime(text).map(TimeValue.written)
                }
            let bound: Int64? =
                switch value {
                case .written(.timeOfDay(let time))?: RouteParameters.dayWithoutDate + time
                case .milliseconds(let time)?, .written(.wallClock(let time))?,
                    .written(.instant(let time))?:
                    time
                case nil: nil
                }
            guard let bound, range.contains(Int(bound)) else {
                throw .invalidParameter(
                    name,
                    "is \(text.quoted); milliseconds since 1970 or a time such as 09:30 or "
                        + "2026-03-02T09:30 is needed")
            }
            let flag = "timeWindowsAreUTC"
            if case .written(.instant)? = value, !(try form.fields.bool(flag) ?? false) {
                let isNumber = Double(decimal: text) != nil
                throw .invalidParameter(
                    name,
                    "is \(text.quoted), "
                        + (isNumber ? "which is \(bound) in milliseconds" : "a time with a zone")
                        + "; send \(flag)=true beside it, or a local time without a zone")
            }
            return Int(bound)
        } write: {
            number.write($0)
        }
    }
}

extension ParameterSyntax<Double> {
    static func number(in range: ClosedRange<Double>) -> Self {
        Self(.number) { form, name throws(RouteRequestError) in
            guard let number = try form.fields.number(name) else { return nil }
            guard range.contains(number) else {
                throw .invalidParameter(
                    name,
                    "is \(JSONValue.number(number).excerpt); a number from "
                        + "\(JSONValue.number(range.lowerBound).text) to "
                        + "\(JSONValue.number(range.upperBound).text) is needed")
            }
            return number
        } write: {
            JSONValue.number($0).text
        }
    }
}

extension ParameterSyntax<StartTime> {
    /// The first instant of 1900 to the last of 9999, ArcGIS's range of times.
    private static var times: ClosedRange<Double> { -2_208_988_800_000...253_402_300_799_999 }

    /// `now`, milliseconds since 1970, or a time in ISO 8601: one with a zone only if the request
    /// says that its times are in UTC, since the same number may be a local time.
    static var time: Self {
        Self(.time) { form, name throws(RouteRequestError) in
            guard let text = try form.fields.value(name) else { return nil }
            if text.lowercased() == "now" { return .now }
            let milliseconds = try milliseconds(of: text, form, name)
            guard times.contains(milliseconds) else {
                throw RouteRequestError.invalidParameter(
                    name,
                    "is \(text.quoted); a time between the years 1900 and 9999 is needed, in "
                        + "milliseconds since 1970"
                ).with(extendedCode: milliseconds < 0 ? .timeTooEarly : .timeTooLate)
            }
            return .milliseconds(Int64(milliseconds.rounded()))
        } write: { time in
            switch time {
            case .now: "now"
            case .milliseconds(let milliseconds): String(milliseconds)
            }
        }
    }

    private static func milliseconds(
        of text: String, _ form: FormReading, _ name: String
    ) throws(RouteRequestError) -> Double {
        if let number = Double(decimal: text) { return number }
        switch WrittenTime(text) {
        case .wallClock(let time)?: return Double(time)
        case .instant(let time)?:
            let zone = "\(name)IsUTC"
            guard try form.fields.bool(zone) ?? false else {
                throw .invalidParameter(
                    name,
                    "is \(text.quoted), a time with a zone; send \(zone)=true beside it, or a "
                        + "local time without a zone")
            }
            return Double(time)
        case .timeOfDay?, nil:
            throw .invalidParameter(
                name,
                "is \(text.quoted); now, milliseconds since 1970 or 2026-03-02T09:30 is needed")
        }
    }
}

extension ParameterSyntax<String> {
    static var text: Self { plain(.text) }

    /// A route as text. Its reader limits the length.
    static var handle: Self {
        Self(.handle) { form, name throws(RouteRequestError) in
            guard let text = form.fields.text(name), !text.isNullWord else { return nil }
            return text
        } write: {
            $0
        }
    }

    /// A name published by the layer. It is checked when solving.
    static func name(_ list: ParameterKind.NameList) -> Self { plain(.name(list)) }

    private static func plain(_ kind: ParameterKind) -> Self {
        Self(kind) { form, name throws(RouteRequestError) in
            try form.fields.value(name)
        } write: {
            $0
        }
    }
}

extension ParameterSyntax<[String]> {
    /// Several names published by the layer; `none` means no name.
    ///
    /// - Parameter nullMeansNone: Whether `null` means no name rather than the default.
    static func names(_ list: ParameterKind.NameList, nullMeansNone: Bool = false) -> Self {
        Self(.names(list)) { form, name throws(RouteRequestError) in
            if nullMeansNone, form.fields.text(name)?.isNullWord == true { return [] }
            let names = try form.fields.names(name)
            return names?.count == 1 && names?.first?.lowercased() == "none" ? [] : names
        } write: { names in
            fieldText(of: names)
        }
    }

    /// Writes a list with commas if the names allow it, because every server reads that. Writes
    /// `none` for no names, because an empty value counts as absent.
    private static func fieldText(of names: [String]) -> String {
        if names.isEmpty { return "none" }
        let isPlain = names.allSatisfy { word in
            !word.isEmpty && !word.contains(",") && word.first != "[" && word.lowercased() != "none"
                && word.lowercased() != "null"
        }
        if isPlain { return names.joined(separator: ",") }
        return JSONWriter.text { writer in
            writer.beginArray()
            for word in names { writer.string(word) }
            writer.endArray()
        }
    }
}

extension ParameterSyntax where Value: RawRepresentable<String> & CaseIterable {
    /// A word of the enumeration, in any case.
    ///
    /// - Parameters:
    ///   - extendedCode: The error's code for any other word.
    ///   - accepted: Which of the enumeration's words are accepted.
    static func word(
        extendedCode: ExtendedCode? = nil,
        accepted: @escaping @Sendable (Value) -> Bool = { _ in true }
    ) -> Self {
        Self(.word(Value.allCases.filter(accepted).map(\.rawValue))) {
            form, name throws(RouteRequestError) in
            do throws(RouteRequestError) {
                return try form.fields.word(name, Value.self, accepted: accepted)
            } catch {
                throw extendedCode.map { error.with(extendedCode: $0) } ?? error
            }
        } write: {
            $0.rawValue
        }
    }
}

extension ParameterSyntax<OutputLineType> {
    /// A word; or its position as a number, which older clients send; or whether there are lines,
    /// which the type of `closestFacility` in arcgis-rest-js allows.
    static var outputLines: Self {
        let word = word(extendedCode: .badLineType)
        return Self(word.kind) { form, name throws(RouteRequestError) in
            let text = form.fields.text(name)?.lowercased() ?? ""
            if let number = Int(text), OutputLineType.allCases.indices.contains(number) {
                return OutputLineType.allCases[number]
            }
            if text == "true" { return OutputLineType.trueShape }
            if text == "false" { return OutputLineType.none }
            return try word.read(form, name)
        } write: {
            word.write($0)
        }
    }
}

extension RouteRequestError {
    /// Returns the same error with another extended code.
    func with(extendedCode: ExtendedCode) -> RouteRequestError {
        var error = self
        error.extendedCode = extendedCode
        return error
    }
}
