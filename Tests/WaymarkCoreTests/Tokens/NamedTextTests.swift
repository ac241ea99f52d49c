import SharedFixtures
import Testing
import WaymarkInspection

@testable import WaymarkCore
@testable import WaymarkRuntime

private typealias Token = RoutableService<any NamedLedger>

/// Returns a token with the text of a name at another address, as another module's copy of the literal has.
private func copy(_ text: String) -> Token {
  let bytes = Array(text.utf8CString)
  let address = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  address.initialize(from: bytes, count: bytes.count)
  var token = Token(declaredProtocol: (any NamedLedger).self)
  // A name is compared by its text if the address differs. A literal is never freed, so neither is this name.
  token.keyName = KeyName(address: UInt(bitPattern: address))
  return token
}

@Suite("Texts of names")
struct NamedTextTests: RouteVocabulary {
  @Test(arguments: [
    "mainLedger", "a", "é", "名前", "🙂", "a_long_name_of_a_service_with_more_than_fifteen_bytes",
  ])
  func `a copy of a literal is the same key`(text: String) throws {
    let (first, second) = (copy(text), copy(text))
    #expect(first.keyName.address != second.keyName.address)
    #expect(first.name == text && second.name == text)
    #expect(TokenDescription(first) == TokenDescription(second))
    for others in [[], [Token.copyLedger], [Token.copyLedger, Token()]] {
      let registry = try Registry {
        Route({ Book(label: "found") }) { first }
        for other in others { Route({ Book(label: "other") }) { other } }
      }
      for token in [first, second] {
        #expect(try registry(token).label == "found")
        #expect(try registry.router(to: token)?.makeDestination().label == "found")
        #expect(registry.anyRouter(to: token) != nil)
      }
      let over = try registry.overriding { Route({ Book(label: "fake") }) { second } }
      #expect(try over(first).label == "fake" && over(second).label == "fake")
      #expect(
        problemsOfDeriving { () throws(RegistryError) in
          try registry.extending { Route({ Book(label: "") }) { second } }
        }.contains("Service(.\(text)) is provided twice"))
    }
  }

  @Test func `a declared property and its text are one key`() throws {
    let registry = try Registry {
      Route({ Book(label: "main") }) { Service(.mainLedger) }
      Route({ Book(label: "copy") }) { Service(.copyLedger) }
      Route({ Book(label: "short") }) { Token.declared("x") }
      Route({ Book(label: "accented") }) { Token.declared("ö") }
    }
    #expect(try registry(copy("mainLedger")).label == "main" && registry(copy("copyLedger")).label == "copy")
    #expect(try registry(Token.declared("mainLedger")).label == "main")
    #expect(try registry(Token.declared("x")).label == "short" && registry(copy("x")).label == "short")
    #expect(try registry(Token.declared("ö")).label == "accented" && registry(copy("ö")).label == "accented")
    #expect(outcome { try registry(Token.declared("y")).label } == "unregistered")
    #expect(outcome { try registry(Token.declared("mainledger")).label } == "unregistered")
    #expect(
      registry.routes.map(\.provides) == [
        ["Service(.mainLedger)"], ["Service(.copyLedger)"], ["Service(.x)"], ["Service(.ö)"],
      ])
  }

  @Test func `one text has different keys for two types or roles`() throws {
    let filled = RoutableService<any FilledLedger>.declared("shared")
    let registry = try Registry {
      Route({ Book(label: "ledger") }) { Token.declared("shared") }
      Route({ Book(label: "filled") }) { filled }
      Route({ Book(label: "one") }) { Contributes(to: RoutableServices<any NamedLedger>.declared("shared")) }
    }
    #expect(try registry(Token.declared("shared")).label == "ledger" && registry(filled).label == "filled")
    let shared = try registry.makeDestinations(of: RoutableServices<any NamedLedger>.declared("shared"))
    #expect(shared.map(\.label) == ["one"])
  }

  @Test func `a token describes itself`() {
    #expect("\(Token.mainLedger)" == "Service(.mainLedger)" && Token.mainLedger.name == "mainLedger")
    #expect("\(Token())" == "Service<any NamedLedger>()" && Token().name == nil)
    #expect("\(RoutableViews<any Leaf>.mainLeaves)" == "Views(.mainLeaves)")
    let description = TokenDescription(Token.mainLedger)
    #expect(
      description.argument == ".mainLedger" && description.unnamed.argument == "Service<any NamedLedger>()")
    #expect(
      description.isNamed && !description.unnamed.isNamed
        && description.unnamed.unnamed == description.unnamed)
    #expect(MemoryLayout<Token>.size == MemoryLayout<Int>.size)
  }
}
