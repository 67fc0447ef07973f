/** Lines of a data file of Unicode without their comments, each cut at its semicolons. */
function rowsOf(text: string): string[][] {
  return text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '' && line !== '\uFEFF')
    .map((line) => line.split(';').map((part) => part.trim()))
}

const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0')
const numbersOf = (codes: string) => codes.split(/\s+/).map((code) => Number.parseInt(code, 16))
const codesOf = (text: string) => [...text].map((each) => hex(each.codePointAt(0)!)).join(' ')

/** As `15.0`, from the header of a data file. */
function versionOf(text: string): string {
  const found = /^# Version: (\d+\.\d+)/m.exec(text)
  if (found === null) throw new Error('the file does not say its version: is it one of UTS #39?')
  return found[1]!
}

/** JSON as the tables are written; `JSON.stringify` would put keys like 2077 before all others. */
function jsonOf(version: string, name: string, [open, close]: string, lines: readonly string[]): string {
  return `{\n  "unicode": "${version}",\n  "${name}": ${open}\n${lines.map((line) => `    ${line}`).join(',\n')}\n  ${close}\n}\n`
}

/** `confusables.txt` by what is looked like; both sides are ordered by code point. */
export function confusablesTable(text: string): string {
  const looks = new Map<string, number[]>()
  const pairs = rowsOf(text).map(([from = '', to = '']) => [numbersOf(from), numbersOf(to)] as const)
  for (const [from, to] of pairs.toSorted(([left], [right]) => left[0]! - right[0]!)) {
    const source = String.fromCodePoint(...from)
    // Skeletons are made of decomposed text: what decomposes is never looked up.
    if (from.length !== 1 || source.normalize('NFD') !== source) continue
    const prototype = codesOf(String.fromCodePoint(...to).normalize('NFD'))
    looks.set(prototype, [...(looks.get(prototype) ?? []), from[0]!])
  }
  const lines = [...looks].map(([to, from]) => `"${to}": "${from.map(hex).join(' ')}"`)
  return jsonOf(versionOf(text), 'lookLikes', '{}', lines)
}

/** The characters of `IdentifierStatus.txt` that are `Allowed`, as ranges that touch nowhere. */
export function recommendedTable(text: string): string {
  const ranges: [number, number][] = []
  const allowed = rowsOf(text).filter(([, status]) => status === 'Allowed')
  const given = allowed.map(([codes = '']) => codes.split('..').map((code) => Number.parseInt(code, 16)))
  for (const [from = 0, to = from] of given.toSorted(([left = 0], [right = 0]) => left - right)) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] + 1 === from) last[1] = to
    else ranges.push([from, to])
  }
  const lines = ranges.map(([from, to]) => `"${from === to ? hex(from) : `${hex(from)}-${hex(to)}`}"`)
  return jsonOf(versionOf(text), 'ranges', '[]', lines)
}
