import Foundation
import Testing
import Waymark

@Suite("The commands, as a user runs them")
struct CommandTests {
  @Test func notesFromBeginningToEnd() throws {
    try withTemporaryFolder { (folder) throws in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      #expect(
        try notes("list")
          == .init(output: "There are no notes. 'notes new TITLE' writes the first.\n", error: "", code: 0))
      #expect(
        try notes("new", "Shopping", "--body", "Bread and cheese.").output == """
          Shopping (note 1)
          =================
          Bread and cheese.
          +---------------+
          | Saved note 1. |
          |          [OK] |
          +---------------+

          """)
      #expect(try notes("new", "Reading").code == 0)
      #expect(
        try notes("edit", "1", "--title", "Market").output == """
          Market (note 1)
          ===============
          Bread and cheese.
          +---------------+
          | Saved note 1. |
          |          [OK] |
          +---------------+

          """)
      #expect(try notes("list").output == "1  Market\n2  Reading\n")
      #expect(
        try notes("list", "--open", "2").output == """
          1  Market
          2  Reading

          Reading (note 2)
          ================
          (empty)

          """)
      #expect(
        try notes("show", "1").output == """
          Market (note 1)
          ===============
          Bread and cheese.

          """)
      #expect(
        try notes("delete", "2").output == """
          +-------------------------+
          | Deleted note 2: Reading |
          |                    [OK] |
          +-------------------------+

          """)
      #expect(try notes("list").output == "1  Market\n")
    }
  }

  @Test(arguments: [
    ["show", "9"], ["edit", "9", "--title", "x"], ["delete", "9"], ["list", "--open", "9"],
  ])
  func aNoteThatIsNotThere(arguments: [String]) throws {
    try withTemporaryFolder { (folder) throws in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      let result = try notes.run(arguments)
      #expect(
        result
          == .init(
            output: "", error: "Error: there is no note 9; 'notes list' shows the notes there are\n", code: 1)
      )
    }
  }

  @Test func whatIsMissingIsSaid() throws {
    try withTemporaryFolder { (folder) throws in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      let nothing = try notes("edit", "1")
      #expect(nothing.code == 64 && nothing.output.isEmpty)
      #expect(nothing.error.hasPrefix("Error: nothing to change: give --title, --body or --folder\n"))
      #expect(try notes("new", " ").error == "Error: a note needs a title\n")
      #expect(try notes("nonsense").code == 64)
    }
  }

  @Test func aDamagedStore() throws {
    try withTemporaryFolder { (folder) throws in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      try Data("not notes".utf8).write(to: notes.store)
      let result = try notes("new", "Title")
      #expect(result.code == 1 && result.output.isEmpty)
      #expect(
        result.error
          == "Error: \(notes.store.path) does not hold notes: it is not JSON. It was left as it is; mend it, or choose another file with --store.\n"
      )
      #expect(try Data(contentsOf: notes.store) == Data("not notes".utf8))
    }
  }

  @Test func routesAndCheck() throws {
    try withTemporaryFolder { (folder) throws in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      let routes = try notes("routes").output
      #expect(withoutLines(routes) == routeTable)
      let check = try notes("check")
      #expect(check.code == 0 && check.error.isEmpty)
      #expect(
        withoutLines(check.output) == """
          NotesEditor/EditorModule.swift:N: note: 4 of 9 routes are open: closures that may ask the registry for anything were not checked [open-routes]
              To fix: call registry.dryRun() in a test: it sees what they ask for
          9 routes, 1 diagnostic

          """)
      #expect(
        try notes("check", "--dry-run") == .init(output: "9 routes, 0 diagnostics\n", error: "", code: 0))
      let audit = try notes("check", "--dry-run", "--audit")
      #expect(audit == .init(output: "9 routes, 0 diagnostics\n", error: "", code: 0))
      #expect(
        !FileManager.default.fileExists(atPath: notes.store.path), "looking at the routes makes no file")
    }
  }

  @Test func theGraph() throws {
    try withTemporaryFolder { (folder) throws in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      let mermaid = try notes("routes", "--format", "mermaid").output
      let readme = try String(
        contentsOf: URL(filePath: #filePath).appending(path: "../../../../../README.md").standardizedFileURL,
        encoding: .utf8)
      #expect(readme.contains("```mermaid\n\(mermaid)```"), "the picture in README is the graph of Notes")
      let graph = try RouteGraph(json: notes("routes", "--format", "json").output)
      #expect(graph.nodes.count == 11 && graph.edges.count == 13)
      #expect(try notes("routes", "--format", "dot").output == graph.dot())
      #expect(graph.mermaid() == mermaid)
    }
  }

  @Test func why() throws {
    let notes = Notes(store: URL(filePath: "/nowhere/notes.json"))
    #expect(
      try notes("why", "EditorInput").output == """
        EditorModule.EditorView provides View<any EditorInput>, ViewModule<any EditorModuleConfig>
          needed by NoteListModule.NoteListView → EditorModule.EditorView
          needed by FolderListModule.FolderListView → NoteListModule.NoteListView → EditorModule.EditorView
          needed by AdapterModule.Adapter(View<any NoteDetailInput>) → EditorModule.EditorView

        """)
    #expect(
      try notes("why", "list").output == """
        NoteListModule.NoteListView provides View<any NoteListInput>
          needed by FolderListModule.FolderListView → NoteListModule.NoteListView

        """)
    let unknown = try notes("why", "Printer")
    #expect(unknown.code == 1 && unknown.output.isEmpty)
    #expect(unknown.error.hasPrefix("Error: nothing is called 'Printer'; there are AlertInput, "))
  }

  @Test func theDemo() throws {
    let notes = Notes(store: URL(filePath: "/nowhere"))
    let result = try notes("demo", withStore: false)
    #expect(result.code == 0 && result.error.isEmpty)
    let expected = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Expected/demo.txt"),
      encoding: .utf8)
    #expect(withoutLines(result.output) == expected)
  }

  @Test func helpNamesEveryCommand() throws {
    let help = try Notes(store: URL(filePath: "/nowhere"))("--help", withStore: false).output
    for command in ["browse", "list", "show", "new", "edit", "delete", "routes", "why", "check", "demo"] {
      #expect(help.contains("\n  \(command) "), "\(command)")
    }
  }

  /// The text without the numbers of lines, which change with every edit of a module.
  private func withoutLines(_ text: String) -> String { text.replacing(#/\.swift:[0-9]+/#, with: ".swift:N") }

  private let routeTable = """
    DESTINATION      KIND     LIFETIME   PROVIDES                             IDENTIFIERS  DECLARED
    FileNoteStorage  service  singleton  Service<any NoteStorage>             storage      NotesStorage/StorageModule.swift:N
    EditorView       view     transient  View<any EditorInput>                editor       NotesEditor/EditorModule.swift:N
                                         ViewModule<any EditorModuleConfig>
                                         View<any NoteDetailInput> (adapted)
    NoteListView     view     transient  View<any NoteListInput>              list         NotesList/NoteListModule.swift:N
    FolderListView   view     transient  View<any FolderListInput>            folders      NotesFolders/FolderListModule.swift:N
    AlertView        view     transient  View<any AlertInput>                 alert        NotesAlert/AlertModule.swift:N
    AlertView        view     transient  View<any EasyAlertInput>             easy-alert   NotesAlert/AlertModule.swift:N
                                         View<any SaveNoticeInput> (adapted)
    PromptView       view     transient  View<any PromptInput>                prompt       NotesAlert/AlertModule.swift:N
    PasscodeLock     service  singleton  Service<any NoteLock>                lock         NotesLock/LockModule.swift:N
    LoginView        view     transient  View<any LoginInput>                 login        NotesLock/LockModule.swift:N

    """
}
