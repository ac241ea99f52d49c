// swift-tools-version: 6.2
import PackageDescription

// A package that depends on Waymark as an application does: `.ci/consumer` builds and tests it.
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
  ],
  swiftLanguageModes: [.v6]
)
