import HTTPTypes
import PageKit
import ServerInterfaces
import Testing
import Waymark
import WaymarkTesting

@testable import Notes

@Suite("The notes module alone", .registry(isolating: NotesModule()), .scope(Session.ann))
struct NotesModuleTests {
  @Test func itSaysWhichStorageItNeeds() {
    let error = #expect(throws: RouteError.self) { try Router.makeDestination(to: .notebook) }
    #expect(error?.code == .unimplemented)
    #expect(
      message(of: error) == """
        Service<any NoteStorage> and Service<Member> are not implemented, because the module is isolated; \
        Notebook (…) needs them [unimplemented]
            while making any NoteStorage (…), needed by Notebook (…)
            To fix: provide them with .overriding { … }
        """)
  }

  @Test func itContributesToTheMenuAndTheTemplates() {
    #expect(Registry.current.keys(of: .menuItems) == ["notes", "folders"])
    #expect(
      Registry.current.keys(of: .templates) == [
        "note-list", "folders", "folder-settings", "note", "note-deletion",
      ])
  }

  @Suite(
    "with fakes of what it needs",
    .overriding {
      MemberSurroundings()
      Route(MemoryNotes.init) {
        Service(.noteStorage)
        Singleton()
      }
    })
  struct FilledTests {
    private let storage: MemoryNotes

    init() throws {
      storage = try #require(try Router.makeDestination(to: .noteStorage) as? MemoryNotes)
    }

    @Test func notesAreListed() async throws {
      _ = try storage.save(Note(id: "a", title: "Bread & cheese", text: "A map."), of: "ann")
      let page = try await Registry.current.answer(.get, "/notes")
      #expect(page.status == .ok)
      #expect(page.main.contains("<p class=\"quiet\">1 note</p>"))
      #expect(page.main.contains("<a href=\"/notes/a\">Bread &amp; cheese</a>"))
    }

    @Test func savingTrimsTheTitleAndChecksIt() async throws {
      let id = String(repeating: "i", count: 22)
      let saved = try await Registry.current.answer(
        .post, "/notes/new", ["id": id, "title": "  A title ", "text": " A text. "])
      #expect(saved.status == .seeOther)
      #expect(saved.fields[.location] == "/notes/\(id)")
      #expect(storage.notes.map(\.title) == ["A title"])
      #expect(storage.notes.map(\.text) == [" A text. "])

      let refused = try await Registry.current.answer(
        .post, "/notes/new", ["id": id, "title": " ", "text": "kept"])
      #expect(refused.status == .unprocessableContent)
      #expect(refused.problem == "The title is empty.")
      #expect(refused.forms.last?.fields["text"] == "kept")
      #expect(storage.notes.count == 1)
    }

    @Test func theMenuHasTheLinksOfThePages() throws {
      let items = try Registry.current.makeDestinations(of: .menuItems)
      #expect(items.map(\.title) == ["All notes", "Folders"])
      #expect(items.map(\.link) == ["/notes", "/folders"])
    }

    @Test func aNoteThatCannotBeSavedStaysInItsFolder() async throws {
      let folder = try storage.addFolder(name: "Garden", of: "ann")
      _ = try storage.save(Note(id: "a", folder: folder.id, title: "Beans", text: "Sow."), of: "ann")
      let form = try #require(try await Registry.current.answer(.get, "/notes/a").forms.last)
      #expect(form.fields["folder"] == folder.id)

      storage.isAway = true
      let draft = form.fields.merging(["text": "Sow in May."]) { $1 }
      let page = try await Registry.current.answer(.post, "/notes/a", draft)
      #expect(page.status == .serviceUnavailable)
      #expect(page.problem == "The storage can't be reached: it's away.")
      #expect(page.forms.last?.fields == draft)

      storage.isAway = false
      let sent = try #require(page.forms.last)
      #expect(try await Registry.current.answer(.post, sent.action, sent.fields).status == .seeOther)
      #expect(storage.notes.map(\.folder) == [folder.id])
      #expect(storage.notes.map(\.text) == ["Sow in May."])
    }

    @Test func aNewNoteThatCannotBeSavedStaysInTheFormToo() async throws {
      let empty = try #require(try await Registry.current.answer(.get, "/notes/new").forms.last)
      storage.isAway = true
      let draft = empty.fields.merging(["title": "A", "text": "kept"]) { $1 }
      let page = try await Registry.current.answer(.post, "/notes/new", draft)
      #expect(page.forms.last?.fields == draft)
      // Also where the input itself is wrong.
      let untitled = try await Registry.current.answer(
        .post, "/notes/new", draft.merging(["title": "", "folder": "f"]) { $1 })
      #expect(untitled.status == .unprocessableContent)
      #expect(untitled.forms.last?.fields["folder"] == "f")
    }
  }
}
