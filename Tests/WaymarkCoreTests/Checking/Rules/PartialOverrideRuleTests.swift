import SharedFixtures
import Testing
import WaymarkCore

@MainActor
@Suite("Rule: an override of a view also replaces its configuration")
struct PartialOverrideRuleTests: RouteVocabulary {
  private let editor = View<Editor>(declaredProtocol: Editor.self)

  /// A route of an editor with a configuration.
  private func configured<Contents>(
    fileID: StaticString = #fileID, line: Int = #line,
    @RouteEntryBuilder<Editor> _ entries: () -> RouteEntries<Editor, Contents>
  ) -> Route where Contents: EntryContents.ViewRouteContents & EntryContents.Configurable {
    Route(
      Editor.self, configuration: EditorConfiguration.init, fileID: fileID, line: line, entries,
      make: { _, _ in Editor() })
  }

  @RoutesBuilder private var base: Routes {
    configured {
      View<any EditorInput>()
      editor
      ViewModule<any EditorModuleConfig>()
    }
  }

  @Test func `a configuration that leads to the replaced route is an error`() throws {
    let text = try problems {
      configured {
        View<any EditorInput>()
        ViewModule<any EditorModuleConfig>()
      }
    } overriding: {
      Route(Editor.self) { View<any EditorInput>() }
    }
    #expect(text.findings == ["line + 6 partial-override"])
    #expect(text.contains("\n    line + 1: Route(Editor) provides both\n"), "\(text)")
  }

  @Test func `overriding only the configuration is accepted`() throws {
    let alone = try problems {
      base
    } overriding: {
      configured { ViewModule<any EditorModuleConfig>() }
    }
    #expect(alone == "", "who overrides a configuration knows of it")
    let oneOfTwo = try problems {
      configured {
        ViewModule<any EditorModuleConfig>()
        ViewModule<any RequiredModuleConfig>()
      }
    } overriding: {
      configured { ViewModule<any EditorModuleConfig>() }
    }
    #expect(oneOfTwo == "")
  }

  @Test func `overriding one of two interfaces without a configuration is accepted`() throws {
    let text = try problems {
      Route(MemoryStore.self) {
        Service<any NoteStore>()
        Service<MemoryStore>(declaredProtocol: MemoryStore.self)
      }
    } overriding: {
      Route(MemoryStore.self) { Service<any NoteStore>() }
    }
    #expect(text == "")
  }

  @Test func `an adapter that replaces a configured view is an error`() throws {
    let text = try problems {
      base
    } overriding: {
      Adapter(View<any EditorInput>(), for: editor) { $0 }
    }
    #expect(text.contains("still leads to the replaced Route(Editor) [partial-override]"))
    #expect(
      text.hasSuffix("To fix: provide ViewModule<any EditorModuleConfig> too, in a route with configuration:")
    )
  }

  @Test func `a route that replaces two tokens is reported once`() throws {
    let text = try problems {
      base
    } overriding: {
      Route(Editor.self) {
        View<any EditorInput>()
        editor
      }
    }
    #expect(text.hasPrefix("error: 1 problem in"))
  }

  /// An adapter of the base provides the view, so that the configuration never led to it.
  @Test func `overriding a token that an adapter provides is accepted`() throws {
    let text = try problems {
      configured {
        editor
        ViewModule<any EditorModuleConfig>()
      }
      Adapter(View<any EditorInput>(), for: editor) { $0 }
    } overriding: {
      Route(Editor.self) { View<any EditorInput>() }
    }
    #expect(text == "")
  }

  /// The old route doesn't have the configuration anymore, because an earlier override replaced it in the base.
  @Test func `a configuration replaced by an earlier override is accepted`() throws {
    let once = try Registry { base }.overriding { configured { ViewModule<any EditorModuleConfig>() } }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try once.overriding { Route(Editor.self) { View<any EditorInput>() } }
    }
    #expect(text == "")
  }

  @Test func `Overrides can't accept a partial override`() throws {
    let text = try problems {
      configured {
        View(.editor)
        ViewModule(.editorModule)
      }
    } overriding: {
      Overrides(.editor, with: Editor())
    }
    #expect(text.contains("[partial-override]") && !text.contains("add Accepts("), "\(text)")
  }

  @Test func `a profile inside of an override also has to replace the configuration`() throws {
    let preview = try Registry(profile: .preview) {
      base
      When(.preview) {}
    }
    let text = problemsOfDeriving { () throws(RegistryError) in
      try preview.overriding {
        Route(Editor.self) { View<any EditorInput>() }
        When(.preview) { Route(Editor.self) { View<any EditorInput>() } }
      }
    }
    #expect(text.codes == ["partial-override"])
  }
}
