import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The screens that measure, together.
@MainActor @Suite(.timeLimit(.minutes(1))) struct SessionsTests {
    @Test func theScreenStaysOnDuringEachSession() async throws {
        let meter = TestMeter.ending(after: [])
        let measure = MeasureModel(meter: meter)
        let allCores = AllCoresModel(meter: meter)
        let load = LoadModelTests.model()
        let instructions = InstructionsModel(meter: meter)
        let sessions = Sessions([measure, allCores, load, instructions])
        sessions.moved(toFront: true)
        let screens: [(model: any SessionModel, start: () -> Void, ended: () async throws -> Void)] = [
            (measure, measure.start, measure.ended), (allCores, allCores.start, allCores.ended),
            (load, load.start, { try await LoadModelTests.stopped(load) }),
            (instructions, instructions.start, instructions.ended),
        ]
        for screen in screens {
            #expect(!sessions.areUnderWay)
            screen.start()
            #expect(sessions.areUnderWay && screen.model.isUnderWay)
            #expect(!sessions.areUnderWay(besides: screen.model))
            for other in screens where other.model !== screen.model {
                #expect(sessions.areUnderWay(besides: other.model))
            }
            try await screen.ended()
        }
        #expect(!sessions.areUnderWay)
    }
}
