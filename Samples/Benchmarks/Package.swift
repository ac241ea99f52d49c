// swift-tools-version: 6.2
import PackageDescription

// Measures Waymark beside hand-written baselines.
//
// `budgets` prints a table with a row for each piece of work: the figures of the baseline and of Waymark in the same
// run, their ratio, and the budget. It builds and starts the measured programs:
//
// - `Routes500` and its like have that many generated routes, each with a protocol, a class, and a module of its own.
//   Every tenth keeps its service.
// - `URLs` matches URLs among many patterns.
//
// The rows are in Sources/Measurements/Works, in Sources/URLMeasurements, and, for the compiler's time, in
// Sources/Budgets/Compiler.
//
//     swift run -c release budgets                                          all rows, at 500 and 5,000 routes
//     swift run -c release budgets --only "new service" --sizes 500 --rounds 1
//     .build/release/Routes500 --repeat "new service: waymark" 1000         one side, for a profiler
//     valgrind --tool=callgrind --toggle-collect=program_measured \
//       .build/release/Routes500 --repeat "new service: waymark" 1000       its instructions

let waymark = Target.Dependency.product(name: "Waymark", package: "Waymark")
let waymarkGraph = Target.Dependency.product(name: "WaymarkGraph", package: "Waymark")
let benchmark = Target.Dependency.product(name: "Benchmark", package: "benchmark")

/// The measured programs, each with its own generated routes, and so its own number of conformance records.
let programs: [Target] = [100, 500, 1000, 5000].map { size in
  .executableTarget(
    name: "Routes\(size)", dependencies: ["Measurements", waymark, benchmark],
    path: "Benchmarks/Routes\(size)",
    // The optimizer needs hours for 5,000 routes as one module, and minutes for each file by itself.
    swiftSettings: size < 5000
      ? [] : [.unsafeFlags(["-no-whole-module-optimization"], .when(configuration: .release))],
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
    .target(name: "Measurements", dependencies: ["ProgramFacts", waymark, waymarkGraph, benchmark]),
    .target(name: "ProgramFacts"),
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
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
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
