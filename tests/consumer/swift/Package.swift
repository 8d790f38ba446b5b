// swift-tools-version: 6.0
// A consumer's package: it knows a tag of TrueGHz's repository, and nothing else of it.
// tools/swift-consumer.sh puts it next to a clone.

import PackageDescription

let package = Package(
    name: "Consumer",
    platforms: [.iOS(.v17), .macOS(.v14)],
    dependencies: [
        .package(url: "\(Context.packageDirectory)/../TrueGHz", from: "0.1.0")
    ],
    targets: [
        .executableTarget(name: "Consumer", dependencies: [.product(name: "TrueGHzKit", package: "TrueGHz")])
    ],
    swiftLanguageModes: [.v6]
)
