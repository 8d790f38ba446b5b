// SwiftUI makes a line smaller until it fits, down to a least part of its size.
for (const line of document.querySelectorAll("[data-least]")) {
    const least = Number(line.dataset.least);
    const room = line.closest(".surroundings").clientWidth - 32;
    for (let part = 1; part > least && line.getBoundingClientRect().width > room; part -= 0.02) {
        line.style.zoom = part;
    }
}
