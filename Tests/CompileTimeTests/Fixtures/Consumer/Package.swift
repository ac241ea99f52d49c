// swift-tools-version: 6.2
import PackageDescription

// A package that depends on Waymark as an application does: `.ci/consumer` builds and tests it.
// In Swift 5 mode, a reference to a function is Sendable only with this feature, which Swift 6 mode includes.
let swift5: [SwiftSetting] = [.swiftLanguageMode(.v5), .enableUpcomingFeature("InferSendableFromCaptures")]

let package = Package(
  name: "Notebook",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Waymark", path: "../../../..")],
  targets: [
    .target(name: "Notebook", dependencies: [.product(name: "Waymark", package: "Waymark")]),
    .testTarget(
      name: "NotebookTests",
      dependencies: ["Notebook", .product(name: "WaymarkTesting", package: "Waymark")],
      exclude: ["Graphs"]),
    .target(name: "NotebookService", dependencies: [.product(name: "WaymarkCore", package: "Waymark")]),
    .testTarget(
      name: "NotebookServiceTests",
      dependencies: ["NotebookService", .product(name: "WaymarkCoreTesting", package: "Waymark")]),
    .executableTarget(
      name: "Quote",
      dependencies: ["NotebookService", .product(name: "WaymarkCore", package: "Waymark")]),
    // Meetings that are recorded, with clients made of closures.
    .target(
      name: "Meetings",
      dependencies: [
        .product(name: "Waymark", package: "Waymark"), .product(name: "WaymarkSystem", package: "Waymark"),
      ]),
    .testTarget(
      name: "MeetingsTests",
      dependencies: ["Meetings", .product(name: "WaymarkTesting", package: "Waymark")]),
    .target(
      name: "NotebookInSwift5", dependencies: [.product(name: "Waymark", package: "Waymark")],
      swiftSettings: swift5),
    .testTarget(
      name: "NotebookInSwift5Tests",
      dependencies: ["NotebookInSwift5", .product(name: "WaymarkTesting", package: "Waymark")],
      swiftSettings: swift5),
  ],
  swiftLanguageModes: [.v6]
)

// The settings that a project may have, of which each combination compiles the same first registration.
let registration = package.targets.count
for (version, mode) in [(5, SwiftLanguageMode.v5), (6, .v6)] {
  for isolation in ["", "MainActor"] {
    for inference in ["", "Inferring"] {
      let name = "Swift\(version)\(isolation)\(inference)"
      var settings: [SwiftSetting] = [.swiftLanguageMode(mode)]
      if !isolation.isEmpty { settings.append(.defaultIsolation(MainActor.self)) }
      // Swift 6 mode includes the feature.
      if !inference.isEmpty, version == 5 {
        settings.append(.enableUpcomingFeature("InferSendableFromCaptures"))
      }
      package.targets.append(
        .target(
          name: name, dependencies: [.product(name: "Waymark", package: "Waymark")],
          path: "Combinations/\(name)",
          swiftSettings: settings))
    }
  }
}
package.targets.append(
  .testTarget(
    name: "FirstRegistrationTests",
    dependencies: package.targets[registration...].map { .target(name: $0.name) }))

// A warning in an application's code that the application can't avoid is a defect of Waymark.
for target in package.targets {
  target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
}
