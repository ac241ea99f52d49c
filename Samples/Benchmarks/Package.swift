// swift-tools-version: 6.2
import PackageDescription

let waymark = Target.Dependency.product(name: "Waymark", package: "Waymark")
let benchmark = Target.Dependency.product(name: "Benchmark", package: "benchmark")

/// The programs that are measured: each has its own routes, written at build time, and so its own number of
/// conformance records.
///
/// `budgets` builds those that it measures.
let programs: [Target] = [100, 500, 1000, 5000].map { size in
  .executableTarget(
    name: "Routes\(size)", dependencies: ["Measurements", waymark, benchmark],
    path: "Benchmarks/Routes\(size)",
    plugins: ["GenerateRoutes"])
}

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "budgets", targets: ["budgets"])],
  dependencies: [
    .package(name: "Waymark", path: "../.."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.6.0"),
    .package(url: "https://github.com/ordo-one/TextTable", from: "0.0.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
  ],
  targets: [
    .executableTarget(
      name: "budgets",
      dependencies: [
        "Measurements", benchmark, .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "TextTable", package: "TextTable"),
      ],
      path: "Sources/Budgets"),
    .target(name: "Measurements", dependencies: ["ProgramFacts", waymark, benchmark]),
    .target(name: "ProgramFacts"),
    // The other program that is measured: it matches URLs, among as many patterns as it is told.
    .executableTarget(name: "URLs", dependencies: ["URLMeasurements"], path: "Benchmarks/URLs"),
    .target(
      name: "URLMeasurements",
      dependencies: ["Measurements", waymark, .product(name: "Hummingbird", package: "hummingbird")]),
    .executableTarget(name: "RouteGenerator"),
    .plugin(name: "GenerateRoutes", capability: .buildTool, dependencies: ["RouteGenerator"]),
  ] + programs,
  swiftLanguageModes: [.v6]
)

for target in package.targets where !["ProgramFacts", "GenerateRoutes"].contains(target.name) {
  target.swiftSettings = [
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
