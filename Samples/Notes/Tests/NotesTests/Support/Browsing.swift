import Foundation
import Testing

/// Runs a test with a terminal that shows the notes.
func browsing(
  _ given: [[String]] = [["Shopping", "--body", "Bread, cheese."], ["Reading"]], columns: Int = 80,
  rows: Int = 12, command: (String) -> String = { $0 }, _ body: (Tmux, URL) throws -> Void
) throws {
  try withTemporaryFolder { folder in
    let notes = Notes(store: folder.appending(path: "notes.json"))
    for arguments in given { #expect(try notes.run(["new"] + arguments).code == 0) }
    let program = try "\(Notes.executablePath()) --store \(notes.store.path) --log \(folder.path)/log"
    let tmux = try Tmux(command(program), columns: columns, rows: rows)
    try tmux.waits(for: "↵ open")
    try body(tmux, folder)
  }
}
