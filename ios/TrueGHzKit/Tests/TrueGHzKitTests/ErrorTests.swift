import Foundation
import Testing
import TrueGHzKit

/// Every error by its name, with words.
@Suite struct ErrorTests {
    /// Every error there is. `name` below does not compile when one is missing there.
    static let all: [TrueGhzError] = [
        .NoClock(message: "no clock"), .NoThread(message: "no thread"),
        .NotARecording(message: "no recording"),
        .OtherSchema(message: "other schema"), .Defect(message: "a defect"),
    ]

    static func name(_ error: TrueGhzError) -> String {
        switch error {
        case .NoClock: "no clock"
        case .NoThread: "no thread"
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

    /// What goes wrong on no machine that works: asked of the tests' library (bindings/src/faults.rs).
    @Test(arguments: [
        (UInt32.max, "no clock"), (UInt32.max - 1, "no thread"), (UInt32.max - 2, "a defect"),
    ])
    func faultsCrossByName(cpu: UInt32, name: String) async throws {
        let options = MeasureOptions(cores: .cpus([cpu]), durationMs: 20, warmUpLimitMs: 20)
        do {
            _ = try await Meter().measure(options)
            Issue.record("nothing went wrong")
        } catch let error as TrueGhzError {
            #expect(Self.name(error) == name)
            #expect(!error.localizedDescription.isEmpty)
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
