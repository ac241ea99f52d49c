import SharedFixtures
import Testing
import WaymarkCore
import WaymarkRuntime

private struct Client: Sendable {
  var load: @Sendable () -> String = { "live" }
  var limit = 1
  mutating func answer(_ text: String) { load = { [load] in "\(load()) \(text)" } }
}
private protocol Counter: Sendable { var count: Int { get } }
private struct Plain: Counter { var count = 1 }
private struct Doubled: Counter {
  let inner: any Counter
  var count: Int { inner.count * 2 }
}
private typealias Show = @Sendable (inout Int) -> Void
private typealias Count = @Sendable () -> Int
extension RoutableService<Client> {
  fileprivate static var mainClient: Self { declared() }
  fileprivate static var otherClient: Self { declared() }
}
extension RoutableService<Int> { fileprivate static var amount: Self { declared() } }
extension RoutableService<any Counter> { fileprivate static var counter: Self { declared() } }
extension RoutableService<Show> { fileprivate static var show: Self { declared() } }
extension RoutableService<Count> { fileprivate static var count: Self { declared() } }

@Suite("Overrides")
struct OverridesTests: RouteVocabulary {
  private func base(hasOther: Bool = false) throws -> Registry {
    try Registry {
      Route({ Client() }) { Service(.mainClient) }
      if hasOther { Route({ Client() }) { Service(.otherClient) } }
    }
  }

