import { MAX_ENTRIES } from './gift-entry.ts'
import type { GiftEntry, GiftFault, GiftPart, GiftRules, PlacedGiftFault } from './gift-entry.ts'
import { checkEntries } from './check-entries.ts'

export type ParsedGift = { ok: true; entries: GiftEntry[] } | { ok: false; faults: PlacedGiftFault[] }

type Span = { at: number; end: number }
/** An entry as written, with the places of its parts. */
interface Written {
  entry: GiftEntry
  parts: Record<GiftPart, Span>
  shape: 'empty' | 'no_quantity' | 'extra_part' | null
}

/** A span of the text without the blanks around it; where nothing else is left it is empty. */
function trimmed(text: string, { at, end }: Span): Span {
  const inside = text.slice(at, end)
  const start = at + (inside.length - inside.trimStart().length)
  return inside.trim() === '' ? { at, end } : { at: start, end: at + inside.trimEnd().length }
}

/** Cuts at each place of `mark`; the full-width forms of a Chinese keyboard count as well. */
function cut(text: string, mark: RegExp, { at, end }: Span): Span[] {
  const spans: Span[] = []
  let from = at
  for (const { index } of text.slice(at, end).matchAll(mark)) {
    spans.push({ at: from, end: at + index })
    from = at + index + 1
  }
  return [...spans, { at: from, end }]
}

function readEntry(text: string, span: Span): Written {
  const whole = trimmed(text, span)
  const textOf = ({ at, end }: Span) => text.slice(at, end).trim()
  const pieces = cut(text, /[,，]/gu, whole).map((piece) => trimmed(text, piece))
  const number = pieces[0] ?? whole
  const quantity = pieces[1] ?? { at: whole.end, end: whole.end }
  const shape =
    textOf(whole) === ''
      ? ('empty' as const)
      : pieces.length > 2
        ? ('extra_part' as const)
        : pieces.length < 2
          ? ('no_quantity' as const)
          : null
  return {
    entry: { number: textOf(number), quantity: textOf(quantity) },
    parts: { entry: whole, number, quantity },
    shape,
  }
}

function shapeFault({ shape, parts }: Written, entry: number): PlacedGiftFault | null {
  if (shape === null) return null
  const part = shape === 'no_quantity' ? 'quantity' : 'entry'
  return { entry, part, rule: shape, ...parts[part] }
}

/**
 * Reads `propId,num|propId,num` (S3.07). Blanks around numbers and full-width commas and bars are taken as what they
 * stand for, doubles are summed, and empty text is the gift of nothing. All faults are named, in the order of the text.
 */
export function parseGift(text: string, rules: GiftRules = {}): ParsedGift {
  if (text.trim() === '') return { ok: true, entries: [] }
  // One more than may be there, so that the check below says so and a megabyte of bars costs nothing.
  const spans = cut(text, /[|｜]/gu, { at: 0, end: text.length }).slice(0, MAX_ENTRIES + 1)
  const written = spans.map((span) => readEntry(text, span))
  const misshapen = written.flatMap((each, entry) => shapeFault(each, entry) ?? [])
  const broken = new Set(misshapen.map(({ entry }) => entry))
  const checked = checkEntries(
    written.map(({ entry }) => entry),
    rules,
  )
  const placed = (fault: GiftFault): PlacedGiftFault[] => {
    const span = written[fault.entry]?.parts[fault.part]
    return span === undefined || broken.has(fault.entry) ? [] : [{ ...fault, ...span }]
  }
  if (checked.ok && misshapen.length === 0) return checked
  const faults = [...misshapen, ...(checked.ok ? [] : checked.faults.flatMap(placed))]
  return { ok: false, faults: faults.sort((left, right) => left.at - right.at) }
}
