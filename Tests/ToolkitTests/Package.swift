// swift-tools-version: 6.2
import PackageDescription

// Builds the presenters' sources with models of the toolkits, so that they're tested where the toolkits don't exist.
// The library's folders are symbolic links: as a dependency, the library's package would also have targets with the
// presenters' names.

let uiKit = Target.Dependency.product(name: "UIKit", package: "ToolkitModels")
let appKit = Target.Dependency.product(name: "AppKit", package: "ToolkitModels")
let swiftUI = Target.Dependency.product(name: "SwiftUI", package: "ToolkitModels")

let package = Package(
  name: "ToolkitTests",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  dependencies: [.package(path: "../ToolkitModels")],
  targets: [
    .target(name: "CWaymarkRuntime", path: "Library/CWaymarkRuntime"),
    .target(
      name: "WaymarkRuntime", dependencies: ["CWaymarkRuntime"], path: "Library/WaymarkRuntime",
      swiftSettings: [.enableExperimentalFeature("RawLayout")]),
    .target(name: "WaymarkCore", dependencies: ["WaymarkRuntime"], path: "Library/WaymarkCore"),
    .target(
      name: "WaymarkNavigation", dependencies: ["WaymarkCore", "WaymarkRuntime"],
      path: "Library/WaymarkNavigation"),
    .target(
      name: "WaymarkInspection", dependencies: ["WaymarkCore", "WaymarkRuntime"],
      path: "Library/WaymarkInspection"),
    .target(
      name: "Waymark", dependencies: ["WaymarkCore", "WaymarkInspection", "WaymarkNavigation"],
      path: "Library/Waymark"),
    .target(
      name: "WaymarkToolkit", dependencies: [uiKit, "Waymark"], path: "Library/WaymarkToolkit"),
    .target(
      name: "WaymarkUIKit", dependencies: [uiKit, "Waymark", "WaymarkRuntime", "WaymarkToolkit"],
      path: "Presenters/WaymarkUIKit"),
    .target(
      name: "WaymarkAppKit", dependencies: [appKit, "Waymark", "WaymarkRuntime", "WaymarkToolkit"],
      path: "Presenters/WaymarkAppKit"),
    .target(
      name: "UIKitContract", dependencies: [uiKit, "WaymarkUIKit", "Waymark"], path: "Contract/UIKit"),
    .target(
      name: "AppKitContract", dependencies: [appKit, "WaymarkAppKit", "Waymark"], path: "Contract/AppKit"),
    .target(name: "SeededTesting", path: "Support/SeededTesting"),
    .target(name: "ToolkitFixtures", dependencies: ["Waymark"], path: "Support/ToolkitFixtures"),
    .target(
      name: "PresenterWalk", dependencies: ["SeededTesting", "Waymark"], path: "Support/PresenterWalk"),
    .testTarget(
      name: "WaymarkUIKitTests",
      dependencies: [
        "AdoptingInUIKit", "ConnectingScenes", "PresenterWalk", "SeededTesting", "ToolkitFixtures", uiKit,
        swiftUI, "WaymarkSwiftUI", "WaymarkUIKit", "Waymark",
      ]),
    .testTarget(
      name: "WaymarkAppKitTests",
      dependencies: [appKit, "PresenterWalk", "SeededTesting", "WaymarkAppKit", "WaymarkToolkit", "Waymark"]),
    .target(
      name: "WaymarkSwiftUI", dependencies: [swiftUI, uiKit, "Waymark", "WaymarkToolkit"],
      path: "Presenters/WaymarkSwiftUI"),
    // The contract and the article's code are only type-checked. `@main` needs an executable.
    .executableTarget(
      name: "SwiftUIContract", dependencies: [swiftUI, "WaymarkSwiftUI", "Waymark"],
      path: "Contract/SwiftUI"),
    // The sample application, with those modules of Samples/Notes that it uses.
    .target(name: "CColumnWidth", path: "Samples/CColumnWidth"),
    .target(name: "ScreenKit", dependencies: ["CColumnWidth", "Waymark"], path: "Samples/ScreenKit"),
    .target(
      name: "NotesInterfaces", dependencies: ["ScreenKit", "Waymark"], path: "Samples/NotesInterfaces"),
    .target(
      name: "NotesStorage", dependencies: ["NotesInterfaces", "Waymark"], path: "Samples/NotesStorage"),
    .executableTarget(
      name: "NotesApp",
      dependencies: ["NotesInterfaces", "NotesStorage", swiftUI, uiKit, "WaymarkSwiftUI", "Waymark"],
      path: "Samples/NotesApp"),
    .testTarget(
      name: "NotesAppTests",
      dependencies: [
        "NotesApp", "NotesInterfaces", "NotesStorage", swiftUI, uiKit, "WaymarkSwiftUI", "Waymark",
      ]),
    .target(
      name: "Readme", dependencies: [swiftUI, "WaymarkSwiftUI", "Waymark"], path: "Articles/Readme"),
    .target(
      name: "PresentingInSwiftUI", dependencies: [swiftUI, "WaymarkSwiftUI", "Waymark"],
      path: "Articles/PresentingInSwiftUI"),
    .target(
      name: "AdoptingInSwiftUI", dependencies: [swiftUI, "WaymarkSwiftUI", "Waymark"],
      path: "Articles/AdoptingInSwiftUI", swiftSettings: [.defaultIsolation(MainActor.self)]),
    .target(
      name: "AdoptingInUIKit", dependencies: [swiftUI, uiKit, "WaymarkSwiftUI", "WaymarkUIKit", "Waymark"],
      path: "Articles/AdoptingInUIKit"),
    .target(
      name: "ConnectingScenes",
      dependencies: [swiftUI, uiKit, "WaymarkSwiftUI", "WaymarkUIKit", "Waymark"],
      path: "Articles/ConnectingScenes"),
    .target(
      name: "WaymarkSystem", dependencies: ["WaymarkCore", "WaymarkRuntime"], path: "Library/WaymarkSystem"),
    .target(
      name: "WritingClients", dependencies: [swiftUI, "WaymarkSwiftUI", "WaymarkSystem", "Waymark"],
      path: "Articles/WritingClients"),
    .testTarget(
      name: "AdoptingTests",
      dependencies: [
        "AdoptingInSwiftUI", "AdoptingInUIKit", "ConnectingScenes", "ToolkitFixtures", swiftUI, uiKit,
        "WaymarkSwiftUI", "WaymarkUIKit", "Waymark",
      ]),
    .testTarget(name: "ModelTests"),
    .testTarget(
      name: "WaymarkSwiftUITests",
      dependencies: [
        swiftUI, uiKit, "PresenterWalk", "SeededTesting", "ToolkitFixtures", "WaymarkSwiftUI", "Waymark",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where !target.name.hasPrefix("C") {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      // The toolchain adds overlays to modules with the toolkits' names, which the models don't have.
      .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]),
      // As in Waymark's own manifest.
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
  // The contract has a warning, an unused result of `try?`.
  if !(target.path ?? "").contains("Samples/") {
    target.swiftSettings?.append(.enableUpcomingFeature("InternalImportsByDefault"))
  }
  if Context.environment["WAYMARK_STRICT"] != nil, target.name != "SwiftUIContract" {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}