  @Test func `overrides outside of an override and a profile are errors`() throws {
    let text = problems {
      Route({ Client() }) { Service(.mainClient) }
      Overrides(.mainClient, \.limit, with: 2)
      Overrides(.mainClient, with: Client())
      When(.preview) { Overrides(.mainClient, \.limit, with: 3) }
    }
    #expect(
      text.findings.filter { $0.hasSuffix("unknown-override") } == [
        "line + 2 unknown-override", "line + 3 unknown-override",
      ])
    #expect(
      text.contains("error: Overrides(.mainClient, \\.limit) has nothing to replace: it is neither in"),
      "\(text)")
    #expect(text.contains("error: Overrides(.mainClient) has nothing to replace"), "\(text)")
  }

  @Test func `a later override of a member wins, and a type means its only name`() throws {
    let member = try base().overriding { Overrides(.mainClient, \.limit, with: 2) }
    #expect(try member(.mainClient).limit == 2)
    #expect(try member.overriding { Overrides(.mainClient, \.limit, with: 4) }(.mainClient).limit == 4)
    let type = RoutableService<Client>(declaredProtocol: Client.self)
    #expect(try base().overriding { Overrides(type, \.limit, with: 3) }(.mainClient).limit == 3)
  }

  @Test func `a closure changes a service with the service's own functions`() throws {
    let registry = try base().overriding {
      Overrides(.mainClient, \.load) { "fake" }
      Overrides(.mainClient) {
        $0.answer("one")
        $0.answer("two")
        $0.limit += 1
      }
    }.overriding { Overrides(.mainClient) { $0.answer("three") } }
    let client = try registry(.mainClient)
    #expect(client.load() == "fake one two three")
    #expect(client.limit == 2)
    // A whole override replaces earlier changes.
    let whole = try registry.overriding { Overrides(.mainClient, with: Client(limit: 5)) }
    #expect(try whole(.mainClient).load() == "live")
  }

  @Test func `a closure changes a kept service once, and each new one`() throws {
    for (isKept, expected) in [(true, 1), (false, 2)] {
      let calls = Lock(0)
      let registry = try Registry { kept({ Client() }, Service(.mainClient), if: isKept) }.overriding {
        Overrides(.mainClient) { client in
          calls.withLock { $0 += 1 }
          client.limit += 1
        }
      }
      #expect(try [registry(.mainClient).limit, registry(.mainClient).limit] == [2, 2])
      #expect(calls.withLock { $0 } == expected)
    }
    let failing = try base().overriding { Overrides(.mainClient) { _ in throw Mistake() } }
    #expect(error { _ = try failing(.mainClient) }?.underlying is Mistake)
  }

  @Test func `a closure replaces an existential with a wrapper of it`() throws {
    let base = try Registry { Route({ Plain() }) { Service(.counter) } }
    #expect(try base.overriding { Overrides(.counter) { $0 = Doubled(inner: $0) } }(.counter).count == 2)
  }

  @Test func `a trailing closure that fits as the service replaces it`() throws {
    let base = try Registry {
      Route({ () -> Show in { $0 += 1 } }) { Service(.show) }
      Route({ () -> Count in { 1 } }) { Service(.count) }
    }
    func shown(_ registry: Registry) throws -> Int {
      var value = 0
      try registry(.show)(&value)
      return value
    }
    // Both forms take the closure, because it is the service.
    #expect(try shown(base.overriding { Overrides(.show) { $0 = 5 } }) == 5)
    #expect(try shown(base.overriding { Overrides(.show, with: { $0 = 6 }) }) == 6)
    let changed = try base.overriding {
      Overrides(.show, change: { show in show = { [show] in (show(&$0), $0 += 10).1 } })
    }
    #expect(try shown(changed) == 11)

    #expect(try base.overriding { Overrides(.count) { 2 } }(.count)() == 2)
    let increased = try base.overriding { Overrides(.count) { count in count = { [count] in count() + 2 } } }
    #expect(try increased(.count)() == 3)
  }

  @Test func `overriding one member twice in a block is an error`() throws {
    let base = try base(hasOther: true)
    let text = problemsOfDeriving(line: #line + 2) { () throws(RegistryError) in
      try base.overriding {
        Overrides(.mainClient, \.limit, with: 2)
        Overrides(.otherClient, \.limit, with: 3)
        Overrides(.mainClient, \.load) { "fake" }
        Overrides(.mainClient) { $0.limit += 1 }
        Overrides(.mainClient, \.limit, with: 3)
      }
    }
    #expect(
      text == """
        error: 1 problem in 2 routes
        line + 4: error: one block overrides \\.limit of Service(.mainClient) twice [duplicate-provision]
            Overrides(.mainClient, \\.limit)
            line + 0: overridden here first
            To fix: remove one of the two
        """)
  }

  @Test func `a module's decorators stay around a whole override`() throws {
    let registry = try Registry {
      Route({ Client() }) { Service(.mainClient) }
      Decorates(.mainClient) { Client(load: $0.load, limit: $0.limit * 10) }
    }
    #expect(
      try registry.overriding { Overrides(.mainClient, with: Client(limit: 3)) }(.mainClient).limit == 30)
    #expect(try registry.overriding { Overrides(.mainClient, \.limit, with: 3) }(.mainClient).limit == 3)
  }

  @Test func `overriding a token that nothing provides, or one twice, is an error`() throws {
    let base = try base()
    let changes: [Overrides] = [
      Overrides(.amount, \.self, with: 1), Overrides(.amount, with: 1), Overrides(.amount) { $0 += 1 },
    ]
    for change in changes {
      let text = problemsOfDeriving { () throws(RegistryError) in try base.overriding { change } }
      #expect(text.codes == ["unknown-override"])
    }
    let twice = problemsOfDeriving { () throws(RegistryError) in
      try base.overriding {
        Overrides(.mainClient, with: Client(limit: 1))
        Overrides(.mainClient, with: Client(limit: 2))
      }
    }
    let place = "line + 3: error: Service(.mainClient) is provided twice, here by Overrides(.mainClient)"
    #expect(twice.contains("\(place) [duplicate-provision]"), "\(twice)")
  }

  @Test func `a profile's override of a member replaces the one outside`() throws {
    let base = try Registry(profile: .preview) {
      When(.preview) {}
      Route({ Client() }) { Service(.mainClient) }
    }
    let registry = try base.overriding {
      When(.preview) { Overrides(.mainClient, \.load) { "preview" } }
      Overrides(.mainClient, \.load) { "fake" }
    }
    #expect(try registry(.mainClient).load() == "preview")
  }

  @Test func `overriding a type with two names requires a name`() throws {
    let base = try base(hasOther: true)
    let type = RoutableService<Client>(declaredProtocol: Client.self)
    let changes = [
      (Overrides(type, \.limit, with: 1), "(Service<Client>(), \\.limit)", "(.mainClient, \\.limit)"),
      (Overrides(type) { $0.limit = 1 }, "(Service<Client>())", "(.mainClient) { … }"),
    ]
    for (change, found, remedy) in changes {
      let text = problemsOfDeriving { () throws(RegistryError) in try base.overriding { change } }
      #expect(text.contains("Overrides\(found) overrides"), "\(text)")
      #expect(text.contains("Overrides\(remedy)"), "\(text)")
    }
  }
}
