// swift-tools-version: 6.2
import PackageDescription

let waymark = Target.Dependency.product(name: "Waymark", package: "Waymark")
let waymarkGraph = Target.Dependency.product(name: "WaymarkGraph", package: "Waymark")

let package = Package(
  name: "Notes",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "notes", targets: ["notes"]),
    // The modules of Samples/NotesApp.
    .library(name: "NotesModel", targets: ["NotesInterfaces", "NotesStorage"]),
    // The modules of Samples/NotesDesktop: everything that doesn't draw.
    .library(name: "NotesLogic", targets: ["ScreenKit", "NotesInterfaces", "NotesStorage", "NotesLogic"]),
  ],
  dependencies: [
    .package(name: "Waymark", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.8.0"),
  ],
  targets: [
    // The interfaces of the modules. Each module depends on this and on Waymark, and on no other module.
    .target(name: "NotesInterfaces", dependencies: ["ScreenKit", waymark]),
    .target(name: "NotesStorage", dependencies: ["NotesInterfaces", waymark]),
    // The actions on notes, for any toolkit.
    .target(name: "NotesLogic", dependencies: ["NotesInterfaces", "ScreenKit", waymark]),
    .target(name: "NotesFolders", dependencies: ["NotesInterfaces", "NotesLogic", "ScreenKit", waymark]),
    .target(name: "NotesList", dependencies: ["NotesInterfaces", "ScreenKit", waymark]),
    .target(name: "NotesEditor", dependencies: ["NotesInterfaces", "NotesLogic", "ScreenKit", waymark]),
    .target(name: "NotesAlert", dependencies: ["NotesInterfaces", "ScreenKit", waymark]),
    .target(name: "NotesLock", dependencies: ["NotesInterfaces", "NotesLogic", "ScreenKit", waymark]),
    // Screens, and the terminal that shows them: neither knows anything of notes.
    .target(name: "ScreenKit", dependencies: ["CColumnWidth", waymark]),
    .target(name: "CColumnWidth"),
    .target(name: "NotesTerminal", dependencies: ["ScreenKit", waymark]),
    // The composition: it knows all modules, and connects required interfaces with provided ones.
    .target(
      name: "NotesApp",
      dependencies: [
        "NotesInterfaces", "NotesStorage", "NotesFolders", "NotesList", "NotesEditor", "NotesAlert",
        "NotesLock", "NotesLogic",
        "ScreenKit", "NotesTerminal", waymark,
      ]),
    .executableTarget(
      name: "notes",
      dependencies: [
        "NotesApp", "NotesInterfaces", "ScreenKit", "NotesTerminal", waymark, waymarkGraph,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // A registry among the services of ServiceLifecycle, with the code of the manual.
    .testTarget(
      name: "NotesServiceTests",
      dependencies: [
        "NotesApp", waymark,
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "NotesTests",
      dependencies: [
        "NotesApp", "NotesInterfaces", "NotesStorage", "NotesEditor", "NotesList", "NotesAlert", "notes",
        "ScreenKit", "NotesTerminal", waymark,
      ],
      exclude: ["Expected"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.name != "CColumnWidth" {
  target.swiftSettings = [
    // As in Waymark's own manifest.
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
  if Context.environment["WAYMARK_STRICT"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}
