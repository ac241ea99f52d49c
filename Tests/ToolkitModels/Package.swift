// swift-tools-version: 6.2
import PackageDescription

// Models of Apple's toolkits, which behave as Apple's documentation promises. They are a package of their own, as the
// toolkits are for a user's package: nothing with `package` access is visible here or there. A target that is named
// like a toolkit makes `canImport` true.

let package = Package(
  name: "ToolkitModels",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "ObjectiveC", targets: ["ObjectiveC"]),
    .library(name: "UIKit", targets: ["UIKit"]),
    .library(name: "AppKit", targets: ["AppKit"]),
    .library(name: "SwiftUI", targets: ["SwiftUI"]),
  ],
  targets: [
    .target(name: "ObjectiveC", path: "ObjectiveC"),
    .target(name: "UIKit", dependencies: ["ObjectiveC"], path: "UIKit"),
    .target(name: "AppKit", dependencies: ["ObjectiveC"], path: "AppKit"),
    .target(name: "SwiftUI", dependencies: ["ObjectiveC", "UIKit"], path: "SwiftUI"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings = [
    // The toolchain adds overlays to modules with the toolkits' names, which the models don't have.
    .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]),
    // As in Waymark's own manifest.
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
  if Context.environment["WAYMARK_STRICT"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
}
