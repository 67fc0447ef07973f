import type { Level } from '@qd/contract-kit'
import type { Selection } from './selection.ts'

/** The part of the selection each level of work needs besides those above it (S5.01). */
const NEEDED = [
  { level: 1, part: 'operator', isChosen: (place: Selection) => place.partnerCode !== '' },
  { level: 2, part: 'line', isChosen: (place: Selection) => place.lineId !== '' },
  { level: 3, part: 'server', isChosen: (place: Selection) => place.sId !== 0 },
] as const

export type MissingLevel = (typeof NEEDED)[number]['part']

/** The first level the selection lacks for work that needs `level` (S5.01); null: nothing. */
export function missingLevel(level: Level, place: Selection): MissingLevel | null {
  const lacking = NEEDED.find((needed) => needed.level <= level && !needed.isChosen(place))
  return lacking?.part ?? null
}

/** What a refused call lacked of the selection, by the code of its error; null: something else was wrong. */
export function missingSaidBy(errorCode: string): MissingLevel | null {
  return NEEDED.find(({ part }) => errorCode === `${part}_required`)?.part ?? null
}
