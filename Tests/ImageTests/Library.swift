// Compiled and linked for macOS and for iOS by .ci/images.

/// The protocol of the conformance records that the test finds.
public protocol Marked {}

/// A struct with a record.
public struct First: Marked {}

/// A class with a record.
public final class Second: Marked {}

enum Third: Marked {}

/// A type with a record in another module.
public struct Seventh {}
