import TrueGHzKit

/// The names of cores.
struct CoreNames {
    /// The machine; absent until the system has described it.
    let machine: Machine?

    /// The kind of core with its numbers, or its rank with its design if the system has no numbers.
    ///
    /// - Parameters:
    ///   - kind: Core's words for the kind, in English.
    ///   - cpus: All cores of the kind; none if the kind is not known.
    func title(kind: String, cpus: [UInt32]) -> Phrase {
        guard !cpus.isEmpty else { return .word(.coreUnknown) }
        let core = machine?.cores.first { cpus.contains($0.cpu) }
        if let core, let rank = core.rank {
            guard case .known(let design, _) = core.kind.name else { return rank }
            return .word(.coreTitle, .text(design), rank)
        }
        let name: Phrase = kind.isEmpty ? .word(.coreUnknown) : .text(kind)
        return numbers(of: cpus).map { .word(.coreTitle, name, $0) } ?? name
    }

    private func numbers(of cpus: [UInt32]) -> Phrase? {
        // Elsewhere a core's number is a place in a list, which has no meaning to users.
        guard let machine, machine.hasOsCpuIds, let first = cpus.first else { return nil }
        if cpus.count == 1 { return .word(.coreOne, .text("\(first)")) }
        return .word(.coreRange, .text(Self.runs(of: cpus)))
    }

    /// `0–3, 6` for 0, 1, 2, 3 and 6.
    static func runs(of cpus: [UInt32]) -> String {
        var runs: [ClosedRange<UInt32>] = []
        for cpu in cpus.sorted() {
            if let last = runs.last, last.upperBound + 1 == cpu {
                runs[runs.count - 1] = last.lowerBound...cpu
            } else {
                runs.append(cpu...cpu)
            }
        }
        return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)–\($0.upperBound)" }
            .joined(separator: ", ")
    }
}

extension CoreDescription {
    /// Performance or efficiency, if the system states it.
    fileprivate var rank: Phrase? {
        switch kind.class {
        case .known(.performance, _): .word(.corePerformance)
        case .known(.efficiency, _): .word(.coreEfficiency)
        default: nil
        }
    }
}

extension Machine {
    /// The line above the number: chip and device. An unknown chip gets the device's own name for
    /// it.
    var line: Phrase? {
        guard let names = try? names else { return nil }
        switch (names.chip, names.device) {
        case (let chip?, let device?): return .word(.machineLine, .text(chip), .text(device))
        case (let chip?, nil): return .text(chip)
        case (nil, let device?): return .word(.chipUnknownNamed, .text(device))
        case (nil, nil): return .word(.chipUnknown)
        }
    }
}
