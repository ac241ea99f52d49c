import Foundation
import SharedFixtures
import Testing
import Waymark

@testable import WaymarkNavigation

@Suite("Parameters of URLs")
struct URLParametersTests {
  private func parameters(_ pattern: String, _ url: String) throws -> URLParameters {
    try #require(try registry(of: [pattern]).match(url)).parameters
  }

  @Test func `path and query parameters merge`() throws {
    let parameters = try parameters(
      "notes://editor/:id", "notes://editor/7?draft=true&id=8&tag=a&tag=b&empty=&bare")
    #expect(parameters["id"] == "7" && parameters["draft"] == "true" && parameters["tag"] == "a")
    #expect(parameters["empty"] == "" && parameters["bare"] == "" && parameters["other"] == nil)
    #expect(
      parameters.values("tag") == ["a", "b"] && parameters.values("id") == ["7"]
        && parameters.values("x") == [])
    #expect(parameters.names == ["id", "draft", "tag", "empty", "bare"])
    #expect("\(parameters)" == "id=7, draft=true, tag=a/b, empty=, bare=")
  }

  @Test func `values are percent-decoded`() throws {
    let parameters = try parameters(
      "/:a/:b", "/caf%C3%A9/a%2Fb?%C3%BC=%E6%97%A5%26&plus=a+b&raw=ü=1&e=%25#sec%20tion")
    #expect(parameters["a"] == "café" && parameters["b"] == "a/b" && parameters["ü"] == "日&")
    #expect(parameters["plus"] == "a+b", "RFC 3986 has no other meaning for it")
    #expect(parameters["raw"] == "ü=1" && parameters["e"] == "%" && parameters.fragment == "sec tion")
  }

  @Test(arguments: ["/a?q=a+b%2B&c+d=+", "/a?q=a%20b%2B&c%20d=%20"])
  func `a plus sign is a space if the pattern says so`(url: String) throws {
    let registry = try Registry { timeRoute([URLPattern("/:path", plusIsSpace: true)]) }
    let parameters = try #require(registry.match(url)).parameters
    #expect(
      parameters["q"] == "a b+" && parameters["c d"] == " " && parameters.names == ["path", "q", "c d"])
    #expect(registry.match("/a+b#c+d")?.parameters["path"] == "a+b", "only in the query")
    #expect(registry.match("/a+b#c+d")?.parameters.fragment == "c+d")
    let router = try #require(registry.router(to: RoutableService<any TimeSource>()))
    let written = try router.url(["path": "a", "q": "a b+", "c d": " "]).absoluteString
    #expect(registry.match(written)?.parameters.byName == parameters.byName)
  }

  @Test func `an item that isn't valid UTF-8 has no value`() throws {
    let parameters = try parameters("/:id", "/7?bad=%FF&bad2=50%off&%C0=x&id=%&ok=1&half=%FF&half=2#%")
    #expect(
      parameters.names == ["id", "ok", "half"] && parameters["bad"] == nil && parameters.fragment == nil)
    #expect(parameters.values("bad2") == [] && parameters["id"] == "7" && parameters["half"] == "2")
    #expect(try parameters.value("ok") == 1)
    for name in ["bad", "bad2"] {
      for throwing in [
        { _ = try parameters.value(name, as: String.self) },
        { _ = try parameters.valueIfPresent(name, as: String.self) },
      ] {
        #expect(error(of: throwing)?.code == .invalidParameter)
      }
    }
    let problem = error { _ = try parameters.value("bad2", as: String.self) }
    #expect(
      problem?.message
        == "the parameter 'bad2' of \"/:id\" is \"50%off\", the percent-encoding of which is not valid UTF-8")
    #expect(
      problem?.remedy
        == "write two hexadecimal digits after each '%' so that they are valid UTF-8, and %25 for the character"
    )
  }

  private enum Size: String, CaseIterable, LosslessStringConvertible {
    case small, large
    var description: String { rawValue }
    init?(_ text: String) { self.init(rawValue: text) }
  }

  @Test func `the error for a value that is none of its type's lists them`() throws {
    let parameters = try parameters("/:size", "/big?flag=x")
    #expect(
      error { _ = try parameters.value("size", as: Size.self) }?.remedy
        == "correct the URL \"/big?flag=x\": 'size' is one of small, large\nread the parameter as another type"
    )
    #expect(
      error { _ = try parameters.value("flag", as: Bool.self) }?.remedy
        == "correct the URL \"/big?flag=x\"\nread the parameter as another type")
  }

  @Test func `names of parameters are compared byte by byte`() throws {
    let parameters = try parameters("/a", "/a?%C3%A9=1&e%CC%81=2")
    #expect(parameters["\u{E9}"] == "1" && parameters["e\u{301}"] == "2" && parameters.names.count == 2)
  }

  @Test(arguments: [(30, true), (31, false)])
  func `a name with many combining characters is ignored`(count: Int, isRead: Bool) throws {
    let name = "w" + String(repeating: "\u{315}", count: count)
    let parameters = try parameters("/a", "/a?\(PercentCoding.encode(name))=1")
    #expect(parameters[name] == (isRead ? "1" : nil) && parameters.names.isEmpty == !isRead)
  }

  /// Identifiers of digits are read without a string, and all others as `Int` reads a string.
  @Test(arguments: [
    "0", "7", "007", "-7", "+7", "123456789012345678", "1234567890123456789", "9223372036854775807",
    "9223372036854775808", "%37", "7a", "a", "٣", "-", "７",
  ])
  func `an integer is read as from its string`(text: String) throws {
    let parameters = try parameters("/:id/edit", "/\(text)/edit")
    let decoded = try #require(parameters["id"])
    if let number = Int(decoded) {
      #expect(try parameters.value("id", as: Int.self) == number)
      #expect(try parameters.valueIfPresent("id", as: Int.self) == number)
    } else {
      #expect(error { _ = try parameters.value("id", as: Int.self) }?.code == .invalidParameter)
    }
    // The query, and segments beyond the recorded ones.
    #expect(try self.parameters("/edit", "/edit?id=\(text)")["id"] == decoded)
    let far = try self.parameters("/:a/:b/:c/:d/:id", "/1/2/3/4/\(text)")
    #expect(try far.valueIfPresent("d", as: Int.self) == 4 && far["id"] == decoded)
  }

  @Test func `parameters beyond the recorded places are found`() throws {
    // Matching records the places of four segments, unless they have escapes or end after 65,535 bytes.
    let many = try parameters("/:a/:b/:c/:d/:e/:f", "/1/2%33/4/5/6/%37?g=8")
    #expect(["a", "b", "c", "d", "e", "f", "g"].map { many[$0] } == ["1", "23", "4", "5", "6", "7", "8"])
    let long = String(repeating: "x", count: 65_530)
    let far = try parameters("/:a/:b/:c/:d", "/\(long)/12/345/6")
    #expect(["a", "b", "c", "d"].map { far[$0] } == [long, "12", "345", "6"])
    // The search below the first literal fails, and another branch reads the same segments.
    let registry = try registry(of: ["/a/b/c", "/:x/b/:y", "/a/*/d"])
    let back = try #require(registry.match("/a/b/e")).parameters
    #expect(back["x"] == "a" && back["y"] == "e")
  }

  @Test(arguments: [
    ("/a/**", "/a/b/c%2Fd/", ["b", "c/d", ""]), ("/a/**", "/a", []), ("/a/**", "/a/", [""]), ("/**", "/", []),
    ("/:x/**", "/1/2?q", ["2"]), ("/a/**", " /a/x/../b/./c ", ["b", "c"]), ("/**", "/../a", ["a"]),
    ("/:x/**", "s://h.:08/../1/%2E%2e/2/3/", ["3", ""]), ("/a", "/a?**=x", []),
  ])
  func `the rest of the path is a parameter`(pattern: String, url: String, tail: [String]) throws {
    let parameters = try parameters(pattern, url)
    #expect(parameters.tail == tail)
    if pattern.hasSuffix("**") {
      #expect(parameters["**"] == tail.joined(separator: "/") && parameters.values("**") == tail)
    }
  }

  @Test func `a query item can have any name`() throws {
    let parameters = try parameters("/a", "/a?**=x&*=y&:b=z")
    #expect(parameters.names == ["**", "*", ":b"] && "\(parameters)" == "**=x, *=y, :b=z")
    #expect(parameters["**"] == "x" && parameters.values("**") == ["x"])
  }

  @Test func `an invalid or missing value throws`() throws {
    let parameters = try parameters("notes://editor/:id", "notes://editor/seven?nr=1")
    let invalid = error { _ = try parameters.value("id", as: Int.self) }
    #expect(invalid?.code == .invalidParameter)
    #expect(error { _ = try parameters.valueIfPresent("id", as: Int.self) } == invalid)
    let missing = error { _ = try parameters.value("ni", as: Int.self) }
    #expect(missing?.code == .missingParameter && missing?.remedy == "did you mean 'nr'?")
    #expect(
      error { _ = try parameters.value("width", as: Int.self) }?.remedy
        == "add :width to the pattern or width=… to the query\nread it with valueIfPresent")
  }
}
