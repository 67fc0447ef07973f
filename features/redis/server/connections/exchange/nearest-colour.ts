import { MARK_COLOURS } from '../../../contract/index.ts'
import type { ConnectionConfig } from '../../../contract/index.ts'

type Colour = ConnectionConfig['colour']

const HUES: Readonly<Record<Exclude<Colour, ''>, readonly [number, number, number]>> = {
  red: [255, 77, 79],
  orange: [255, 146, 60],
  gold: [250, 219, 20],
  green: [82, 196, 26],
  cyan: [19, 194, 194],
  blue: [22, 119, 255],
  purple: [114, 46, 209],
  magenta: [235, 47, 150],
}

/** The mark nearest to a colour written `#rrggbb` or `#rgb`; none for anything else. */
export function nearestColour(text: string): Colour {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1]
  if (digits === undefined) return ''
  const size = digits.length / 3
  const given = [0, 1, 2].map((at) => {
    const part = digits.slice(at * size, (at + 1) * size)
    return Number.parseInt(size === 1 ? part + part : part, 16)
  })
  const distance = (colour: Exclude<Colour, ''>) =>
    HUES[colour].reduce((sum, value, at) => sum + (value - given[at]!) ** 2, 0)
  const marks = MARK_COLOURS.filter((colour) => colour !== '')
  return marks.reduce((best, colour) => (distance(colour) < distance(best) ? colour : best))
}
