// A module in a static archive, which .ci/images links into a program for iOS. No other code mentions it.
import Library

struct Fourth: Marked {}

final class Fifth: Marked {}

enum Sixth: Marked {}

/// A type of another module, so that the record leads to it through a pointer.
extension Seventh: @retroactive Marked {}
