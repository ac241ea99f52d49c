import HTTPTypes
import PageKit
import ServerInterfaces
import Testing

/// What belongs to one user is hidden from others, who can't change it either.
@Suite struct OwnershipTests {
  @Test func nobodySeesOrChangesAnothersNotes() async throws {
    try await withApplication { application in
      let ann = try await application.browser(registering: "ann")
      let note = try await ann.addNote("Secret", "of ann")
      try await ann.open("/folders")
      try await ann.submit(["name": "Hidden"])
      let folder = await ann.page.path
      let bob = try await application.browser(registering: "bob")
      let own = try await bob.addNote("Mine", "of bob")

      for path in [note, "\(note)/delete", "/api\(note)", folder, "\(folder)/settings", "\(folder)?page=1"] {
        let page = try await bob.send(.get, path)
        #expect(page.status == .notFound, "\(path)")
        #expect(!page.text.contains("Secret") && !page.text.contains("Hidden"))
      }
      // The answers are the same as those about what doesn't exist.
      let missing = try await bob.open("/notes/\(RandomID.make())")
      #expect(try await bob.open(note).main == missing.main)

      let form = try #require(try await bob.open(own).forms.last)
      for (path, fields) in [
        (note, ["title": "Taken"]), ("\(note)/delete", [:]), ("\(note)/share", [:]),
        ("\(note)/share", ["action": "end"]),
        ("\(folder)/settings", ["action": "delete"]), ("\(folder)/settings", ["name": "Taken"]),
        ("/notes/new", ["id": String(note.dropFirst(7)), "title": "Taken", "version": "0"]),
      ] {
        _ = try await bob.post(path, form.fields.merging(fields) { $1 })
      }
      #expect(try await bob.open("/search?words=secret").main.contains("0 notes"))
      #expect(try await bob.open("/shared").main.contains("You share no notes."))
      #expect(try await ann.open(note).main.contains("of ann</textarea>"))
      #expect(try await ann.open(folder).status == .ok)
      #expect(try await ann.open("/folders").main.contains(">Hidden</a>"))
      #expect(try await ann.open("/shared").main.contains("You share no notes."))
    }
  }

  @Test func nobodyMovesANoteIntoAnothersFolder() async throws {
    try await withApplication { application in
      let ann = try await application.browser(registering: "ann")
      try await ann.open("/folders")
      try await ann.submit(["name": "Hidden"])
      let folder = await ann.page.path
      let bob = try await application.browser(registering: "bob")
      let note = try await bob.addNote("Mine", "of bob")
      let form = try #require(await bob.page.forms.last)
      let id = String(folder.dropFirst("/folders/".count))
      #expect(try await bob.post(note, form.fields.merging(["folder": id]) { $1 }).status == .seeOther)
      #expect(try await bob.open(note).forms.last?.fields["folder"] == "")
      #expect(try await ann.open(folder).main.contains("0 notes"))
    }
  }

  @Test func nobodyChangesAnothersNoteByAProgram() async throws {
    try await withApplication { application in
      let ann = try await Program(application, "ann")
      let (_, note) = try await ann.send(.post, "/api/notes", #"{"title": "Secret", "text": "of ann"}"#)
      let id = try #require(note["id"] as? String)
      let bob = try await Program(application, "bob")
      for (method, body) in [
        (.get, nil), (.put, #"{"title": "Taken", "text": "", "version": 1}"#),
      ] as [(HTTPRequest.Method, String?)] {
        let (status, answer) = try await bob.send(method, "/api/notes/\(id)", body)
        #expect(status == 404)
        #expect(answer["problem"] as? String == PageProblem.missing.description)
      }
      // Deleting what isn't there, or isn't one's own, does nothing.
      #expect(try await bob.send(.delete, "/api/notes/\(id)").0 == 204)
      #expect(try await bob.send(.delete, "/api/notes/\(RandomID.make())").0 == 204)
      #expect(try await ann.send(.get, "/api/notes/\(id)").1["text"] as? String == "of ann")
    }
  }

  @Test func onlyTheOwnerEndsAShare() async throws {
    try await withApplication { application in
      let ann = try await application.browser(registering: "ann")
      let note = try await ann.addNote("Shown", "of ann")
      try await ann.open("\(note)/share")
      try await ann.submit()
      let link = try await ann.page.link(startingWith: "/shared/")
      let bob = try await application.browser(registering: "bob")
      let token = try await bob.formToken
      let page = try await bob.post("\(note)/share", ["action": "end", "form-token": token])
      #expect(page.status == .notFound)
      #expect(try await application.browser().open(link).main.contains("of ann"))
    }
  }

  @Test func aLinkEndsWithItsNote() async throws {
    try await withApplication { application in
      let ann = try await application.browser(registering: "ann")
      let note = try await ann.addNote("Shown", "of ann")
      try await ann.open("\(note)/share")
      try await ann.submit()
      let link = try await ann.page.link(startingWith: "/shared/")
      try await ann.open("\(note)/delete")
      try await ann.submit()
      let page = try await application.browser().open(link)
      #expect(page.status == .notFound)
      #expect(!page.text.contains("of ann"))
    }
  }
}
