export type Delimiter = ',' | ';' | '\t'

const CANDIDATES: readonly Delimiter[] = [',', ';', '\t']
const RECORDS_LOOKED_AT = 20

/** How often each candidate stands in each of the first records, outside quotes. */
function countsOf(text: string): Map<Delimiter, number>[] {
  const records: Map<Delimiter, number>[] = []
  let counts = new Map<Delimiter, number>()
  let isQuoted = false
  for (const sign of text) {
    if (sign === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (sign === '\n' || sign === '\r') {
      if (counts.size > 0) records.push(counts)
      if (records.length >= RECORDS_LOOKED_AT) return records
      counts = new Map()
    } else if (sign === ',' || sign === ';' || sign === '\t') counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  if (counts.size > 0) records.push(counts)
  return records
}

/** What parts the cells: the candidate that stands equally often in most records, then the one that stands most often. */
export function guessDelimiter(text: string): Delimiter {
  const records = countsOf(text)
  const [first] = records
  let best: Delimiter = ','
  let bestScore = 0
  for (const candidate of CANDIDATES) {
    const inFirst = first?.get(candidate) ?? 0
    if (inFirst === 0) continue
    const alike = records.filter((counts) => counts.get(candidate) === inFirst).length
    const score = alike * 1_000 + Math.min(inFirst, 999)
    if (score > bestScore) [best, bestScore] = [candidate, score]
  }
  return best
}
