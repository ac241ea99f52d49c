import HTTPTypes
import Testing

/// The ways of a person through the application, without scripts.
@Suite struct PathTests {
  @Test func aPersonRegistersWritesSearchesSharesAndLogsOut() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      #expect(await browser.page.main.contains("There are no notes here yet."))

      let note = try await browser.addNote("Shopping & more", "Bread, <cheese>, a map.")
      #expect(await browser.page.main.contains("Shopping &amp; more"))
      #expect(await browser.page.main.contains("Bread, &lt;cheese&gt;, a map."))

      try await browser.open("/notes")
      try await browser.submit(["words": "chee"], action: "/search")
      #expect(await browser.page.main.contains("1 note"))
      #expect(await browser.page.main.contains(note))

      try await browser.open(note)
      try await browser.submit(["text": "Bread."])
      #expect(await browser.page.main.contains("Bread.</textarea>"))
      try await browser.open("/search?words=cheese")
      #expect(await browser.page.main.contains("0 notes"))

      try await browser.open("\(note)/share")
      try await browser.submit()
      let link = try await browser.page.link(startingWith: "/shared/")
      let stranger = application.browser()
      #expect(try await stranger.open(link).main.contains("<pre>Bread.</pre>"))
      #expect(await stranger.page.main.contains("Shared by ann"))

      try await browser.open("\(note)/share")
      try await browser.submit(["action": "end"])
      #expect(try await stranger.open(link).status == .notFound)

      try await browser.submit(action: "/logout")
      #expect(await browser.page.path == "/login")
      #expect(await browser.cookies["session"] == nil)
      #expect(
        try await browser.send(.get, note).fields[.location] == "/login?next=%2Fnotes%2F\(note.dropFirst(7))")
    }
  }

  @Test func aLogInLeadsBackToThePageThatNeededIt() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let note = try await browser.addNote("A", "text")
      try await browser.submit(action: "/logout")
      try await browser.open(note)
      #expect(await browser.page.main.contains("<h1>Log in</h1>"))
      try await browser.submit(["name": "ANN", "password": "a good password"])
      #expect(await browser.page.path == note)
    }
  }

  @Test func foldersAreAddedRenamedAndDeleted() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      try await browser.open("/folders")
      try await browser.submit(["name": "Garden"])
      let folder = await browser.page.path
      #expect(await browser.page.main.contains("<h1>Garden</h1>"))

      let newNote = try await browser.page.link(startingWith: "/notes/new")
      try await browser.open(newNote)
      try await browser.submit(["title": "Beans"])
      let note = await browser.page.path
      #expect(try await browser.open(folder).main.contains(note))

      try await browser.open("\(folder)/settings")
      let rename = try await browser.page.form(with: "name", "Garden")
      #expect(
        try await browser.post(rename.action, rename.fields.merging(["name": "Yard"]) { $1 }).status
          == .seeOther)
      let folders = try await browser.open("/folders").main
      #expect(folders.contains(">Yard</a>") && !folders.contains("Garden"))

      try await browser.open("\(folder)/settings")
      try await browser.submit(["action": "delete"])
      #expect(try await browser.open(folder).status == .notFound)
      #expect(try await browser.open(note).status == .ok)
      #expect(try await browser.open("/notes").main.contains(note))
    }
  }

  @Test func aNoteIsDeletedAfterAQuestion() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let note = try await browser.addNote("A", "text")
      try await browser.open("\(note)/delete")
      #expect(await browser.page.main.contains("Delete “A”?"))
      try await browser.submit()
      #expect(await browser.page.path == "/notes")
      #expect(try await browser.open(note).status == .notFound)
    }
  }

  @Test func notesAreShownOnPagesOfTwenty() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      for number in 1...21 { _ = try await browser.addNote("Note \(number)", "") }
      #expect(try await browser.open("/notes").main.contains("21 notes"))
      #expect(await browser.page.links.contains("/notes?page=2"))
      #expect(await browser.page.main.contains(">Note 21</a>"))
      #expect(await browser.page.main.contains(">Note 1</a>") == false)
      try await browser.open("/notes?page=2")
      #expect(await browser.page.main.contains(">Note 1</a>"))
      #expect(try await browser.open("/notes?page=0").status == .notFound)
      #expect(try await browser.open("/notes?page=x").status == .badRequest)
    }
  }

  @Test func ofTwoChangesAtTheSameTimeNoneIsLost() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      let note = try await browser.addNote("A", "first")
      let form = try #require(await browser.page.forms.last)
      try await browser.submit(["text": "second"])
      let page = try await browser.post(note, form.fields.merging(["text": "third"]) { $1 })
      #expect(page.status == .conflict)
      #expect(page.main.contains("third</textarea>"))
      #expect(page.main.contains("<pre>second</pre>"))
      // The form of that page saves over the stored text.
      try await browser.submit()
      #expect(await browser.page.main.contains("third</textarea>"))
    }
  }

  @Test func aFormOfANewNoteThatIsSentTwiceSavesOneNote() async throws {
    try await withApplication { application in
      let browser = try await application.browser(registering: "ann")
      try await browser.open("/notes/new")
      let form = try #require(await browser.page.forms.last)
      let fields = form.fields.merging(["title": "Once"]) { $1 }
      for _ in 0..<2 { #expect(try await browser.post(form.action, fields).status == .seeOther) }
      #expect(try await browser.open("/notes").main.contains("1 note<"))
    }
  }
}
