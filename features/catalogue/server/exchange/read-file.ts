import { AppError } from '@qd/contract-kit'
import type { TextRef } from '@qd/contract-kit'
import { CsvReader } from '@qd/csv'
import type { CsvFault } from '@qd/csv'
import { parseJson, readJsonText } from '@qd/server-kit'
import type { SentText } from '@qd/server-kit'
import { EXCHANGE_LIMITS, catalogueErrors } from '../../contract/index.ts'
import type { EntryKind, FileEntry } from './file-entries.ts'

/** Columns of the servers' CSV file; the key is read and never written. */
export const CSV_COLUMNS = [
  'game',
  'partnerCode',
  'lineId',
  'sId',
  'serviceName',
  'openedAt',
  'apiUrl',
  'serverId',
  'keyId',
  'ws',
  'codec',
  'adapter',
  'allowPlain',
  'allowPrivate',
  'allowLoopback',
  'enabled',
  'labels',
  'openAddresses',
] as const
/** Between the texts of a cell that holds several. */
export const LIST_SEPARATOR = '; '
const REQUIRED_COLUMNS = ['game', 'partnerCode', 'lineId', 'sId']
/** A layout in a cell has some forty values. */
const CELL = { values: 1_000 }
const CSV_RULES = {
  required: REQUIRED_COLUMNS,
  optional: [...CSV_COLUMNS, 'hashKey'],
  maxRows: EXCHANGE_LIMITS.rows,
}

function unreadable(reason: TextRef): AppError {
  return new AppError(catalogueErrors.catalogue_file_unreadable, { field: 'text', params: { reason } })
}

function tooLong(): AppError {
  return new AppError(catalogueErrors.catalogue_file_too_long, {
    field: 'text',
    params: { limit: EXCHANGE_LIMITS.rows },
  })
}

function refusal({ code, line = 1, column = '' }: CsvFault): AppError {
  const named = { column: column.slice(0, 60) }
  switch (code) {
    case 'too_many_rows':
      return tooLong()
    case 'empty':
      return unreadable({ text: 'file.empty' })
    case 'broken_quotes':
      return unreadable({ text: 'file.quote', params: { line } })
    case 'too_few_cells':
    case 'too_many_cells':
      return unreadable({ text: 'file.cells', params: { line } })
    case 'missing_column':
      return unreadable({ text: 'file.columnMissing', params: named })
    case 'unknown_column':
      return unreadable({ text: 'file.column', params: named })
    case 'repeated_column':
      return unreadable({ text: 'file.columnTwice' })
  }
}

/** What a cell means for its column; what cannot be read stays text and is refused by the schema. */
function cellValue(column: string, cell: string): unknown {
  if (column === 'sId') return /^\d{1,9}$/.test(cell) ? Number(cell) : cell
  if (column === 'openedAt') {
    const atMs = Date.parse(cell)
    return Number.isNaN(atMs) ? cell : atMs
  }
  if (column === 'labels' || column === 'openAddresses') {
    return cell
      .split(LIST_SEPARATOR.trim())
      .map((each) => each.trim())
      .filter((each) => each !== '')
  }
  if (column.startsWith('allow') || column === 'enabled') {
    const word = cell.toLowerCase()
    if (['true', '1', 'yes'].includes(word)) return true
    return ['false', '0', 'no'].includes(word) ? false : cell
  }
  if (column === 'codec' && cell.startsWith('{')) {
    try {
      return parseJson(cell, CELL)
    } catch {
      return cell
    }
  }
  return cell
}

async function readCsvFile(sent: SentText): Promise<FileEntry[]> {
  const reader = new CsvReader(CSV_RULES)
  for await (const piece of sent.pieces()) {
    reader.take(piece)
    sent.keeps(reader.kept)
    if (reader.isOver) break
  }
  const { rows, faults } = reader.end()
  if (faults[0] !== undefined) throw refusal(faults[0])
  return rows.map(({ line, cells }) => {
    const pairs = Object.entries(cells).flatMap(([column, cell]) =>
      // An empty cell says nothing, so a record keeps its default.
      cell === '' && column !== 'ws' ? [] : [[column, cellValue(column, cell)]],
    )
    return { line, kind: 'server', values: Object.fromEntries(pairs) as Record<string, unknown> }
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Branch {
  kind: EntryKind
  list: string
  id: string
}

const BRANCHES: readonly Branch[] = [
  { kind: 'game', list: 'games', id: 'game' },
  { kind: 'operator', list: 'operators', id: 'partnerCode' },
  { kind: 'line', list: 'lines', id: 'lineId' },
  { kind: 'server', list: 'servers', id: 'sId' },
]

function readBranch(
  holder: Record<string, unknown>,
  depth: number,
  above: Record<string, unknown>,
  entries: FileEntry[],
): void {
  const branch = BRANCHES[depth]
  if (branch === undefined) return
  const list = holder[branch.list] ?? []
  if (!Array.isArray(list)) throw unreadable({ text: 'file.list', params: { name: branch.list } })
  for (const record of list as unknown[]) {
    if (!isRecord(record)) throw unreadable({ text: 'file.list', params: { name: branch.list } })
    const below = BRANCHES[depth + 1]?.list
    const own = Object.fromEntries(Object.entries(record).filter(([key]) => key !== below))
    entries.push({ line: entries.length + 1, kind: branch.kind, values: { ...own, ...above } })
    readBranch(record, depth + 1, { ...above, [branch.id]: record[branch.id] }, entries)
  }
}

async function readJsonFile(sent: SentText): Promise<FileEntry[]> {
  const file = await readJsonText(sent.pieces(), EXCHANGE_LIMITS)
  if (!isRecord(file) || !Array.isArray(file.games))
    throw unreadable({ text: 'file.list', params: { name: 'games' } })
  const entries: FileEntry[] = []
  readBranch(file, 0, {}, entries)
  return entries
}

/** Records of the file a call brings, in its order; throws where the file as a whole cannot be read. */
export async function readFileEntries(format: 'json' | 'csv', sent: SentText): Promise<FileEntry[]> {
  const entries = await (format === 'csv' ? readCsvFile(sent) : readJsonFile(sent))
  if (entries.length === 0) throw unreadable({ text: 'file.empty' })
  if (entries.length > EXCHANGE_LIMITS.rows) throw tooLong()
  return entries
}
