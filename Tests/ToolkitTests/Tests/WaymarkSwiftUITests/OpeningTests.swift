import Foundation
import SwiftUI
import Testing
import ToolkitFixtures
import Waymark
import WaymarkSwiftUI

@MainActor
@Suite("URLs, parts, and previews in SwiftUI", .timeLimit(.minutes(5)))
struct OpeningTests {
  private let (window, registry, device): DrawnWindow

  init() throws { (window, registry, device) = try drawnWindow() }

  @Test func `the scene opens a received URL and the web page of an activity`() async throws {
    // A link removes the screens that were shown before it.
    try await registry.show(.more, .push(from: window))
    #expect(device.open(try #require(URL(string: "notes://note/7"))))
    #expect(await eventually { device.texts == ["a note"] })
    let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
    activity.webpageURL = URL(string: "notes://help")
    #expect(device.continue(activity))
    #expect(await eventually { device.texts == ["help"] })
    #expect(window.path.count == 1)
    #expect(device.continue(NSUserActivity(activityType: "other")) == false)
  }

  @Test func `a link that arrives as a URL and as an activity opens once, and its error is reported`()
    async throws
  {
    let window = RouteWindow()
    var failures: [String] = []
    let device = draw {
      RouteStack(window) { Text("root") }
        .opensRoutes(in: window) { url, failure in failures.append("\(url) \(failure.code)") }
        .registry(registry)
    }
    let link = try #require(URL(string: "notes://nothing"))
    #expect(device.open(link))
    let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
    activity.webpageURL = link
    #expect(device.continue(activity))
    #expect(await eventually { !failures.isEmpty })
    for _ in 0..<1_000 { await Task.yield() }
    #expect(failures == ["notes://nothing unknownURL"])
    // The user opens it again.
    #expect(device.open(link))
    #expect(await eventually { failures.count == 2 })
    #expect(device.open(try #require(URL(string: "notes://help"))))
    #expect(await eventually { device.texts == ["help"] })
  }

  @Test func `a route view draws the destination in place`() async throws {
    let window = RouteWindow()
    let device = draw {
      RouteStack(window) { RouteView(.note) { $0.text = "prepared" } }.registry(registry)
    }
    #expect(device.texts == ["prepared"])
    #expect(window.path.isEmpty)
    #expect(device.press("Help"))
    #expect(device.layers == ["window", "sheet"])
  }

  @Test func `a route view passes a configuration to its destination`() throws {
    let registry = try Registry {
      Route(Page.init(settings:), configuration: PageSettings.self) {
        RoutableView(.page)
        RoutableViewModule(.pageSettings)
      }
    }
    let device = draw {
      RouteView(.pageSettings, as: .page, with: PageSettings(number: 7)) { $0.number += 1 }.registry(registry)
    }
    #expect(device.texts == ["page 8"])
  }

  @Test(arguments: [true, false])
  func `a route view displays the redirection, or its error`(isDrawn: Bool) async throws {
    let registry = try Registry {
      NoteModule()
      Intercepts(immediately: { attempt in
        attempt.redirectedFrom.isEmpty ? isDrawn ? .redirect(to: .help) : .redirect(to: .undrawn) : .proceed
      })
    }
    let device = draw { RouteView(.note).registry(registry) }
    #expect(await eventually { !device.texts.isEmpty })
    #expect(device.texts.count == 1)
    #expect(isDrawn ? device.texts == ["help"] : device.texts[0].contains("[destinationMismatch]"))
  }

  @Test func `a preview makes and installs the registry of its profile once`() throws {
    let text = ChangingText()
    var count = 0
    let device = draw {
      PreviewText(changing: text).registry(profile: .preview) {
        let _ = count += 1
        NoteModule()
        When(.preview) {
          Route(PreviewText.self, { RoutableView(.preview) }, make: { PreviewText(changing: text) })
        }
      }
    }
    #expect(device.texts == ["first"])
    text.text = "second"
    device.update()
    #expect(device.texts == ["second"] && count == 1)
    // What the views request comes from it.
    #expect(try Router.makeDestination(to: .preview).changing === text)
  }

  @Test func `a view displays the error of its registry or its route`() throws {
    let devices = [
      draw {
        RouteView(.note).registry {
          NoteModule()
          Route(NoteModel.init) { RoutableView(.note) }
        }
      },
      draw { RouteView(.preview).registry(registry) },
    ]
    #expect(devices.map(\.texts.count) == [1, 1])
    #expect(devices[0].texts.first?.contains("View(.note) is provided twice") == true)
    #expect(devices[1].texts.first?.contains("[unregistered]") == true)
  }
}

@MainActor @Observable
private final class ChangingText { var text = "first" }

private struct PreviewText: View {
  let changing: ChangingText
  var body: some View { Text(changing.text) }
}

extension RoutableView<PreviewText> { fileprivate static var preview: Self { declared() } }

private struct PageSettings { let number: Int }
private struct Page: View {
  var number: Int
  init(settings: PageSettings) { number = settings.number }
  var body: some View { Text("page \(number)") }
}
extension RoutableView<Page> { fileprivate static var page: Self { declared() } }
extension RoutableViewModule<PageSettings> { fileprivate static var pageSettings: Self { declared() } }
