// swift-tools-version: 6.2
import PackageDescription

// The folder isn't named Hummingbird, because that would be the identity of two packages.
let package = Package(
  name: "HummingbirdShop",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "shop", targets: ["Shop"])],
  dependencies: [
    .package(name: "Waymark", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Shop",
      dependencies: [
        .product(name: "Waymark", package: "Waymark"),
        .product(name: "WaymarkServer", package: "Waymark"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    .testTarget(
      name: "ShopTests",
      dependencies: [
        "Shop",
        .product(name: "WaymarkTesting", package: "Waymark"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

if Context.environment["WAYMARK_STRICT"] != nil {
  for target in package.targets { target.swiftSettings = [.treatAllWarnings(as: .error)] }
}
