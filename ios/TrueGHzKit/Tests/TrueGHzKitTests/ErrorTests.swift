import Foundation
import Testing
import TrueGHzKit

/// Every error by its name, with words.
@Suite struct ErrorTests {
    /// Every error there is. `name` below does not compile when one is missing there.
    static let all: [TrueGhzError] = [
        .NoClock(message: "no clock"), .NoThread(message: "no thread"),
        .NoCore(message: "no core"),
        .NotARecording(message: "no recording"),
        .OtherSchema(message: "other schema"), .Defect(message: "a defect"),
    ]

    static func name(_ error: TrueGhzError) -> String {
        switch error {
        case .NoClock: "no clock"
        case .NoThread: "no thread"
        case .NoCore: "no core"
        case .NotARecording: "no recording"
        case .OtherSchema: "other schema"
        case .Defect: "a defect"
        }
    }

    @Test(arguments: all)
    func theWordsOfAnErrorAreTheCores(error: TrueGhzError) {
        #expect(error.localizedDescription == Self.name(error))
        #expect((error as any Error).localizedDescription == Self.name(error))
    }

    @Test func anObserversErrorHasItsReason() {
        let error: any Error = ObserverError.Failed(reason: "no room")
        #expect(error.localizedDescription == "no room")
    }

    /// Faults that no working machine has, with the number of a nonexistent core by which a test
    /// requests them from the tests' library (bindings/src/faults.rs).
    static let faults: [String: UInt32] = [
        "no clock": UInt32.max, "no thread": UInt32.max - 1, "a defect": UInt32.max - 2,
    ]

    /// Whether the library has them: shipped libraries do not (make/swift.mk).
    static let hasFaults = ProcessInfo.processInfo.environment["TRUEGHZ_FAULTS"] != nil

    @Test(
        .enabled(if: hasFaults, "the library has no faults on purpose"),
        arguments: ["no clock", "no thread", "a defect"])
    func faultsCrossByName(name: String) async throws {
        let cpu = try #require(Self.faults[name])
        let options = MeasureOptions(cores: .cpus([cpu]), durationMs: 20, warmUpLimitMs: 20)
        do {
            _ = try await Meter().measure(options)
            Issue.record("no error")
        } catch let error as TrueGhzError {
            #expect(Self.name(error) == name)
            #expect(!error.localizedDescription.isEmpty)
        } catch {
            Issue.record("another error: \(error)")
        }
    }

    @Test func textThatIsNoRecordingIsRefused() {
        guard case .failure(.NotARecording(let message)) = Self.replaying("hello") else {
            Issue.record("not refused as no recording")
            return
        }
        #expect(!message.isEmpty)
    }

    @Test func aRecordingOfAnotherFormIsRefused() throws {
        let windows = try Vector.twoCores.windowsJSON()
        let other = windows.replacingOccurrences(
            of: #""schema"\s*:\s*"[^"]*""#, with: #""schema": "trueghz-raw-99""#, options: .regularExpression)
        #expect(other != windows)
        guard case .failure(.OtherSchema(let message)) = Self.replaying(other) else {
            Issue.record("not refused as another form")
            return
        }
        #expect(message.contains("trueghz-raw-99"))
    }

    private static func replaying(_ windowsJSON: String) -> Result<MeasurementReport, TrueGhzError> {
        Result { () throws(TrueGhzError) in
            do {
                return try MeasurementReport(replaying: windowsJSON)
            } catch let error as TrueGhzError {
                throw error
            } catch {
                throw .Defect(message: "\(error)")
            }
        }
    }
}
