// swift-tools-version: 6.2
import PackageDescription

// The presenters' sources, built against modules that model the toolkits, on every platform. A target named `UIKit` makes
// `canImport(UIKit)` true. The overlays that a toolkit of Apple's would get by its name don't exist here.
let package = Package(
  name: "ToolkitTests",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  dependencies: [.package(name: "Waymark", path: "../..")],
  targets: [
    .target(name: "UIKit", path: "Models/UIKit"),
    .target(name: "AppKit", path: "Models/AppKit"),
    .target(
      name: "WaymarkUIKit", dependencies: ["UIKit", .product(name: "Waymark", package: "Waymark")],
      path: "Presenters/WaymarkUIKit"),
    .target(
      name: "WaymarkAppKit", dependencies: ["AppKit", .product(name: "Waymark", package: "Waymark")],
      path: "Presenters/WaymarkAppKit"),
    .target(
      name: "UIKitContract", dependencies: ["UIKit", "WaymarkUIKit", .product(name: "Waymark", package: "Waymark")],
      path: "Contracts/UIKitContract"),
    .target(
      name: "AppKitContract", dependencies: ["AppKit", "WaymarkAppKit", .product(name: "Waymark", package: "Waymark")],
      path: "Contracts/AppKitContract"),
    .testTarget(
      name: "WaymarkUIKitTests",
      dependencies: ["UIKit", "WaymarkUIKit", .product(name: "Waymark", package: "Waymark")]),
    .testTarget(
      name: "WaymarkAppKitTests",
      dependencies: ["AppKit", "WaymarkAppKit", .product(name: "Waymark", package: "Waymark")]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]),
    ]
}

if Context.environment["WAYMARK_STRICT"] != nil {
  for target in package.targets {
    target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
  }
}
