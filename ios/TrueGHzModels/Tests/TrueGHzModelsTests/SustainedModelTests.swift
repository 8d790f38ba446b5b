import Observation
import Testing
import TrueGHzKit

@testable import TrueGHzModels

/// Sustained loads of the real core on this machine, short ones, driven by the model.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2))) struct SustainedModelTests {
    /// A model whose app is in front, and whose loads take `ms` milliseconds.
    static func model(ms: UInt32, isBusy: Bool = false) -> SustainedModel {
        let model = SustainedModel(
            isBusyElsewhere: { isBusy }, power: { .battery },
            job: { .sustained(lengthMs: ms, load: $1) })
        model.moved(toFront: true)
        return model
    }

    @Test func aChoiceIsWhatIsDone() {
        let asked = Asked()
        let model = SustainedModel(job: { length, load in
            asked.jobs.append("\(length.ms) \(load)")
            return .sustained(lengthMs: 1, load: load)
        })
        model.moved(toFront: true)
        (model.length, model.load) = (.twenty, .all)
        model.start()
        #expect(asked.jobs == ["1200000 all"])
    }

    @Test func fromStartToResult() async throws {
        let model = Self.model(ms: 1500)
        #expect(model.documents.isEmpty)
        model.start()
        #expect(model.state.isUnderWay)
        // A second press changes nothing.
        model.start()
        await model.ended()
        #expect(model.state.phase == .done)
        let report = try #require(model.state.report)
        #expect(try report.summary.end == .complete && model.documents.count == 3)
        #expect(model.screen.plot.curve != nil && model.announcement == model.screen.spoken)
    }

    @Test func stoppingKeepsWhatIsKnown() async throws {
        let model = Self.model(ms: 3_600_000)
        model.start()
        while model.state.now == nil && model.state.isUnderWay { await Task.yield() }
        model.stop()
        #expect(model.state.isEnding)
        await model.ended()
        #expect(model.state.phase == .done && !model.state.isEnding)
        #expect(model.screen.notes.contains { $0.text == .word(.sustainedEndedEarly) })
        #expect(model.state.report?.records.isEmpty == false)
    }

    @Test func aShortTripToTheBackgroundIsOutlasted() async throws {
        let model = Self.model(ms: 3_600_000)
        model.start()
        while model.state.now == nil && model.state.isUnderWay { await Task.yield() }
        model.moved(toFront: false)
        #expect(model.state.isUnderWay && !model.state.isEnding)
        let before = try #require(model.state.now)
        while model.state.now == before && model.state.isUnderWay { await Task.yield() }
        model.moved(toFront: true)
        #expect(model.state.isUnderWay)
        model.stop()
        await model.ended()
        #expect(model.screen.notes.contains { $0.id == "sustained_missing_text" })
    }

    @Test func criticalHeatEndsIt() async throws {
        let meter = Meter()
        let model = SustainedModel(meter: meter, job: { .sustained(lengthMs: 3_600_000, load: $1) })
        model.moved(toFront: true)
        model.start()
        meter.tell(.thermal(.critical))
        await model.ended()
        #expect(try model.state.report?.summary.end == .critical)
        let told: Set<Phrase> = [.word(.sustainedTooHot), .word(.sustainedEndedCritical)]
        #expect(model.screen.notes.first.map { told.contains($0.text) } == true)
    }

    @Test func itDoesNotStartBesideAnotherNorInTheBackground() async throws {
        let busy = Self.model(ms: 100, isBusy: true)
        busy.start()
        #expect(busy.state.phase == .failed && busy.announcement == .word(.stateOtherRunning))
        #expect(busy.screen.notes.map(\.text) == [.word(.stateOtherRunning)])
        let behind = SustainedModel()
        behind.start()
        #expect(behind.state.phase == .idle)
    }

    @Test func anErrorIsSaid() async throws {
        let model = SustainedModel(meter: TestMeter.failing(TrueGhzError.NoCore(message: "gone")))
        model.moved(toFront: true)
        model.start()
        await model.ended()
        #expect(model.state.phase == .failed && model.announcement == .word(.errorNoCore))
        let cut = SustainedModel(meter: TestMeter.ending(after: []))
        cut.moved(toFront: true)
        cut.start()
        await cut.ended()
        #expect(cut.announcement == .word(.errorDefect))
    }

    @Test func becomingHotterIsAnnounced() async throws {
        let events = try Load.falling(4).events
        // One after the other, as in a load: the listener has time to hear each.
        let meter = TestMeter {
            AsyncThrowingStream { continuation in
                Task {
                    for event in events {
                        continuation.yield(.progress(event))
                        try await Task.sleep(for: .milliseconds(20))
                    }
                    continuation.finish()
                }
            }
        }
        let model = SustainedModel(meter: meter)
        model.moved(toFront: true)
        let listener = SustainedListener(model)
        listener.listen()
        model.start()
        await model.ended()
        while listener.heard.last != .word(.errorDefect) { await Task.yield() }
        #expect(listener.heard.contains(.word(.thermalLine, ThermalStatus.severe.phrase)))
        #expect(
            [ThermalStatus.nominal, .light, .moderate, .severe, .critical, .emergency, .shutdown].map(\.step)
                == Array(0...6))
    }
}

/// The requested jobs.
@MainActor private final class Asked {
    var jobs: [String] = []
}

/// Hears a model's announcements.
@MainActor private final class SustainedListener {
    private(set) var heard: [Phrase] = []
    private let model: SustainedModel

    init(_ model: SustainedModel) {
        self.model = model
    }

    func listen() {
        withObservationTracking {
            if let phrase = model.announcement { heard.append(phrase) }
        } onChange: {
            Task { @MainActor in self.listen() }
        }
    }
}
