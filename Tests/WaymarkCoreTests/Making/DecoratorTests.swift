import SharedFixtures
import Testing
import WaymarkCore

private struct Offset: Sendable { let by: Int }

/// A value of a size that doesn't allow inline storage.
private struct Letter: Sendable, Equatable {
  var salutation = "Dear Ann and dear Bob,"
  var text = "Thank you for your letter."
  var greeting = "Yours faithfully, Carol"
}

extension RoutableService<Offset> { fileprivate static var offset: Self { declared() } }
extension RoutableService<Letter> { fileprivate static var letter: Self { declared() } }

@Suite("Decorators")
struct DecoratorTests: RouteVocabulary {
  private func later(_ inner: any TimeSource, _ offset: Offset) -> any TimeSource {
    LaterTime(inner: inner, by: offset.by)
  }

  @Test func `the last decorator is the outermost`() throws {
    let registry = try Registry {
      Decorates(.notes) { LoggingStore($0, "1") }
      Route(MemoryStore.self) { Service(.notes) }
      Decorates(Service(.notes)) { LoggingStore($0, "2") }
    }
    #expect(try registry(.notes).name == "2(1(memory))")
    #expect(try registry.router(to: .notes)?.makeDestination().name == "2(1(memory))")
    let extended = try registry.extending { Decorates(.notes) { LoggingStore($0, "3") } }
    #expect(try extended(.notes).name == "3(2(1(memory)))")
  }

