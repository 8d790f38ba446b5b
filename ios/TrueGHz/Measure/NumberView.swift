import SwiftUI
import TrueGHzKit
import TrueGHzModels

/// The big number: significant digits in full strength, the guard digit weaker, all of one width.
struct NumberView: View {
    let hero: Hero
    /// Frame shown in its place while the curves replay.
    var moment: ReplayMoment?
    /// Whether the digits can still change.
    let isSettling: Bool

    @Environment(\.language) private var language
    @ScaledMetric(relativeTo: .largeTitle) private var size = 60.0

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            if let core = moment?.core ?? hero.core {
                PhraseText(core)
                    .font(.subheadline)
            }
            if hero.atLeast != nil { quiet(.word(.numberAtLeast)) }
            number
                .lineLimit(1)
                .minimumScaleFactor(0.4)
            below
                .opacity(moment == nil ? 1 : 0)
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text(verbatim: language(hero.spoken)))
        .accessibilityValue(Text(verbatim: besides))
        .accessibilityAddTraits(isSettling ? .updatesFrequently : [])
    }

    /// The other results, below the number. They keep their space while a replay is shown.
    private var below: some View {
        VStack(alignment: .leading, spacing: 4) {
            if let line = hero.line { verdict(line) }
            if let reach = hero.reach { quiet(reach) }
            if let yardstick = hero.yardstick { quiet(yardstick) }
            if let advice = hero.advice { quiet(advice) }
            if let kinds = hero.kinds { quiet(kinds) }
            if let thermal = hero.thermal { quiet(thermal) }
        }
    }

    /// The text that VoiceOver reads after the number.
    private var besides: String {
        language.sentences(
            [hero.core, hero.reach, hero.yardstick, hero.advice, hero.kinds, hero.thermal].compactMap { $0 })
    }

    private func quiet(_ phrase: Phrase) -> some View {
        PhraseText(phrase)
            .font(.subheadline)
            .foregroundStyle(.secondary)
    }

    private var number: Text {
        let digits = Font.system(size: size, weight: .semibold).monospacedDigit()
        if let moment {
            let text = NumberText(moment.number, in: language)
            return Text(verbatim: text.carried).font(digits).foregroundStyle(.secondary)
                + Text(verbatim: "\u{a0}\(text.unit)").font(.title2)
        }
        let bound =
            hero.between.map { NumberText($0, in: language) }
            ?? hero.atLeast.map { NumberText($0, in: language) }
        guard let text = bound ?? hero.display.map({ NumberText($0, in: language) }) else {
            return Text(verbatim: language(.numberNone)).font(digits).foregroundStyle(.secondary)
        }
        return Text(verbatim: text.carried).font(digits)
            + Text(verbatim: text.guarded).font(digits).foregroundStyle(.secondary)
            + Text(verbatim: "\u{a0}\(text.unit)").font(.title2)
    }

    @ViewBuilder private func verdict(_ line: Phrase) -> some View {
        if let verdict = hero.verdict {
            Label {
                PhraseText(line)
            } icon: {
                Image(systemName: verdict.sign)
                    .foregroundStyle(verdict.color)
            }
            .font(.headline.monospacedDigit())
        } else {
            PhraseText(line)
                .font(.headline.monospacedDigit())
        }
    }
}
