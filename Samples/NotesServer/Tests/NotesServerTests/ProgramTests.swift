import Hummingbird
import Testing

@testable import NotesServer

@Suite(.application()) struct ProgramTests {
  @Test func `a program writes, reads, finds, and deletes a note`() async throws {
    let program = application.browser()
    let (ann, bob) = (try await application.token(of: "ann"), try await application.token(of: "bob"))
    let draft = #"{"title": "A", "text": "words"}"#
    let added = try await program.json(.post, "/api/notes", draft, token: ann)
    #expect(added.status == 201 && added.object["version"] as? Int == 1)
    let note = "/notes/\(try #require(added.object["id"] as? String))"
    func text(_ version: Int) -> String { #"{"title": "B", "text": "others", "version": \#(version)}"# }
    let steps: [(HTTPRequest.Method, String, String?, token: String, status: Int, part: String)] = [
      (.put, "/api\(note)", text(1), ann, 200, #""version":2"#),
      (.put, "/api\(note)", text(1), ann, 409, #"{"problem":"The note was changed in the meantime."}"#),
      (.put, "/api\(note)", text(.max), ann, 409, "problem"),
      (.get, "/api/search?words=oth", nil, ann, 200, #""link":"\#(note)""#),
      (.get, "/api/notes", nil, ann, 200, #""total":1"#),
      (.post, "/api/folders", #"{"name": "Garden"}"#, ann, 201, "Garden"),
      (.get, "/api/folders", nil, ann, 200, "Garden"),
      // Others can't.
      (.get, "/api\(note)", nil, bob, 404, "problem"), (.put, "/api\(note)", text(2), bob, 404, "problem"),
      (.delete, "/api\(note)", nil, bob, 404, "problem"),
      (.get, "/api\(note)", nil, ann, 200, #""text":"others""#),
      // Deleting a note twice is the same as once.
      (.delete, "/api\(note)", nil, ann, 204, ""), (.delete, "/api\(note)", nil, ann, 204, ""),
      (.get, "/api\(note)", nil, ann, 404, "problem"), (.delete, "/api/notes/none", nil, ann, 404, "problem"),
      (.delete, "/api/session", nil, ann, 204, ""), (.get, "/api/notes", nil, ann, 401, "problem"),
    ]
    for (method, path, body, token, status, part) in steps {
      let page = try await program.json(method, path, body, token: token)
      #expect(page.status == status, "\(method) \(path)")
      #expect(part.isEmpty ? page.text.isEmpty : page.text.contains(part), "\(method) \(path)")
    }
  }

  @Test(arguments: [
    (HTTPRequest.Method.post, "{", 400, "The JSON can't be read: it isn't valid."),
    (.post, #"{"text": "a"}"#, 400, "The JSON can't be read: \"title\" is missing."),
    (.post, #"{"title": 1, "text": "a"}"#, 400, "The JSON can't be read: \"title\" has the wrong type."),
    (.post, #"{"title": "", "text": "a"}"#, 422, "The title is empty."),
    (
      .post, #"{"title": "A:\"", "text": "a", "\#(String(repeating: "k", count: 65))": 1}"#, 400,
      "The JSON can't be read: a key has more than 64 bytes."
    ),
    (.put, #"{"title": "B", "text": ""}"#, 422, "Send the version of the note that you read."),
    (.put, #"{"title": "B", "text": "", "version": 0}"#, 422, "Send the version of the note that you read."),
    (.put, #"{"title": "B", "text": "", "version": -1}"#, 422, "Send the version of the note that you read."),
    (.put, "text/plain", 415, "Send the value as application/json."),
    (.put, "application/x-www-form-urlencoded", 415, "Send the value as application/json."),
  ]) func `JSON that can't be read is explained`(
    _ method: HTTPRequest.Method, _ body: String, _ status: Int, _ problem: String
  ) async throws {
    var fields: HTTPFields = [.authorization: "Bearer \(try await application.token(of: "ann"))"]
    fields[.contentType] = status == 415 ? body : "application/json"
    let page = try await application.browser().send(
      method, method == .put ? "/api/notes/x" : "/api/notes", fields: fields, body: ByteBuffer(string: body))
    #expect(page.status == status && page.problem == problem)
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