  @Test(arguments: [false, true]) func `a decorator can wrap a large value`(isKept: Bool) throws {
    let registry = try Registry {
      kept({ Letter() }, Service(.letter), if: isKept)
      Decorates(.letter) { Letter(salutation: $0.salutation, text: $0.text + " Come soon.") }
      Decorates(.letter) { Letter(salutation: "Dear all,", text: $0.text + " Or write.") }
    }
    let letter = Letter(salutation: "Dear all,", text: "Thank you for your letter. Come soon. Or write.")
    for _ in 0..<2 { #expect(try registry(.letter) == letter) }
  }

  @Test func `a decorator's other parameters are dependencies`() throws {
    let registry = try Registry {
      Route(SystemTime.self) { Service(.time) }
      Route({ Offset(by: 8) }) { Service(.offset) }
      Decorates(.time, with: later)
      Decorates(
        Service(.time),
        with: { (inner: any TimeSource, offset: Offset?, note: Note?) in
          LaterTime(inner: inner, by: note == nil ? offset?.by ?? 0 : 1_000)
        })
    }
    #expect(try registry.makeDestination(to: .time).now == 58)
  }

  @Test @MainActor func `the main actor decorates views`() throws {
    let registry = try Registry {
      Route(Editor.self) {
        View(.editor)
        Identifier("editor")
      }
      Route({ Offset(by: 8) }) { Service(.offset) }
      Decorates(.editor) { FramedEditor($0) }
      Decorates(View(.editor)) { FramedEditor($0) }
      Decorates(
        .editor,
        with: { @MainActor (inner: any EditorInput, offset: Offset) in
          inner.title = "by \(offset.by)"
          return inner
        })
      Decorates(View(.editor), with: FramedEditor.init(_:))
    }
    #expect(try registry.makeDestination(to: .editor).title == "[[[by 8]]]")
    #expect(try registry.makeDestination(identifier: "editor") is Editor)
  }

  @Test(arguments: [true, false])
  func `a singleton is wrapped once, and a weakly shared instance keeps its wrapper while in use`(
    isSingleton: Bool
  ) throws {
    let counter = Counter()
    let token = RoutableService<MemoryStore>(declaredProtocol: MemoryStore.self)
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service(.notes)
        token
        if isSingleton { Singleton() } else { WeaklyShared() }
      }
      Decorates(.notes) { inner in
        counter.increment()
        return LoggingStore(inner)
      }
    }
    weak var released: (any NoteStore)?
    do {
      let first = try registry(.notes)
      #expect(try registry(.notes) === first && registry.extending {}(.notes) === first)
      #expect(try registry.makeDestination(to: .notes) { _ in } === first)
      #expect(try (first as? LoggingStore)?.inner === registry(token))
      #expect(counter.value == 1)
      #expect(try registry.overriding {}(.notes) !== first && counter.value == 2)
      released = first
    }
    #expect((released != nil) == isSingleton)
    #expect(try registry(.notes).name == "log(memory)" && counter.value == (isSingleton ? 2 : 3))
  }

  @Test func `a weakly shared instance that a closure converts keeps its wrapper while in use`() throws {
    let registry = try Registry {
      Route({ MemoryStore() }) {
        Service(.notes).as { LoggingStore($0, "converted") }
        WeaklyShared()
      }
      Decorates(.notes) { LoggingStore($0) }
    }
    let first = try registry(.notes)
    #expect(try registry(.notes) === first)
    #expect(first.name == "log(converted(memory))")
  }

  @Test func `a scoped instance is wrapped in its scope`() throws {
    let registry = try Registry {
      scoped({ MemoryStore() }, Service(.notes), to: Login.self)
      Decorates(.notes, with: { (inner: any NoteStore, login: Login) in LoggingStore(inner, login.user) })
    }
    let (ann, ben) = (try registry.opening(Login(user: "ann")), try registry.opening(Login(user: "ben")))
    #expect(try ann(.notes).name == "ann(memory)")
    #expect(try ben(.notes).name == "ben(memory)")
    #expect(try ann(.notes) === ann(.notes))
    #expect(error { _ = try registry.makeDestination(to: .notes) }?.code == .scopeNotOpen)
    let extended = try ann.extending { Decorates(.notes) { LoggingStore($0, "more") } }
    #expect(try extended(.notes).name == "more(ann(memory))")
    #expect(try extended(.notes) === extended(.notes))
  }

  @Test func `adapters lead to the decorated instance`() throws {
    let registry = try Registry {
      Route(MemoryStore.self) { Service(.notes) }
      Adapter(Service<any RequiredStore>(), for: Service(.notes)) { StoreProxy($0) }
      Decorates(.notes) { LoggingStore($0) }
      Decorates(Service<any RequiredStore>()) { $0 }
    }
    func name(_ registry: Registry) throws -> String { try registry(Service<any RequiredStore>()).name }
    #expect(try name(registry) == "proxy of log(memory)")
    let extended = try registry.extending { Decorates(.notes) { LoggingStore($0, "2") } }
    #expect(try name(extended) == "proxy of 2(log(memory))")
    let overridden = try registry.overriding {
      Route({ MemoryStore(name: "fake") }) { Service(.notes) }
      Decorates(Service<any RequiredStore>()) { StoreProxy(LoggingStore(MemoryStore(name: $0.name), "x")) }
    }
    #expect(try name(overridden) == "proxy of x(proxy of log(fake))")
  }

  @Test func `the caller prepares the wrapper`() throws {
    let log = Log()
    let registry = try Registry {
      Route(MemoryStore.self) {
        Service(.notes)
      } make: {
        log.append("make")
        return MemoryStore()
      } prepare: { _, _ in
        log.append("prepare")
      }
      Decorates(.notes) { inner in
        log.append("decorate")
        return LoggingStore(inner)
      }
    }
    _ = try registry.makeDestination(to: .notes) { store in log.append(store.name) }
    #expect(log.all == ["make", "decorate", "log(memory)", "prepare"])
    log.clear()
    #expect(try registry(.notes).name == "log(memory)")
    #expect(log.all == ["make", "prepare", "decorate"])
  }

  @Test func `the caller prepares a copy of a kept value`() throws {
    struct Moving: TimeSource { var now: Int }
    let registry = try Registry {
      kept({ SystemTime() }, .time)
      Decorates(.time) { Moving(now: $0.now + 1) }
    }
    #expect(try registry.makeDestination(to: .time) { $0 = Moving(now: 7) }.now == 7)
    #expect(try registry(.time).now == 43)
  }

  @Test(arguments: [true, false]) func `a failure names the decorated route`(isKept: Bool) throws {
    let registry = try Registry {
      kept({ MemoryStore() }, Service(.notes), if: isKept)
      Decorates(.notes) { _ in throw Failure(description: "full") }
    }
    let line = #line - 3
    let error = error { _ = try registry.makeDestination(to: .notes) }
    #expect(
      relative(error?.description ?? "", fileID: #fileID, line: line) == """
        the decorator of MemoryStore failed: full (Failure) [factoryFailed]
            while making MemoryStore (line + 0)
        """)
  }

  @Test func `properties and parameters get the wrapper, and a prepared object doesn't`() throws {
    final class Reader: Sendable {
      let store: any NoteStore
      let injected = Routed(.notes)
      init(store: any NoteStore) { self.store = store }
    }
    let token = RoutableService<Reader>(declaredProtocol: Reader.self)
    let registry = try Registry {
      Route(MemoryStore.self) { Service(.notes) }
      Decorates(.notes) { LoggingStore($0) }
      Route(Reader.init(store:)) { token }
    }
    let reader = try registry.makeDestination(to: token)
    #expect(reader.store.name == "log(memory)" && reader.injected().name == "log(memory)")
    let store = MemoryStore()
    #expect(try registry.router(to: .notes)?.prepare(store) as? MemoryStore === store)
  }
}
