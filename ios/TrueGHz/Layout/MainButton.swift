import SwiftUI
import TrueGHzModels

/// The main action of a screen: the button at its lower edge.
struct MainButton: View {
    let word: Word
    var role: ButtonRole?
    let action: @MainActor () -> Void

    var body: some View {
        Button(role: role, action: action) {
            PhraseText(word)
                .font(.headline)
                .frame(maxWidth: .infinity)
        }
        .buttonStyle(.borderedProminent)
        .controlSize(.large)
    }
}
