// swift-tools-version: 6.0
// The logic of the iPhone app, without its views: a package of its own, so that apps that embed TrueGHzKit get
// nothing of it. Compiled and tested on Linux as on a Mac.

import PackageDescription

let package = Package(
    name: "TrueGHzModels",
    platforms: [.iOS(.v17), .macOS(.v14)],
    products: [.library(name: "TrueGHzModels", targets: ["TrueGHzModels"])],
    dependencies: [.package(name: "TrueGHz", path: "../..")],
    targets: [
        .target(
            name: "TrueGHzModels",
            dependencies: [.product(name: "TrueGHzKit", package: "TrueGHz")]),
        .testTarget(
            name: "TrueGHzModelsTests",
            dependencies: ["TrueGHzModels", .product(name: "TrueGHzKit", package: "TrueGHz")]),
    ],
    swiftLanguageModes: [.v6]
)
