// Compiled and linked for macOS by .ci/images.

public protocol Marked {}
public struct First: Marked {}
public final class Second: Marked {}
enum Third: Marked {}
