import Testing

@testable import TrueGHzKit

/// The displayed values of a sustained load cross the boundary unchanged.
@Suite(.serialized, .timeLimit(.minutes(2))) struct SustainedTests {
    @Test func aLoadHasACurveAndASummary() async throws {
        let report = try await Meter().sustained(lengthMs: 1000)
        let curve = try report.curve
        #expect(curve.time.low == 0 && curve.time.high == report.records.last?.atMs)
        #expect(try report.summary.end == .complete && curve.missing.isEmpty)
        let track = SustainedTimeline(run: report.run)
        var now: SustainedProgress?
        for record in report.records { now = try track.add(record: record) }
        #expect(now?.part == 1 && now?.timeUnit == .seconds)
        #expect(try track.curve().points.count == curve.points.count)
        let lines = try report.run.line + report.records.map { try $0.line }.joined()
        #expect(try SustainedReport(lines: lines).records.count == report.records.count)
        // Ended in the middle of the last line.
        let cut = try SustainedReport(lines: String(lines.dropLast(2)))
        #expect(cut.records.count == report.records.count - 1)
    }

    @Test func theBackgroundEndsNoLoadAtOnceAndIsLeftOut() async throws {
        let meter = Meter()
        var (records, away) = (0, 0)
        for try await event in meter.events(of: .sustained(lengthMs: 3_600_000, load: .one)) {
            switch event {
            case .progress(.sustainedBegun):
                meter.tell(.inBackground(true))
            case .progress(.sustainedRecorded(let record)):
                records += 1
                // On a busy machine a record may end before the core gets the report.
                if record.conditions.inBackground == true { away += 1 }
                if away == 2 { meter.stop() }
            case .progress:
                break
            case .ended(let session):
                guard case .sustainedMeasured(let report) = session.outcome else { continue }
                let summary = try report.summary
                #expect(summary.missingS != nil && (summary.numbers == nil || away < records))
            }
        }
        #expect(away >= 2)
    }

    @Test(arguments: ["", "{}", "no JSON"]) func whatIsNoLoadIsRefusedByName(lines: String) {
        do {
            _ = try SustainedReport(lines: lines)
            Issue.record("it was taken for a load")
        } catch TrueGhzError.NotARecording {
            // As it should be.
        } catch {
            Issue.record("\(error)")
        }
    }
}
