import SharedFixtures
import Testing
import WaymarkCore
import WaymarkInspection

@MainActor private final class ForgottenScreen: ViewDestination {}
// `package`, because an optimized build leaves out unmentioned declarations with less access.
package struct ForgottenService: ServiceDestination { package init() {} }
private protocol ForgottenInterface {}
protocol ForgottenPublicly {}

extension RoutableService<any ForgottenInterface> {
  fileprivate init() { self.init(declaredProtocol: Protocol.self) }
}
extension RoutableView where Protocol == any ForgottenPublicly {
  init() { self.init(declaredProtocol: Protocol.self) }
}
extension RoutableView<any ForgottenPublicly> { static var namedPublicly: Self { declared() } }
@MainActor private final class PublicScreen: ForgottenPublicly, ViewDestination {}

protocol NamedTwice {}
protocol NamedFirst {}
protocol NamedSecond {}
protocol NamedThird {}

extension RoutableService<any NamedTwice> {
  static var namedFirst: Self { declared() }
  static var namedAgain: Self { declared() }
}
protocol NamedUnusually {}
extension RoutableService<any NamedUnusually> {
  static var `forgotten, with spaces`: Self { declared() }
  static var 🐢: Self { declared() }
  static var provided👍: Self { declared() }
  static var `provided, with spaces`: Self { declared() }
  /// A type's own property isn't a name.
  enum Names { static var nested: RoutableService { RoutableService.🐢 } }
}
private struct Unusual: NamedUnusually, NamedFirst {}

extension RoutableService<any TimeSource> { static var ofTwoModules: Self { declared() } }
extension RoutableService<any NamedFirst> { static var sharedName: Self { declared() } }
extension RoutableService<any NamedSecond> { static var sharedName: Self { declared() } }
extension RoutableService<any NamedThird> { static var sharedName: Self { declared() } }
// Another file has a private name like this one.
extension RoutableService<any NamedFirst> { fileprivate static var sharedPrivately: Self { declared() } }

@Suite("Audit of a program's declarations")
struct AuditTests: RouteVocabulary {
  /// The findings of an empty registry's audit, shared because each audit reads the symbols of the whole program.
  private static let all = Result { try Registry {}.audit() }

