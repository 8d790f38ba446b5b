import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// The screens that measure, together.
@MainActor @Suite(.timeLimit(.minutes(1))) struct SessionsTests {
    @Test func theScreenStaysOnDuringEachSession() async {
        let meter = TestMeter.ending(after: [])
        let measure = MeasureModel(meter: meter)
        let allCores = AllCoresModel(meter: meter)
        let sustained = SustainedModel(meter: meter)
        let instructions = InstructionsModel(meter: meter)
        let sessions = Sessions([measure, allCores, sustained, instructions])
        sessions.moved(toFront: true)
        let screens: [(model: any SessionModel, start: () -> Void, ended: () async -> Void)] = [
            (measure, measure.start, measure.ended), (allCores, allCores.start, allCores.ended),
            (sustained, sustained.start, sustained.ended),
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
            await screen.ended()
        }
        #expect(!sessions.areUnderWay)
    }

    @Test func allButOneAreStopped() {
        let models = [TestSession(), TestSession(), TestSession()]
        Sessions(models).stop(besides: models[1])
        #expect(models.map(\.stops) == [1, 0, 1])
    }
}

/// A session that counts its stops.
@MainActor private final class TestSession: SessionModel {
    let isUnderWay = true
    private(set) var stops = 0

    func stop() { stops += 1 }
    func moved(toFront: Bool) {}
}
