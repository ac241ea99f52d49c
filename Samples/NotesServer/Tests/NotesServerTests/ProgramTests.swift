import Foundation
import HTTPTypes
import Testing

/// A client of the JSON API.
struct Program: Sendable {
  let browser: Browser
  let token: String

  init(_ application: RunningApplication, _ name: String) async throws {
    _ = try await application.browser(registering: name)
    browser = application.browser()
    let page = try await browser.send(
      .post, "/api/session", fields: [.contentType: "application/json"],
      body: #"{"name": "\#(name)", "password": "a good password"}"#)
    let answer = try #require(
      try JSONSerialization.jsonObject(with: Data(page.text.utf8)) as? [String: String])
    token = try #require(answer["token"])
  }

  /// Sends a request, and returns the status and the object of the answer.
  func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil
  ) async throws -> (Int, [String: Any]) {
    var fields: HTTPFields = [.authorization: "Bearer \(token)"]
    if body != nil { fields[.contentType] = "application/json" }
    let page = try await browser.send(method, path, fields: fields, body: body)
    let object = try? JSONSerialization.jsonObject(with: Data(page.text.utf8))
    return (page.status.code, object as? [String: Any] ?? [:])
  }
}

/// The JSON API.
@Suite struct ProgramTests {
  @Test func aProgramWritesReadsFindsAndDeletesANote() async throws {
    try await withApplication { application in
      let program = try await Program(application, "ann")
      let (created, note) = try await program.send(.post, "/api/notes", #"{"title": "A", "text": "words"}"#)
      #expect(created == 201)
      let id = try #require(note["id"] as? String)
      #expect(note["version"] as? Int == 1)

      let (replaced, second) = try await program.send(
        .put, "/api/notes/\(id)", #"{"title": "B", "text": "others", "version": 1}"#)
      #expect(replaced == 200)
      #expect(second["version"] as? Int == 2)
      let (conflict, problem) = try await program.send(
        .put, "/api/notes/\(id)", #"{"title": "C", "text": "lost?", "version": 1}"#)
      #expect(conflict == 409)
      #expect(problem["problem"] as? String == "The note was changed in the meantime.")

      let (_, found) = try await program.send(.get, "/api/search?words=oth")
      #expect((found["notes"] as? [[String: Any]])?.first?["link"] as? String == "/notes/\(id)")
      let (_, list) = try await program.send(.get, "/api/notes")
      #expect(list["total"] as? Int == 1)

      #expect(try await program.send(.delete, "/api/notes/\(id)").0 == 204)
      #expect(try await program.send(.get, "/api/notes/\(id)").0 == 404)
      #expect(try await program.send(.delete, "/api/session").0 == 204)
      #expect(try await program.send(.get, "/api/notes").0 == 401)
    }
  }

  @Test func aProgramWithoutATokenIsToldSo() async throws {
    try await withApplication { application in
      let page = try await application.browser().send(
        .get, "/api/notes", fields: [.accept: "application/json"])
      #expect(page.status == .unauthorized)
      #expect(page.text == #"{"problem":"Log in first."}"#)
    }
  }

  @Test func theHealthOfTheApplicationIsForLoadBalancers() async throws {
    try await withApplication { application in
      let page = try await application.browser().send(.get, "/health")
      #expect(page.status == .ok)
      #expect(page.text == #"{"checks":{"database":"healthy"}}"#)
    }
  }

  @Test func theAssociationFileHasThePatternsOfTheDomain() async throws {
    try await withApplication { application in
      let page = try await application.browser().send(.get, "/.well-known/apple-app-site-association")
      #expect(page.fields[.contentType] == "application/json")
      #expect(
        page.text == """
          {
            "applinks" : {
              "details" : [
                {
                  "appIDs" : [
                    "ABCDE12345.org.example.Notes"
                  ],
                  "components" : [
                    {
                      "/" : "/shared/?*",
                      "comment" : "https://notes.example/shared/:token"
                    }
                  ]
                }
              ]
            }
          }

          """)
    }
  }

  @Test func theHeadOfAPageHasNoBody() async throws {
    try await withApplication { application in
      let browser = application.browser()
      let whole = try await browser.send(.get, "/assets/style.css")
      let head = try await browser.send(.head, "/assets/style.css")
      #expect(head.status == .ok)
      #expect(head.text.isEmpty)
      #expect(head.fields[.contentLength] == "\(whole.text.utf8.count)")
    }
  }
}
