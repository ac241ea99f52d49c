import SharedFixtures
import Testing
import WaymarkCore

protocol Vault: Sendable {}
private struct FileVault: Vault { let path: String }

/// A module that no registry can read without its path.
struct VaultModule: RouteModule {
  let path: String
  var routes: Routes {
    Route({ [path] in FileVault(path: path) }) { Service<any Vault>(declaredProtocol: (any Vault).self) }
  }
}

/// Another one.
struct SafeModule: RouteModule {
  let size: Int
  var routes: Routes { if size > 0 { Route(MemoryStore.self) { Service<any NoteStore>() } } }
}

protocol Lantern: Sendable {}
private struct OilLantern: Lantern {}

// Five modules that provide the same service.
private var lantern: RoutableService<any Lantern> { RoutableService(declaredProtocol: (any Lantern).self) }
struct AtticModule: RouteModule { var routes: Routes { Route(OilLantern.init) { lantern } } }
struct BarnModule: RouteModule { var routes: Routes { Route(OilLantern.init) { lantern } } }
struct CellarModule: RouteModule { var routes: Routes { Route(OilLantern.init) { lantern } } }
struct LanternsModule: RouteModule { var routes: Routes { Route(OilLantern.init) { lantern } } }
struct PorchModule: RouteModule { var routes: Routes { Route(OilLantern.init) { lantern } } }

@Suite("Modules that a registry forgot")
struct ForgottenModulesTests: RouteVocabulary {
  private let vault = Service<any Vault>(declaredProtocol: (any Vault).self)

  @Test func `the remedy names modules that need values, the nearest name first`() {
    let text = problems { Route({ (_: any Vault) in MemoryStore() }) { Service<any NoteStore>() } }
    #expect(
      text == """
        error: 1 problem in 1 route
        line + 0: error: parameter 1 of Route(MemoryStore) needs any Vault, and nothing provides it [missing-requirement]
            To fix: add Service<any Vault>(), or its name, to a route
                or: add one of VaultModule, SafeModule, ForgottenModuleWithParameters, if it provides it: they aren't in the registry
                or: make the parameter optional
        """)
    let vaults = Services<any Vault>(declaredProtocol: (any Vault).self)
    let collected = problems { service({ MemoryStore() }, Service<any NoteStore>(), Requires(vaults)) }
    #expect(collected.contains("if it contributes to it: they aren't in the registry"), "\(collected)")
  }

  @Test func `a provider of the optional type is named`() {
    let text = problems {
      Route({ MemoryStore() as (any NoteStore)? }) {
        Service<(any NoteStore)?>(declaredProtocol: (any NoteStore)?.self)
      }
      Route({ (_: any NoteStore) in SystemTime() }) { Service<any TimeSource>() }
    }
    #expect(text.findings == ["line + 4 missing-requirement"])
    #expect(text.contains("    line + 1: Service<Optional<NoteStore>> is provided here\n"), "\(text)")
    #expect(text.contains("    To fix: request Service<Optional<NoteStore>>()\n"), "\(text)")
  }

  @Test func `a request of a missing service names the modules and routes that can provide it`() throws {
    let registry = try Registry {
      Route(SystemTime.self) { Service<any TimeSource>() }
      Route({ FileVault(path: "/") }) { Service<FileVault>(declaredProtocol: FileVault.self) }
    }
    let line = #line - 2
    let text = error { _ = try registry.makeDestination(to: vault) }?.description ?? ""
    #expect(
      relative(text, fileID: #fileID, line: line) == """
        nothing provides Service<any Vault> in this registry [unregistered]
            To fix: add Service<any Vault>(), or its name, to Route(FileVault) at line + 0, which can provide it
                or: add one of VaultModule, SafeModule, ForgottenModuleWithParameters, if it provides it: they aren't in the registry
        """)
    let lanterns = error { _ = try registry.makeDestination(to: lantern) }?.description ?? ""
    #expect(
      lanterns.contains("To fix: add one of LanternsModule, BarnModule, AtticModule, or 2 others, each of"))
  }
}
