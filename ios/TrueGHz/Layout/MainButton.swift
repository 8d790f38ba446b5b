import SwiftUI
import TrueGHzModels

/// The main action of a screen: the button at its lower edge.
struct MainButton: View {
    let text: Phrase
    var role: ButtonRole?
    let action: @MainActor () -> Void

    var body: some View {
        Button(role: role, action: action) {
            PhraseText(text)
                .font(.headline)
                .frame(maxWidth: .infinity)
        }
        .buttonStyle(.borderedProminent)
        .controlSize(.large)
    }
}

extension MainButton {
    init(word: Word, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
        self.init(text: .word(word), role: role, action: action)
    }
}
