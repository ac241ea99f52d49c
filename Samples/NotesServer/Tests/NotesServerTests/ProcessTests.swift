import Foundation
import HTTPTypes
import Testing

/// The application in several processes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ProcessTests {
  @Test func aStorageThatIsKilledAndStartedAgainLosesNothing() async throws {
    try await withTemporaryFolder { folder in
      let storage = try await ServerProcess(["storage", "--folder", folder.path, "--port", "0"])
      let web = try await ServerProcess([
        "web", "--port", "0", "--storage", "grpc://127.0.0.1:\(storage.port)", "--deadline", "5",
      ])
      let browser = Browser(ConnectingTransport(port: web.port))
      try await browser.register("ann", password: "a good password")
      let note = try await browser.addNote("Kept", "text")
      #expect(try await browser.open("/health").text == #"{"checks":{"storage":"healthy"}}"#)
      if Tool.dot.isUsable {
        // The graph is that of this process.
        let graph = try await browser.open("/admin/graph.svg").text
        #expect(graph.contains("RemoteStorageModule") && !graph.contains("NotesDatabase"))
      }
      let form = try #require(try await browser.open("/notes/new").forms.last)
      let draft = form.fields.merging(["title": "Written <meanwhile>", "text": "The\n draft & more"]) { $1 }

      storage.kill9()
      let start = ContinuousClock.now
      let page = try await browser.open(note)
      #expect(page.status == .serviceUnavailable)
      #expect(page.fields[.retryAfter] == "5")
      #expect(page.main.contains("The storage can&#39;t be reached: 127.0.0.1:\(storage.port)"))
      // The call was given up after its deadline, with much time for a machine under load.
      #expect(ContinuousClock.now - start < .seconds(60))
      #expect(try await browser.open("/health").status == .serviceUnavailable)
      // What was written isn't lost, although nobody knows whose it is.
      let refused = try await browser.post("/notes/new", draft)
      #expect(refused.status == .serviceUnavailable)
      #expect(refused.fields[.retryAfter] == "5")
      #expect(refused.main.contains("The storage can&#39;t be reached: 127.0.0.1:\(storage.port)"))
      #expect(
        refused.main.contains(
          """
          <h2>What you wrote</h2>
          <p>It may not have been saved. Go back to send it again, or copy it.</p>
          <div class="fields draft">
          <label>Title <textarea readonly rows="6">
          Written &lt;meanwhile&gt;</textarea></label>
          <label>Text <textarea readonly rows="6">
          The
           draft &amp; more</textarea></label>
          """))

      let again = try await ServerProcess(["storage", "--folder", folder.path, "--port", "\(storage.port)"])
      // Calls that may be sent again wait for the connection.
      #expect(try await browser.open(note).main.contains("text</textarea>"))
      try await browser.submit(["text": "changed"])
      #expect(await browser.page.main.contains("changed</textarea>"))
      for _ in 0..<2 { #expect(try await browser.post("/notes/new", draft).status == .seeOther) }
      let list = try await browser.open("/notes").main
      #expect(list.contains("2 notes") && list.contains("Written &lt;meanwhile&gt;</a>"))
      #expect(web.stop() == 0)
      #expect(again.stop() == 0)
    }
  }

  @Test func aRequestInProgressSurvivesARestartOfTheStorage() async throws {
    try await withTemporaryFolder { folder in
      let storage = try await ServerProcess(["storage", "--folder", folder.path, "--port", "0"])
      let web = try await ServerProcess([
        "web", "--port", "0", "--storage", "grpc://127.0.0.1:\(storage.port)", "--deadline", "100",
      ])
      let browser = Browser(ConnectingTransport(port: web.port))
      try await browser.register("ann", password: "a good password")
      let note = try await browser.addNote("Kept", "text")
      storage.kill9()
      async let page = browser.open(note)
      try await Task.sleep(for: .milliseconds(300))
      let again = try await ServerProcess(["storage", "--folder", folder.path, "--port", "\(storage.port)"])
      #expect(try await page.main.contains("text</textarea>"))
      _ = again.stop()
    }
  }

  @Test func requestsInProgressAreAnsweredBeforeTheDatabaseIsClosed() async throws {
    try await withTemporaryFolder { folder in
      let web = try await ServerProcess([
        "web", "--port", "0", "--storage", folder.path, "--log-level", "debug",
      ])
      #expect(web.text.contains("NotesDatabase started in "))
      // Passwords are hashed one after the other, and then each account needs the database. When the first is answered,
      // the others wait.
      let answers = try await withThrowingTaskGroup(
        of: (status: HTTPResponse.Status, wasClosed: Bool).self
      ) { group in
        for number in 0..<4 {
          let browser = Browser(ConnectingTransport(port: web.port))
          let form = try #require(try await browser.open("/register").forms.last)
          let fields = form.fields.merging(["name": "user \(number)", "password": "a good password"]) { $1 }
          group.addTask {
            (
              try await browser.post(form.action, fields).status,
              web.text.contains("NotesDatabase stopped in ")
            )
          }
        }
        let first = try #require(try await group.next())
        web.terminate()
        return try await group.reduce(into: [first]) { $0.append($1) }
      }
      #expect(answers.map(\.status) == Array(repeating: .seeOther, count: 4))
      // When the second is answered, two passwords aren't hashed yet.
      #expect(answers[1].wasClosed == false)
      #expect(web.wait() == 0)
      #expect(web.text.contains("NotesDatabase stopped in "))
    }
  }

  @Test func itStartsWithoutAnyOption() async throws {
    try await withTemporaryFolder { folder in
      let web = try await ServerProcess(["--port", "0"], environment: ["XDG_DATA_HOME": folder.path])
      let browser = Browser(ConnectingTransport(port: web.port))
      #expect(try await browser.open("/").status == .ok)
      #expect(await browser.page.path == "/login?next=%2F")
      #expect(web.stop() == 0)
      #expect(
        web.text == """
          Notes are at http://127.0.0.1:\(web.port)/
          Storage: \(folder.path)/waymark-notes-server

          """)
    }
  }
}
