/** Types that take rows from a text, a line each. */
export type BulkType = 'hash' | 'list' | 'set' | 'zset' | 'stream'

export interface BulkRow {
  /** The field, the member or the entry itself. */
  readonly name: string
  /** The value or the score; empty for lists and sets. */
  readonly value: string
}

export interface DroppedLine {
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly reason: 'noTab' | 'noNumber' | 'repeated'
}

const SCORE = /^[+-]?(?:inf(?:inity)?|(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/i

/** Whether Redis takes it as a score. */
export function isScore(text: string): boolean {
  return SCORE.test(text)
}

interface Split {
  row: BulkRow | null
  reason: DroppedLine['reason'] | null
}

function splitLine(type: BulkType, text: string): Split {
  if (type === 'list' || type === 'set') return { row: { name: text, value: '' }, reason: null }
  // A member may have tabs in it, a score has none.
  const at = type === 'zset' ? text.lastIndexOf('\t') : text.indexOf('\t')
  if (at < 0) return { row: null, reason: 'noTab' }
  const name = text.slice(0, at)
  const value = text.slice(at + 1)
  if (type !== 'zset') return { row: { name, value }, reason: null }
  const score = value.trim()
  return isScore(score) ? { row: { name, value: score }, reason: null } : { row: null, reason: 'noNumber' }
}

/**
 * Rows of a pasted text: one a line, name and value with a tab between; empty lines are none. What cannot be a row is
 * dropped and told with its line, among them scores that are no number (S5.09) and what stands there twice.
 */
export function bulkRows(type: BulkType, text: string): { rows: BulkRow[]; dropped: DroppedLine[] } {
  const rows: BulkRow[] = []
  const dropped: DroppedLine[] = []
  const names = new Set<string>()
  const mayRepeat = type === 'list' || type === 'stream'
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line === '') continue
    const { row, reason } = splitLine(type, line)
    if (row === null) dropped.push({ line: index + 1, text: line, reason: reason ?? 'noTab' })
    else if (!mayRepeat && names.has(row.name))
      dropped.push({ line: index + 1, text: line, reason: 'repeated' })
    else {
      names.add(row.name)
      rows.push(row)
    }
  }
  return { rows, dropped }
}
