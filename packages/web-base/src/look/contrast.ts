export type Rgb = readonly [number, number, number]

export function rgbOf(hex: string): Rgb {
  const digits = Number.parseInt(hex.slice(1), 16)
  return [(digits >> 16) & 255, (digits >> 8) & 255, digits & 255]
}

export function hexOf(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase()
}

/** `from` with a share (0 to 1) of `to` mixed in. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [rgbOf(from), rgbOf(to)]
  const at = (index: 0 | 1 | 2) => a[index] + (b[index] - a[index]) * share
  return hexOf([at(0), at(1), at(2)])
}

function linear(part: number): number {
  const share = part / 255
  return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex)
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/** Contrast ratio by WCAG 2.2, 1 to 21. */
export function contrast(left: string, right: string): number {
  const [a, b] = [luminance(left), luminance(right)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Moves a colour towards `to` until it stands out from all the grounds by `ratio`. */
export function readableOn(colour: string, grounds: readonly string[], to: string, ratio: number): string {
  for (let step = 0; step <= 50; step += 1) {
    const candidate = mix(colour, to, step / 50)
    if (grounds.every((ground) => contrast(candidate, ground) >= ratio)) return candidate
  }
  return to
}
