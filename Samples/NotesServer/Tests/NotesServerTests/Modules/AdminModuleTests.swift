import HTTPTypes
import Admin
import PageKit
import ServerInterfaces
import Testing
import Waymark
import WaymarkTesting

/// A check with a fixed result.
private struct FixedCheck: HealthCheck {
  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  let name: String
  var failure: String?

  func check() throws -> String {
    if let failure { throw Failed(description: failure) }
    return "all is well"
  }
}

/// The administration, and checks that other modules would contribute.
private struct CheckedAdmin: RouteModule {
  let failure: String?

  var routes: Routes {
    AdminModule()
    Route(FixedCheck.self) {
      Contributes(to: .healthChecks, as: "mill")
    } make: {
      FixedCheck(name: "mill")
    }
    Route(FixedCheck.self) {
      Contributes(to: .healthChecks, as: "pond")
    } make: { [failure] in
      FixedCheck(name: "pond", failure: failure)
    }
  }
}

/// What the administration needs.
private struct AdminSurroundings: RouteModule {
  var routes: Routes {
    MemberSurroundings()
    Route(MemoryAccounts.init) {
      Service(.accountStorage)
      Singleton()
    }
  }
}

@Suite(
  "The administration alone", .registry(isolating: CheckedAdmin(failure: "no water at 10.0.0.7")),
  .overriding { AdminSurroundings() })
struct AdminModuleTests {
  @Test func itContributesToTheMenuTheTemplatesAndThePublicPages() throws {
    #expect(Registry.current.keys(of: .menuItems) == ["administration"])
    #expect(Registry.current.keys(of: .templates) == ["administration"])
    #expect(try Registry.current.makeDestinations(of: .publicPages).map(\.pattern) == ["/health"])
    #expect(try Registry.current.makeDestinations(of: .menuItems).map(\.isForAdministrators) == [true])
  }

  @Test(.scope(Session.visitor)) func whatFailedIsNotForEverybody() async throws {
    let page = try await Registry.current.answer(.get, "/health")
    #expect(page.status == .serviceUnavailable)
    #expect(page.text == #"{"checks":{"mill":"healthy","pond":"failed"}}"#)
  }

  @Test(.scope(Session.ann)) func administratorsSeeWhatFailed() async throws {
    let page = try await Registry.current.answer(.get, "/admin")
    #expect(page.status == .ok)
    #expect(page.main.contains("<tr><td>mill</td><td>healthy</td><td>all is well</td></tr>"))
    #expect(
      page.main.contains(
        #"<tr class="failed"><td>pond</td><td>failed</td><td>no water at 10.0.0.7</td></tr>"#))
  }

  @Test(.scope(Session.bob), arguments: ["/admin", "/admin/graph.svg"])
  func othersDoNotLearnThatThereIsAnAdministration(_ path: String) async {
    let error = await #expect(throws: RouteError.self) { try await Registry.current.answer(.get, path) }
    #expect(error?.underlying as? PageProblem == .missing)
  }

  @Suite("when all checks succeed", .registry(isolating: CheckedAdmin(failure: nil)))
  struct HealthyTests {
    @Test(.scope(Session.visitor)) func theProcessIsHealthy() async throws {
      let page = try await Registry.current.answer(.get, "/health")
      #expect(page.status == .ok)
      #expect(page.text == #"{"checks":{"mill":"healthy","pond":"healthy"}}"#)
    }
  }
}

@Suite("The administration without anything else", .registry(isolating: AdminModule()), .scope(Session.ann))
struct BareAdminModuleTests {
  @Test func itSaysWhatItNeeds() async {
    let error = await #expect(throws: RouteError.self) { try await Registry.current.answer(.get, "/admin") }
    #expect(error?.code == .unimplemented)
    #expect(
      message(of: error).hasPrefix(
        """
        Service<Member>, Service<any AccountStorage>, Service<PageWriter>, and Service<any Links> are not \
        implemented, because the module is isolated;
        """))
  }
}
