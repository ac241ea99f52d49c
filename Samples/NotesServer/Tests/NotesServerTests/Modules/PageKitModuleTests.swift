import HTTPTypes
import PageKit
import ServerInterfaces
import Testing
import Waymark
import WaymarkTesting

/// The frame of pages, and entries of the menu that other modules would contribute.
private struct PageKitWithMenu: RouteModule {
  var routes: Routes {
    PageKitModule()
    for (title, order, isForAdministrators) in [
      ("Third", 3, false), ("First", 1, false), ("Second", 2, true),
    ] {
      Route(MenuItem.self) {
        Contributes(to: .menuItems, as: title, order: order)
      } make: {
        MenuItem(title: title, link: "/\(title)", isForAdministrators: isForAdministrators)
      }
    }
  }
}

@Suite(
  "The frame of pages alone", .registry(isolating: PageKitWithMenu()),
  .overriding { Route(PlainLinks.init) { Service(.links) } })
struct PageKitModuleTests {
  /// Returns the page of a template for a request.
  private func page(
    at path: String = "/", fields: HTTPFields = [:], form: String = "", problem: PageProblem? = nil
  ) async throws -> Page {
    let message = Message(.post, path, fields: fields, body: Array(form.utf8))
    return try await Registry.current.withScope(PageKit.Request(message)) {
      let pages = try Router.makeDestination(to: .pageWriter)
      let reply = try pages.page(about: problem ?? .missing, with: message)
      return Page(
        status: reply.status, fields: reply.fields, text: String(decoding: reply.body, as: UTF8.self),
        path: path)
    }
  }

  private func menu(_ page: Page) -> [String] {
    page.text.matches(of: #/<li><a href="[^"]*"(?: aria-current="page")?>([^<]*)<\/a><\/li>/#)
      .map { String($0.output.1) }
  }

  @Test(.scope(Session.ann)) func administratorsSeeTheWholeMenuInItsOrder() async throws {
    let page = try await page(at: "/First")
    #expect(menu(page) == ["First", "Second", "Third"])
    #expect(page.text.contains(#"<a href="/First" aria-current="page">First</a>"#))
    #expect(page.text.contains("<span>Ann</span>"))
  }

  @Test(.scope(Session.bob)) func othersSeeTheirPartOfIt() async throws {
    #expect(menu(try await page()) == ["First", "Third"])
  }

  @Test(.scope(Session.visitor)) func visitorsSeeNoneOfIt() async throws {
    #expect(menu(try await page()) == ["Log in", "Register"])
  }

  @Test(.scope(Session.ann)) func aProblemIsEscaped() async throws {
    let page = try await page(problem: .invalid("<b>\"No\" & 'never'"))
    #expect(page.status == .unprocessableContent)
    #expect(page.main.contains("<p>&lt;b&gt;&quot;No&quot; &amp; &#39;never&#39;</p>"))
    #expect(!page.main.contains("What you wrote"))
  }

  @Test(.scope(Session.ann)) func aDraftIsShownAgainWithoutPasswords() async throws {
    let page = try await page(
      fields: [.contentType: "application/x-www-form-urlencoded"],
      form: "title=A&text=%3C/textarea%3E%3Cb%3E&password=secret&form-token=hidden&name=",
      problem: PageProblem(.serviceUnavailable, "Away."))
    #expect(
      page.main.contains(
        """
        <label>Title <textarea readonly rows="6">
        A</textarea></label>
        <label>Text <textarea readonly rows="6">
        &lt;/textarea&gt;&lt;b&gt;</textarea></label>
        """))
    #expect(!page.main.contains("secret") && !page.main.contains("hidden"))
    #expect(!page.main.contains("Name"))
  }

  @Test(.scope(Session.visitor)) func aVisitorIsNoMember() {
    let error = #expect(throws: RouteError.self) { try Router.makeDestination(to: .member) }
    #expect(error?.underlying is NotLoggedIn)
  }

  @Test(.scope(Session.ann)) func theUserOfASessionIsItsMember() throws {
    #expect(try Router.makeDestination(to: .member).user.name == "Ann")
  }

  @Test func templatesThatCannotBeReadAreNamed() {
    #expect(
      throws: (any Error).self, performing: { _ = try TemplateLibrary([TemplateSource("a", "{{#b}}")]) })
    let error = #expect(throws: TemplateLibrary.Unreadable.self) {
      try TemplateLibrary([]).render("missing", [:] as [String: Any])
    }
    #expect(error?.description == "there is no template missing")
  }
}
