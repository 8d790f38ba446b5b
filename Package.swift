// swift-tools-version: 6.0
// TrueGHz for Swift. It stands at the repository's root because SwiftPM looks for a package nowhere else.

import PackageDescription

/// Where a release keeps the core, with the checksum of the archive; `tools/swift-release.sh` writes both into the
/// release's commit. Absent: the one that `make xcframework` put into `dist/`.
let release: (address: String, checksum: String)? = nil

/// The core, which is written in Rust. SwiftPM takes binaries on Apple's systems only: elsewhere pkg-config says
/// where the library is (`trueghz.pc`, which `make swift-library` writes).
#if os(Linux)
let core = Target.systemLibrary(
    name: "TrueGHzFFI", path: "ios/TrueGHzKit/Sources/TrueGHzFFI", pkgConfig: "trueghz")
#else
let core =
    if let release {
        Target.binaryTarget(name: "TrueGHzFFI", url: release.address, checksum: release.checksum)
    } else {
        // "does not contain a binary artifact"? In a clone of the repository run `make xcframework`; it needs Rust
        // from rustup, and a few minutes.
        Target.binaryTarget(name: "TrueGHzFFI", path: "dist/TrueGHzFFI.xcframework")
    }
#endif

let package = Package(
    name: "TrueGHz",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "TrueGHzKit", targets: ["TrueGHzKit"])],
    targets: [
        core,
        .target(
            name: "TrueGHzKit",
            dependencies: ["TrueGHzFFI"],
            path: "ios/TrueGHzKit/Sources/TrueGHzKit",
            resources: [.copy("PrivacyInfo.xcprivacy")]),
        .executableTarget(
            name: "BoundaryBenchmark",
            dependencies: ["TrueGHzKit"],
            path: "ios/TrueGHzKit/Benchmarks/BoundaryBenchmark"),
        .testTarget(
            name: "TrueGHzKitTests",
            dependencies: ["TrueGHzKit"],
            path: "ios/TrueGHzKit/Tests/TrueGHzKitTests"),
    ],
    swiftLanguageModes: [.v6]
)
