import Foundation

/// Prints a line at once, also into a pipe, so that a script may wait for it.
func printNow(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
