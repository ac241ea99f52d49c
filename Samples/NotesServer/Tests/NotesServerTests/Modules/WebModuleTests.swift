import HTTPTypes
import PageKit
import ServerInterfaces
import Testing
import Waymark
import WaymarkTesting
import WebServer

/// A page that another module would declare.
private struct FakePage<Address: Sendable>: Endpoint {
  let address: Address

  func respond() -> Reply { Reply(.ok) }
}

/// All pages that links lead to, at paths of their own.
private struct FakePages: RouteModule {
  var routes: Routes {
    plain(.homePage, "/start")
    plain(.registrationPage, "/join")
    plain(.logOutPage, "/leave")
    plain(.foldersPage, "/boxes")
    plain(.sharesPage, "/given")
    plain(.administrationPage, "/office")
    plain(.graphPicture, "/office/map")
    plain(.healthPage, "/pulse")
    Route(FakePage<LogInAddress>.init(address:), configuration: { LogInAddress() }) {
      ServiceModule(.logInPage)
      URLPattern(for: LogInAddress.self, "/enter?to=\(\.next)")
    }
    Route(FakePage<NotesAddress>.init(address:), configuration: { NotesAddress() }) {
      ServiceModule(.notesPage)
      URLPattern(for: NotesAddress.self, "/mine?part=\(\.page)")
    }
    Route(FakePage<FolderAddress>.init(address:), configuration: { FolderAddress() }) {
      ServiceModule(.folderPage)
      URLPattern(for: FolderAddress.self, "/boxes/\(\.folder)?part=\(\.page)")
    }
    Route(FakePage<FolderSettingsAddress>.init(address:), configuration: { FolderSettingsAddress() }) {
      ServiceModule(.folderSettingsPage)
      URLPattern(for: FolderSettingsAddress.self, "/boxes/\(\.folder)/label")
    }
    Route(FakePage<NewNoteAddress>.init(address:), configuration: { NewNoteAddress() }) {
      ServiceModule(.newNotePage)
      URLPattern(for: NewNoteAddress.self, "/write?into=\(\.folder)")
    }
    Route(FakePage<NoteAddress>.init(address:), configuration: { NoteAddress() }) {
      ServiceModule(.notePage)
      URLPattern(for: NoteAddress.self, "/mine/\(\.note)")
    }
    Route(FakePage<NoteDeletionAddress>.init(address:), configuration: { NoteDeletionAddress() }) {
      ServiceModule(.noteDeletionPage)
      URLPattern(for: NoteDeletionAddress.self, "/mine/\(\.note)/burn")
    }
    Route(FakePage<NoteSharingAddress>.init(address:), configuration: { NoteSharingAddress() }) {
      ServiceModule(.noteSharingPage)
      URLPattern(for: NoteSharingAddress.self, "/mine/\(\.note)/give")
    }
    Route(FakePage<SearchAddress>.init(address:), configuration: { SearchAddress() }) {
      ServiceModule(.searchPage)
      URLPattern(for: SearchAddress.self, "/find?what=\(\.words)")
    }
    Route(FakePage<SharedNoteAddress>.init(address:), configuration: { SharedNoteAddress() }) {
      ServiceModule(.sharedNotePage)
      URLPattern(for: SharedNoteAddress.self, "/given/\(\.token)")
      URLPattern("https://kiosk.example/given/:token")
    }
  }

  private func plain<Name>(
    _ page: RoutableServiceModule<PlainAddress<Name>>,
    _ path: URLTemplate<PlainAddress<Name>>
  ) -> Route {
    Route(FakePage<PlainAddress<Name>>.init(address:), configuration: { PlainAddress<Name>() }) {
      ServiceModule(page)
      URLPattern(for: PlainAddress<Name>.self, path)
    }
  }
}

/// The web module with settings that aren't the usual ones, and with fakes of all pages.
private struct KioskWeb: RouteModule {
  var routes: Routes {
    FakePages()
    WebModule(Self.settings)
  }

  static var settings: WebSettings {
    var settings = WebSettings()
    settings.isSecure = true
    settings.domain = "kiosk.example"
    settings.appIDs = ["ONE.example", "TWO.example"]
    return settings
  }
}