  @Test func `the audit reports unprovided destinations and interfaces`() throws {
    let found = try Self.all.get()
    #expect(
      found.contains {
        $0.message
          == "WaymarkInspectionTests.ForgottenScreen is a destination that can make itself, but no route of the registry makes it"
      })
    #expect(found.contains { $0.message.hasPrefix("WaymarkInspectionTests.ForgottenService ") })
    #expect(
      found.contains {
        $0.message
          == "RoutableView<WaymarkInspectionTests.ForgottenPublicly> is declared routable in WaymarkInspectionTests, but nothing in the registry provides it"
      })
    #expect(
      found.allSatisfy {
        $0.severity == .warning && $0.location.fileID == "WaymarkInspectionTests/AuditTests.swift"
      })
    #expect(!found.contains { $0.code == .auditIncomplete }, "a test is not stripped")
  }

  @Test func `the audit omits provided destinations and interfaces`() throws {
    let before = try Self.all.get().map(\.message)
    let registry = try Registry {
      Route(MemoryStore.self) { Service<any NoteStore>() }
      Adapter(Service<any RequiredStore>(), for: Service<any NoteStore>())
      Route(Editor.self, configuration: EditorConfiguration.init) {
        View<any EditorInput>()
        ViewModule<any EditorModuleConfig>()
      } make: { _, _ in
        Editor()
      }
    }
    let after = registry.audit().map(\.message)
    let gone = before.filter { !after.contains($0) }
    for name in [
      "RoutableService<SharedFixtures.NoteStore> ", "RoutableService<SharedFixtures.RequiredStore> ",
      "RoutableView<SharedFixtures.EditorInput> ", "RoutableViewModule<SharedFixtures.EditorModuleConfig> ",
      "SharedFixtures.MemoryStore ", "SharedFixtures.Editor ",
    ] {
      #expect(gone.contains { $0.hasPrefix(name) }, "\(name)")
    }
    #expect(gone.count == 6 && after.filter { !before.contains($0) }.isEmpty)
  }

  @Test func `a provider with a name also provides the declaration without one`() throws {
    let registry = try Registry { Route(PublicScreen.self) { View(.namedPublicly) } }
    let name = "RoutableView<WaymarkInspectionTests.ForgottenPublicly> "
    #expect(!registry.audit().contains { $0.message.hasPrefix(name) })
  }

  @Test func `the audit finds names that aren't plain identifiers, and omits only provided names`() throws {
    let registry = try Registry {
      Route({ Unusual() }) {
        Service(.provided👍)
        Service(.`provided, with spaces`)
        Service<any NamedFirst>.sharedName
      }
    }
    let messages = registry.audit().filter { $0.code == .unprovidedDeclaration }.map(\.message)
    let unusual = messages.filter { $0.contains("NamedUnusually") }
    let names = unusual.compactMap {
      $0.firstMatch(
        of: /^RoutableService<WaymarkInspectionTests.NamedUnusually>\.(.+?) is declared routable/)?.1
    }
    #expect(names.sorted() == ["forgotten, with spaces", "🐢"] && unusual.count == 2)
    let shared = messages.compactMap { $0.firstMatch(of: /(Named\w+)>\.sharedName is declared/)?.1 }
    #expect(shared.sorted() == ["NamedSecond", "NamedThird"])
  }

  @Test func `the audit reports a name of several types once`() throws {
    let found = try Self.all.get().filter { $0.code == .repeatedName && $0.message.contains(".shared") }
    #expect(
      found.map(\.message) == [
        "the name .sharedName is declared for several types: "
          + "RoutableService<WaymarkInspectionTests.NamedFirst>.sharedName of WaymarkInspectionTests and "
          + "RoutableService<WaymarkInspectionTests.NamedSecond>.sharedName of WaymarkInspectionTests and "
          + "RoutableService<WaymarkInspectionTests.NamedThird>.sharedName of WaymarkInspectionTests"
      ])
    let ofOneType = try Self.all.get().filter { $0.message.hasPrefix("the name .ofTwoModules") }
    #expect(
      ofOneType.map(\.message) == [
        "the name .ofTwoModules is declared for one type by several modules: "
          + "RoutableService<SharedFixtures.TimeSource>.ofTwoModules of SharedFixtures and "
          + "RoutableService<SharedFixtures.TimeSource>.ofTwoModules of WaymarkInspectionTests"
      ])
    // One type may have several names.
    #expect(try !Self.all.get().contains { $0.code == .repeatedName && $0.message.contains("named") })
  }

  @Test func `the audit can be limited to modules, or ignore them`() throws {
    let (registry, module) = (try Registry {}, "WaymarkInspectionTests")
    let messages = registry.audit(of: [module]).map(\.message)
    #expect(messages.contains { $0.contains("ForgottenService") })
    #expect(messages.allSatisfy { $0.contains(module) })
    #expect(registry.audit(of: ["ScriptedWindow"]).isEmpty)
    #expect(!registry.audit(ignoring: [module]).contains { $0.message.contains(module) })
  }

  @Test func `the audit lists interfaces in the order of their tokens`() throws {
    let tokens = try Self.all.get().filter { $0.code == .unprovidedDeclaration }.compactMap {
      $0.message.firstMatch(of: /Routable\w+<.*>/)?.output
    }
    #expect(tokens.count > 5 && tokens == tokens.sorted())
  }

  @Test func `the audit reports an unknown module`() throws {
    let found = try Registry {}.audit(of: ["ScriptedWindow", "Scriptedwindw", "No Module"])
    #expect(found.map(\.code) == [.unknownModule, .unknownModule])
    #expect(found.map(\.message).allSatisfy { $0.contains("which the program does not contain") })
    #expect(
      found.map(\.remedy) == [
        "write the name of a target\nadd the target to the dependencies of this one",
        "did you mean \"ScriptedWindow\"?",
      ])
  }

  @Test func `installing a registry can report unprovided declarations`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let log = Log()
      let registry = try Registry { ReportsErrors { log.append("\($0.code): \($0.message)") } }
      let findings = Registry.install(
        registry, auditing: ["WaymarkInspectionTests", "WaymarkCoreTest"], fileID: "Module/File.swift",
        line: 7)
      print("installed: \(Registry.current === registry), all reported: \(findings.count == log.all.count)")
      for line in log.all where line.contains("ForgottenPublicly") || line.contains("CoreTest\"") {
        print(line)
      }
    }
    #expect(
      result.map { String(decoding: $0.standardOutputContent, as: UTF8.self) }?.contains(
        """
        installed: true, all reported: true
        unregistered: the audit is of the Swift module "WaymarkCoreTest", which the program does not contain (Module/File.swift:7)
        unregistered: RoutableView<WaymarkInspectionTests.ForgottenPublicly> is declared routable in WaymarkInspectionTests, but nothing in the registry provides it (Module/File.swift:7)
        """) == true, "\(result.map { String(decoding: $0.standardOutputContent, as: UTF8.self) } ?? "")")
  }
}
