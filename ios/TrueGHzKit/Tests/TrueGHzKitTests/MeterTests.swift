import Testing
import TrueGHzKit

/// Real sessions on this machine. None is timed; one that does not end in its minutes has failed.
@Suite(.serialized, .timeLimit(.minutes(2))) struct MeterTests {
    /// Short, on whatever core this is: what is tested is the way through the boundary.
    static let short = MeasureOptions(cores: .current, durationMs: 100, warmUpLimitMs: 100)
    /// Longer than any test may take: it ends by being cancelled.
    static let endless = MeasureOptions(cores: .current, durationMs: 3_600_000, warmUpLimitMs: 10)

    @Test func measuresThisMachine() async throws {
        let report = try await Meter().measure(Self.short)
        let reading = try #require(report.cores.first)
        #expect(report.cores.count == 1)
        #expect(report.version == version())
        #expect(reading.windows.total > 0)
        #expect((reading.frequencyHz == nil) == (reading.verdict == .refused))
        #expect((reading.frequencyHz == nil) == (reading.reason != nil))
        if let frequencyHz = reading.frequencyHz?.value {
            // The clocks that cores have had since there were cores with such chains.
            #expect((1e8...1e10).contains(frequencyHz))
        }
    }

    @Test func tellsWhatHappensInOrder() async throws {
        var names: [String] = []
        var ended: EndedSession?
        for try await event in Meter().events(of: .measure(options: Self.short)) {
            #expect(ended == nil, "the end is the last event")
            switch event {
            case .progress(let progress): names.append(Self.name(progress))
            case .ended(let session): ended = session
            }
        }
        #expect(names.first == "started")
        #expect(names.dropFirst().first == "coreStarted")
        #expect(names.last == "coreFinished")
        let report = try #require(ended?.report)
        #expect(ended?.clocks == nil)
        let windows = try #require(ended?.windowsJSON())
        #expect(try MeasurementReport(replaying: windows) == report)
    }

    @Test func looksAtTheClocks() async throws {
        let table = try await Meter().clocks()
        #expect(!table.rows.isEmpty)
        let primary = table.rows.contains { row in
            guard case .clock(let clock) = row else { return false }
            return clock.id == table.primary
        }
        #expect(primary)
    }

    @Test func measuresInstructions() async throws {
        let addition = try #require(instructions().first { $0.name.hasPrefix("add ") })
        let table = try await Meter().instructions([addition.name])
        #expect(table.rows.count >= 2)
        #expect(table.rows.allSatisfy { $0.form == addition.name })
        // On a machine that gives no moment of peace a row says why it has no number.
        #expect(table.rows.allSatisfy { ($0.cycles == nil) == ($0.missing != nil) })
        #expect(try table.json.contains(addition.name))
        #expect(try table.csv.contains(addition.name))
    }

    @Test func tellsOfTheClocksOnTheWay() async throws {
        var seen: [UInt64] = []
        for try await event in Meter().events(of: .clocks) {
            if case .progress(.progressed(let done, _)) = event { seen.append(done) }
            if case .ended(let session) = event {
                #expect(session.clocks != nil)
                #expect(session.windowsJSON() == nil)
            }
        }
        #expect(!seen.isEmpty && seen == seen.sorted())
    }

    @Test func tellsASustainedLoadAsItGoesOn() async throws {
        var records: [SustainedRecord] = []
        var ended: EndedSession?
        for try await event in Meter().events(of: .sustained(lengthMs: 300, load: .one)) {
            if case .progress(.sustainedRecorded(let record)) = event { records.append(record) }
            if case .ended(let session) = event { ended = session }
        }
        guard case .sustainedMeasured(let report) = try #require(ended).outcome else {
            Issue.record("another outcome")
            return
        }
        #expect(!records.isEmpty && records == report.records)
        await #expect(throws: TrueGhzError.self) {
            try await Meter().sustained(lengthMs: 300, cpu: UInt32.max)
        }
    }

    @Test func knowsTheMachine() async throws {
        let machine = try await Meter().machine()
        #expect(!machine.cores.isEmpty)
        #expect(try machine.architecture == TrueGHzKit.machine().architecture)
    }

    private static func name(_ event: SessionEvent) -> String {
        switch event {
        case .started: "started"
        case .coreStarted: "coreStarted"
        case .warmUp: "warmUp"
        case .warmedUp: "warmedUp"
        case .running: "running"
        case .coreFinished: "coreFinished"
        case .progressed: "progressed"
        case .sustainedBegun: "sustainedBegun"
        case .sustainedRecorded: "sustainedRecorded"
        }
    }
}