@Suite("The web module alone")
struct WebModuleTests {
  @Test(.registry(isolating: WebModule())) func itSaysWhichPageIsMissing() {
    let error = #expect(throws: RouteError.self) { try Router.makeDestination(to: .links) }
    #expect(
      message(of: error).hasPrefix(
        """
        ServiceModule(.homePage) is not implemented, because the module is isolated; RoutedLinks (…) needs it
        """))
  }

  @Test(.registry(isolating: WebModule())) func itContributesItsPublicPages() throws {
    #expect(
      try Registry.current.makeDestinations(of: .publicPages).map(\.pattern) == [
        "/assets/style.css", "/assets/app.js", "/assets/icon.svg", "/.well-known/apple-app-site-association",
      ])
  }

  @Suite("with fakes of all pages", .registry(isolating: KioskWeb()), .scope(Session.visitor))
  struct FilledTests {
    @Test func linksLeadWhereThePatternsSay() throws {
      let links = try Router.makeDestination(to: .links)
      let fixed = links.fixed
      #expect(
        [
          fixed.home, fixed.registration, fixed.logOut, fixed.folders, fixed.shares, fixed.administration,
          fixed.graph, fixed.health, fixed.styleSheet, fixed.script, fixed.icon,
        ] == [
          "/start", "/join", "/leave", "/boxes", "/given", "/office", "/office/map", "/pulse",
          "/assets/style.css", "/assets/app.js", "/assets/icon.svg",
        ])
      #expect(try links.logIn(next: "/a b?c=d&e") == "/enter?to=%2Fa%20b%3Fc%3Dd%26e")
      #expect(try links.logIn(next: nil) == "/enter")
      #expect(try links.sharedNote("a/b") == "/given/a%2Fb")
      #expect(try [links.notes(page: nil), links.notes(page: 2)] == ["/mine", "/mine?part=2"])
      #expect(try [links.newNote(folder: nil), links.newNote(folder: "7")] == ["/write", "/write?into=7"])
      #expect(
        try [links.folder("7", page: nil), links.folder("7", page: 2)] == ["/boxes/7", "/boxes/7?part=2"])
      #expect(try links.folderSettings("7") == "/boxes/7/label")
      #expect(
        try [links.note("9"), links.noteDeletion("9"), links.noteSharing("9")]
          == ["/mine/9", "/mine/9/burn", "/mine/9/give"])
      #expect(try [links.search(nil), links.search("a b")] == ["/find", "/find?what=a%20b"])
    }

    @Test func cookiesFollowTheSettings() throws {
      let cookies = try Router.makeDestination(to: .cookiePolicy)
      #expect(
        cookies.field(.session, "secret", seconds: 60)
          == "session=secret; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure")
      #expect(
        cookies.field(.visitor, "", seconds: 60)
          == "visitor=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure")
      #expect(
        CookiePolicy(isSecure: false).field(.session, "secret", seconds: 60)
          == "session=secret; Path=/; Max-Age=60; HttpOnly; SameSite=Lax")
    }

    @Test func theAssociationFileHasTheAppsAndTheLinksOfTheDomain() async throws {
      let page = try await Registry.current.answer(.get, "/.well-known/apple-app-site-association")
      #expect(page.fields[.contentType] == "application/json")
      #expect(
        page.text == """
          {
            "applinks" : {
              "details" : [
                {
                  "appIDs" : [
                    "ONE.example",
                    "TWO.example"
                  ],
                  "components" : [
                    {
                      "/" : "/given/?*",
                      "comment" : "https://kiosk.example/given/:token"
                    }
                  ]
                }
              ]
            }
          }

          """)
    }

    @Test(arguments: [
      ("/assets/style.css", "text/css; charset=utf-8"), ("/assets/app.js", "text/javascript; charset=utf-8"),
      ("/assets/icon.svg", "image/svg+xml"),
    ])
    func assetsHaveTheirTypesAndAreCached(_ path: String, _ type: String) async throws {
      let page = try await Registry.current.answer(.get, path)
      #expect(page.fields[.contentType] == type)
      #expect(page.fields[.cacheControl] == "public, max-age=300")
    }
  }
}
