import Foundation
import Testing
import TrueGHzKit

/// Reports kept on the device, through the boundary.
@Suite struct HistoryTests {
    /// Returns a unique file, in the temporary folder of the test's process.
    static func file() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).jsonl")
    }

    static func report() throws -> AnyReport {
        .measurement(try MeasurementReport(replaying: Vector.twoCores.windowsJSON()))
    }

    @Test func whatIsKeptIsReadAndRemoved() async throws {
        let (file, report) = (Self.file(), try Self.report())
        let history = History(file: file)
        #expect(try await history.read().reports.isEmpty)
        let first = try await history.add(report, note: "in the sun")
        let kept = try await History(file: file).read().reports
        #expect(kept.count == 1 && kept[0].atUnixMs == first && kept[0].note == "in the sun")
        #expect(kept[0].report == report)
        #expect(try await history.remove(first))
        #expect(try await history.remove(first) == false)
        try await history.clear()
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func whatWasChosenIsCopiedIntoAHistoryOfItsOwn() async throws {
        let (file, other) = (Self.file(), Self.file())
        let history = History(file: file)
        let first = try await history.add(try Self.report(), note: "cold")
        // Its time names a report, to a millisecond.
        try await Task.sleep(for: .milliseconds(2))
        let second = try await history.add(try Self.report(), note: "hot")
        #expect(try await history.copy([second, 1], to: other) == 1)
        #expect(try await History(file: other).read().reports.map(\.note) == ["hot"])
        #expect(try await history.copy([first, second], to: other) == 2)
        #expect(try await History(file: other).read() == history.read())
        await #expect(throws: StoreError.self) {
            try await history.copy([first], to: URL(fileURLWithPath: "/nowhere/at/all/copy.jsonl"))
        }
        try await history.clear()
        try await History(file: other).clear()
    }

    @Test func linesThatCannotBeReadAreCounted() async throws {
        let file = Self.file()
        let history = History(file: file)
        try await history.add(try Self.report())
        let handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("{\"schema\":\"trueghz-store/99\"}\nno JSON\n".utf8))
        try handle.close()
        try await history.add(try Self.report())
        let contents = try await history.read()
        #expect(contents.reports.count == 2 && contents.otherVersions == 1 && contents.corrupt == 1)
        try await history.clear()
    }

    @Test func aFileThatCannotBeWrittenIsAnErrorByName() async throws {
        let nowhere = History(file: URL(fileURLWithPath: "/nowhere/at/all/kept.jsonl"))
        let report = try Self.report()
        do {
            try await nowhere.add(report)
            Issue.record("no error")
        } catch StoreError.File(let message) {
            #expect(!message.isEmpty)
            #expect(StoreError.File(message: message).localizedDescription == message)
        }
    }

    @Test func anyReportIsHandedOn() throws {
        let report = try Self.report()
        let measured = try MeasurementReport(replaying: Vector.twoCores.windowsJSON())
        #expect(try report.found.hasPrefix("core 0: 3.6945 GHz"))
        #expect(try report.json == measured.json)
        #expect(try report.csv == measured.csv)
        #expect(try report.text == measured.text)
    }
}
