# A preview is a macro's, which only Xcode has (developer.apple.com/documentation/swiftui/preview(_:traits:_:body:), iOS 17): the
# content of each becomes a function of its own. With `list` set, a list of all follows, for tests/ios/screens.
/^#Preview\("[^"]+"\) \{$/ {
    name = $0
    gsub(/^#Preview\("|"\) \{$/, "", name)
    names = names sprintf("    Preview(name: \"%s\") { preview%d() },\n", name, NR)
    printf "@MainActor @ViewBuilder private func preview%d() -> some View {\n", NR
    next
}
list && /^#endif/ { printf "@MainActor let previews: [Preview] = [\n%s]\n", names }
{ print }
