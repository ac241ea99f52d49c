// swift-tools-version: 6.2
import PackageDescription

let waymark = Target.Dependency.product(name: "Waymark", package: "Waymark")
let notes = Target.Dependency.product(name: "NotesLogic", package: "Notes")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "NotesDesktop",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "notes-desktop", targets: ["notes-desktop"])],
  dependencies: [
    .package(name: "Waymark", path: "../.."),
    .package(path: "../Notes"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ],
  targets: [
    // GTK 4. If it isn't installed, the package manager names the package to install.
    .systemLibrary(
      name: "CGtk", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"]), .brew(["gtk4"])]),
    // Objects, signals, widgets, and the main loop: everything that touches C.
    .target(name: "GtkKit", dependencies: ["CGtk"]),
    // Windows that show screens, and their presenter: neither knows anything of notes.
    .target(name: "DesktopKit", dependencies: ["GtkKit", waymark, notes]),
    // The modules of the Notes application with views in GTK, and the application itself.
    .target(name: "NotesDesktop", dependencies: ["DesktopKit", "GtkKit", waymark, notes]),
    .executableTarget(
      name: "notes-desktop", dependencies: ["NotesDesktop", "GtkKit", waymark, argumentParser]),
    // GTK needs the first thread of a program, which belongs to the test runner in tests. So each test runs a scenario
    // in a program of its own.
    .executableTarget(
      name: "desktop-scenarios",
      dependencies: [
        "NotesDesktop", "DesktopKit", "GtkKit", "PresenterWalk", "SeededTesting", waymark, notes,
      ]),
    .testTarget(
      name: "NotesDesktopTests", dependencies: ["desktop-scenarios", "notes-desktop", "SeededTesting"]),
    // The walk of all presenters, in links to the library's tests.
    .target(name: "SeededTesting"),
    .target(name: "PresenterWalk", dependencies: ["SeededTesting", waymark]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
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
