import Hummingbird
import Testing

@testable import NotesServer

/// The API for programs.
@Suite(.application) struct ProgramTests {
  @Test func `a program writes, reads, finds, and deletes a note`() async throws {
    let token = try await application.token(registering: "ann")
    let program = application.browser()
    func send(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> Page {
      try await program.json(method, path, body, token: token)
    }
    let note = try await send(.post, "/api/notes", #"{"title": "A", "text": "words"}"#)
    #expect(note.status == 201 && note.object["version"] as? Int == 1)
    let path = "/api/notes/\(try #require(note.object["id"] as? String))"
    let second = try await send(.put, path, #"{"title": "B", "text": "others", "version": 1}"#)
    #expect(second.status == 200 && second.object["version"] as? Int == 2)
    let conflict = try await send(.put, path, #"{"title": "C", "text": "lost?", "version": 1}"#)
    #expect(conflict.status == 409)
    #expect(conflict.object["problem"] as? String == "The note was changed in the meantime.")
    let found = try await send(.get, "/api/search?words=oth").object["notes"] as? [[String: Any]]
    #expect(found?.first?["link"] as? String == String(path.dropFirst(4)))
    #expect(try await send(.get, "/api/notes").object["total"] as? Int == 1)
    #expect(try await send(.post, "/api/folders", #"{"name": "Garden"}"#).status == 201)
    #expect(try await send(.get, "/api/folders").text.contains("Garden"))

    // Others can't; deleting a note that doesn't exist, or isn't one's own, does nothing.
    let bob = try await application.token(registering: "bob")
    #expect(try await program.json(.get, path, token: bob).status == 404)
    #expect(
      try await program.json(.put, path, #"{"title": "T", "text": "", "version": 2}"#, token: bob).status
        == 404)
    #expect(try await program.json(.delete, path, token: bob).status == 204)
    #expect(try await send(.get, path).object["text"] as? String == "others")
    #expect(try await send(.delete, path).status == 204)
    #expect(try await send(.get, path).status == 404)
    #expect(try await send(.delete, "/api/session").status == 204)
    #expect(try await send(.get, "/api/notes").status == 401)
  }

  @Test func `JSON that can't be read is explained`() async throws {
    let token = try await application.token(registering: "ann")
    for (body, status, problem) in [
      ("{", 400, "The JSON can't be read: it isn't valid."),
      (#"{"text": "a"}"#, 400, "The JSON can't be read: \"title\" is missing."),
      (#"{"title": 1, "text": "a"}"#, 400, "The JSON can't be read: \"title\" has the wrong type."),
      (#"{"title": "", "text": "a"}"#, 422, "The title is empty."),
    ] {
      let page = try await application.browser().json(.post, "/api/notes", body, token: token)
      #expect(page.status == status && page.object["problem"] as? String == problem)
    }
    for version in ["", #", "version": 0"#, #", "version": -1"#] {
      let page = try await application.browser().json(
        .put, "/api/notes/x", #"{"title": "B", "text": ""\#(version)}"#, token: token)
      #expect(page.object["problem"] as? String == "Send the version of the note that you read.")
    }
    for type in ["text/plain", "application/x-www-form-urlencoded"] {
      let page = try await application.browser().send(
        .put, "/api/notes/x", fields: [.authorization: "Bearer \(token)", .contentType: type],
        body: ByteBuffer(string: "a=b"))
      #expect(page.status == 415 && page.text == #"{"problem":"Send the value as application/json."}"#)
    }
  }

  @Test(.application("--app-id", "ONE.example", "--app-id", "TWO.example"))
  func `load balancers and Apple's systems get their files`() async throws {
    let health = try await application.browser().open("/health")
    #expect(health.status == 200 && health.text == #"{"checks":{"database":"healthy"}}"#)
    let file = try await application.browser().open("/.well-known/apple-app-site-association")
    #expect(
      file.fields[.contentType] == "application/json" && file.fields[.cacheControl] == "public, max-age=300")
    #expect(file.text.contains(#""/" : "/shared/?*""#) && file.text.contains(#""ONE.example""#))
    #expect(file.text.contains(#""comment" : "https://notes.example/shared/:token""#))
  }
}
