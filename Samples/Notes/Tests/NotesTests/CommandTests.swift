import Foundation
import Testing
import Waymark

@Suite("Commands")
struct CommandTests {
  @Test func `the commands create, edit, and delete notes`() throws {
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
  func `a missing note is reported`(arguments: [String]) throws {
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

  @Test func `invalid arguments are reported`() throws {
    try withTemporaryFolder { (folder) throws in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      let nothing = try notes("edit", "1")
      #expect(nothing.code == 64 && nothing.output.isEmpty)
      #expect(nothing.error.hasPrefix("Error: nothing to change: give --title, --body or --folder\n"))
      #expect(try notes("new", " ").error == "Error: a note needs a title\n")
      #expect(try notes("nonsense").code == 64)
    }
  }

  @Test func `a damaged store is reported`() throws {
    try withTemporaryFolder { (folder) throws in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      try Data("not notes".utf8).write(to: notes.store)
      let result = try notes("new", "Title")
      #expect(result.code == 1 && result.output.isEmpty)
      #expect(
        result.error
          == "Error: \(notes.store.path) does not hold notes: it is not JSON. The program hasn't changed it. Correct it, or choose another file with --store.\n"
      )
      #expect(try Data(contentsOf: notes.store) == Data("not notes".utf8))
    }
  }

  @Test func `the commands print routes and diagnostics`() throws {
    try withTemporaryFolder { (folder) throws in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      let routes = try notes("routes").output
      #expect(withoutLines(routes) == routeTable)
      let check = try notes("check")
      #expect(check.code == 0 && check.error.isEmpty)
      #expect(
        withoutLines(check.output) == """
          NotesEditor/EditorModule.swift:N: note: 4 routes are open: they may request anything from the registry, and no rule checks these requests [open-routes]
              NotesEditor/EditorModule.swift:N: Route(EditorView)
              NotesList/NoteListModule.swift:N: Route(NoteListView)
              NotesFolders/FolderListModule.swift:N: Route(FolderListView)
              NotesAlert/AlertModule.swift:N: Route(AlertView)
              To fix: call registry.dryRun() in a test, which makes the requests
                  or: add Accepts(.openRoutes, because: "…") to a route that other tests cover
          11 routes, 1 diagnostic

          """)
      #expect(
        try notes("check", "--dry-run") == .init(output: "11 routes, 0 diagnostics\n", error: "", code: 0))
      let audit = try notes("check", "--dry-run", "--audit")
      #expect(audit == .init(output: "11 routes, 0 diagnostics\n", error: "", code: 0))
      #expect(
        !FileManager.default.fileExists(atPath: notes.store.path), "looking at the routes makes no file")
    }
  }

  @Test func `a command prints the graph`() throws {
    try withTemporaryFolder { (folder) throws in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      let graph = try RouteGraph(json: notes("routes", "--format", "json").output)
      #expect(graph.nodes.count == 14 && graph.edges.count == 19)
      let dot = try notes("routes", "--format", "dot").output
      let reviewed = try String(
        contentsOf: URL(filePath: #filePath).appending(path: "../Expected/graph.dot").standardizedFileURL,
        encoding: .utf8)
      #expect(dot == reviewed, "the picture in README is not current: .ci/graph --update")
      #expect(dot == graph.dot())
      #expect(try notes("routes", "--format", "mermaid").output == graph.mermaid())
      let page = try notes("routes", "--html").output
      #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
      #expect(page.contains("<title>Notes</title>") && page.contains("[open-routes]"))
    }
  }

  @Test func `a preview lists sample notes and writes no file`() throws {
    try withTemporaryFolder { (folder) throws in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      #expect(try notes("list", "--preview").output == "1  Welcome\n2  Bread\n3  Soup\n")
      #expect(try notes("new", "More", "--preview").code == 0)
      #expect(try notes("check", "--preview", "--dry-run").output == "11 routes, 0 diagnostics\n")
      #expect(!FileManager.default.fileExists(atPath: notes.store.path))
    }
  }

  @Test func `views reach an action through its collection`() throws {
    let notes = Notes(store: URL(filePath: "/nowhere/notes.json"))
    #expect(
      try notes("why", "DeleteAction").output == """
        EditorModule.DeleteAction provides Views(.noteActions) as "delete"
          needed by NoteListModule.NoteListView → NotesInterfaces.Views(.noteActions) → EditorModule.DeleteAction
          needed by FolderListModule.FolderListView → NoteListModule.NoteListView → NotesInterfaces.Views(.noteActions) → EditorModule.DeleteAction
          needed by NotesInterfaces.Views(.noteActions) → EditorModule.DeleteAction

        """)
  }

  @Test func `a command prints the path to a dependency`() throws {
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
    #expect(unknown.error.hasPrefix("Error: nothing has the name 'Printer'. The names are AlertInput, "))
  }

  @Test func `a command opens URLs`() throws {
    try withTemporaryFolder { (folder) throws in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      _ = try notes("new", "One", "--folder", "At work")
      _ = try notes("new", "Two", "--locked")
      #expect(try notes("open", "notes://notes/1").output == "One (note 1)\n============\n(empty)\n")
      #expect(try notes("open", "NOTES://List/At%20work").output == "1  One\n")
      #expect(try notes("open", "notes://list?folder=").output == "2  Two (locked)\n")
      #expect(try notes("open", "notes://notes/2").error.hasPrefix("Error: note 2 is locked. "))
      #expect(
        withoutLines(try notes("open", "notes://notes/x").error) == """
          Error: the parameter 'id' of "notes://notes/:id" is "x", which is not an Int [invalidParameter]
              while making EditorView (NotesEditor/EditorModule.swift:N)
              To fix: correct the URL "notes://notes/x"
                  or: read the parameter as another type

          """)
      #expect(
        withoutLines(try notes("open", "--explain", "notes://note/1").error) == """
          Error: no route matches "notes://note/1" (the registry has 5 patterns) [unknownURL]
              To fix: did you mean "notes://notes/:id" (NotesEditor/EditorModule.swift:N)?

          """)
      #expect(
        withoutLines(try notes("open", "--explain", "notes://list/At%20work/notes/1?x=1").output) == """
          notes://list/At%20work/notes/1?x=1 matches notes://list/:folder/notes/:id
            EditorView, declared at NotesEditor/EditorModule.swift:N
            folder = At work
            id = 1
            x = 1
          It would be opened in 3 steps:
            1. FolderListView push notes://folders, if the interceptor at NotesApp/NotesApplication.swift:N agrees
            2. NoteListView push notes://list/At%20work, if the interceptor at NotesApp/NotesApplication.swift:N agrees
            3. EditorView push notes://list/At%20work/notes/1?x=1, if the interceptor at NotesApp/NotesApplication.swift:N agrees

          """)
    }
  }

  @Test(arguments: [
    (["editor", "id=3"], "notes://notes/3"),
    (["editor", "id=3", "folder=a/b"], "notes://list/a%2Fb/notes/3"),
    (["list"], "notes://list"), (["list", "folder="], "notes://list?folder="),
    (["folders"], "notes://folders"),
    (["list", "folder=ü", "q==&"], "notes://list/%C3%BC?q=%3D%26"),
  ])
  func `a command builds URLs`(arguments: [String], url: String) throws {
    let notes = Notes(store: URL(filePath: "/nowhere/notes.json"))
    #expect(try notes.run(["url"] + arguments) == .init(output: url + "\n", error: "", code: 0))
  }

  @Test func `a URL that can't be built is reported`() throws {
    let notes = Notes(store: URL(filePath: "/nowhere/notes.json"))
    #expect(
      try notes("url", "nothing").error.hasPrefix("Error: no route is called 'nothing'; there are alert, "))
    #expect(
      try notes("url", "editor", "x").error.hasPrefix("Error: The value 'x' is invalid for '<name=value>'\n"))
    #expect(
      withoutLines(try notes("url", "editor").error) == """
        Error: the URL of EditorView (NotesEditor/EditorModule.swift:N) needs a value for 'id': its pattern is "notes://notes/:id" [missingParameter]
            To fix: pass a value for 'id' that is not empty

        """)
  }

  @Test func `the demo prints its transcript`() throws {
    let notes = Notes(store: URL(filePath: "/nowhere"))
    let result = try notes("demo", withStore: false)
    #expect(result.code == 0 && result.error.isEmpty)
    let expected = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Expected/demo.txt"),
      encoding: .utf8)
    #expect(withoutLines(result.output) == expected)
  }

  @Test func `the demo fits 100 columns, and quotes its code`() throws {
    let result = try Notes(store: URL(filePath: "/nowhere"))("demo", withStore: false)
    let lines = result.output.split(separator: "\n")
    #expect(lines.filter { $0.count > 100 } == [])
    let source = URL(filePath: #filePath).appending(path: "../../../Sources/NotesApp/Demo.swift")
      .standardizedFileURL
    let code = try String(contentsOf: source, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let quotes = result.output.matches(of: #/\n +NotesApp/Demo\.swift:([0-9]+)\n((?: +\| .*\n)+)/#)
    #expect(quotes.count == 8)
    for quote in quotes {
      let first = try #require(Int(quote.output.1))
      for (index, line) in quote.output.2.split(separator: "\n").enumerated() {
        let shown = line.drop { $0 != "|" }.dropFirst().trimmingCharacters(in: .whitespaces)
        #expect(code[first - 1 + index].trimmingCharacters(in: .whitespaces) == shown)
      }
    }
  }

  @Test func `the help lists every command`() throws {
    let help = try Notes(store: URL(filePath: "/nowhere"))("--help", withStore: false).output
    for command in [
      "browse", "list", "show", "new", "edit", "delete", "open", "url", "routes", "why", "check", "demo",
    ] {
      #expect(help.contains("\n  \(command) "), "\(command)")
    }
  }

  /// The text without the numbers of lines, which change with every edit of a module.
  private func withoutLines(_ text: String) -> String { text.replacing(#/\.swift:[0-9]+/#, with: ".swift:N") }

  private let routeTable = """
    DESTINATION      KIND     LIFETIME   PROVIDES                             IDENTIFIERS  URLS                            DECLARED
    FileNoteStorage  service  singleton  Service<any NoteStorage>             storage                                      NotesStorage/StorageModule.swift:N
    EditorView       view     transient  View<any EditorInput>                editor       notes://notes/:id               NotesEditor/EditorModule.swift:N
                                         ViewModule<any EditorModuleConfig>                notes://list/:folder/notes/:id
                                         View<any NoteDetailInput> (adapted)
    DeleteAction     view     transient  Views(.noteActions) as "delete"                                                   NotesEditor/EditorModule.swift:N
    NoteListView     view     transient  View<any NoteListInput>              list         notes://list                    NotesList/NoteListModule.swift:N
                                                                                           notes://list/:folder
    FolderListView   view     transient  View<any FolderListInput>            folders      notes://folders                 NotesFolders/FolderListModule.swift:N
    MoveAction       view     transient  Views(.noteActions) as "move"                                                     NotesFolders/FolderListModule.swift:N
    AlertView        view     transient  View<any AlertInput>                 alert                                        NotesAlert/AlertModule.swift:N
    AlertView        view     transient  View<any EasyAlertInput>             easy-alert                                   NotesAlert/AlertModule.swift:N
                                         View<any SaveNoticeInput> (adapted)
    PromptView       view     transient  View<any PromptInput>                prompt                                       NotesAlert/AlertModule.swift:N
    PasscodeLock     service  singleton  Service<any NoteLock>                lock                                         NotesLock/LockModule.swift:N
    LoginView        view     transient  View<any LoginInput>                 login                                        NotesLock/LockModule.swift:N

    """
}
