/** One term of what was typed, with its place in the text. */
export interface Term {
  from: number
  to: number
  text: string
  isNot: boolean
  /** Empty for a bare word. */
  key: string
  /** Of `a.b=value`: the path. */
  path: string
  value: string
}

const KEYED = /^([a-z]+):(.*)$/s
const FIELD = /^([A-Za-z_][\w.[\]]*)=(.*)$/s

/** Where a term ends: at a space outside quotes. */
function endOf(text: string, from: number): number {
  let isQuoted = false
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (!isQuoted && /\s/.test(text[at] ?? '')) return at
  }
  return text.length
}

function termOf(text: string, from: number, to: number): Term {
  const whole = text.slice(from, to)
  const isNot = whole.length > 1 && whole.startsWith('-')
  const rest = (isNot ? whole.slice(1) : whole).replaceAll('"', '')
  const place = { from, to, text: whole, isNot }
  const keyed = whole.includes('"') && !/^-?[a-z]+:/.test(whole) ? null : KEYED.exec(rest)
  if (keyed !== null) return { ...place, key: keyed[1] ?? '', path: '', value: keyed[2] ?? '' }
  const field = /^-?"/.test(whole) ? null : FIELD.exec(rest)
  if (field !== null) return { ...place, key: 'field', path: field[1] ?? '', value: field[2] ?? '' }
  return { ...place, key: '', path: '', value: rest }
}

/** The terms of a filter; quotes keep spaces together. */
export function termsOf(text: string): Term[] {
  const terms: Term[] = []
  for (let at = 0; at < text.length; at += 1) {
    if (/\s/.test(text[at] ?? '')) continue
    const to = endOf(text, at)
    terms.push(termOf(text, at, to))
    at = to
  }
  return terms
}
