import { formatMoment, saveFile } from '@qd/web-base'
import { SIZE_BOUNDS, TOP_LISTS, TTL_SPANS } from '../../contract/index.ts'
import type { ComparedFigures, Comparison, TopKey } from '../../contract/index.ts'
import { shownBytes } from '../detail/model/bytes.ts'
import { redisText } from '../texts.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'
import type { AnalysisSession } from './analysis-session.ts'

export type ExportPart = 'keys' | 'folders' | 'all'

const orEmpty = (value: number | null): string => (value === null ? '' : String(value))

const fileName = (database: OpenDatabase, what: string, atMs: number): string =>
  `memory-${database.connection.name.replaceAll(/[^\p{L}\p{N}._-]/gu, '-')}-db${database.db}-${what}${formatMoment(atMs).replaceAll(/[:/]/g, '-')}`

/** `memory-lantern-db0-2026-11-23 21-30`: when the run began. */
const nameOf = ({ database, state }: AnalysisSession): string =>
  fileName(database, '', state.progress?.startedAt ?? 0)

async function saveCsv<T>(
  name: string,
  columns: readonly { title: string; text: (row: T) => string }[],
  rows: readonly T[],
): Promise<void> {
  // Only those who export need it.
  const { toCsv } = await import('@qd/csv')
  saveFile(`${name}.csv`, toCsv(columns, rows, { hasBom: true }), 'text/csv')
}

async function saveKeys(session: AnalysisSession): Promise<void> {
  const rows = await session.topOf(session.state.by)
  const column = (title: string, text: (row: TopKey) => string) => ({ title, text })
  await saveCsv(
    `${nameOf(session)}-keys`,
    [
      column(redisText('analysis.key'), ({ key }) => shownBytes(key)),
      column(redisText('analysis.type'), ({ type }) => type),
      column(redisText('analysis.bytes'), ({ bytes }) => orEmpty(bytes)),
      column(redisText('analysis.elements'), ({ elements }) => orEmpty(elements)),
      column(`${redisText('analysis.ttl')} ms`, ({ ttlMs }) => (ttlMs < 0 ? '' : String(ttlMs))),
      column(redisText('analysis.frequency'), ({ frequency }) => orEmpty(frequency)),
    ],
    rows,
  )
}

async function saveFolders(session: AnalysisSession): Promise<void> {
  const { folders } = session.state
  const rows = folders?.rows ?? []
  await saveCsv(
    `${nameOf(session)}-folders`,
    [
      { title: redisText('analysis.prefix'), text: ({ prefix }) => shownBytes(prefix) },
      { title: redisText('analysis.keys'), text: ({ keys }) => String(keys) },
      { title: redisText('analysis.bytes'), text: ({ bytes }) => String(Math.round(bytes.value)) },
      { title: '±', text: ({ bytes }) => String(Math.round(bytes.error)) },
    ],
    rows,
  )
}

/** All sums, the lists of the largest keys and the folder in view. */
async function saveAll(session: AnalysisSession): Promise<void> {
  const { progress, report, folders, path } = session.state
  const [bytes, elements, frequency] = await Promise.all(TOP_LISTS.map((by) => session.topOf(by)))
  const { database } = session
  const content = {
    connection: database.connection.name,
    db: database.db,
    progress,
    report,
    classes: { ttls: TTL_SPANS, sizes: SIZE_BOUNDS },
    prefix: path.at(-1) ?? '',
    folders,
    top: { bytes, elements, frequency },
  }
  saveFile(`${nameOf(session)}.json`, JSON.stringify(content, null, 2))
}

const SAVES = { keys: saveKeys, folders: saveFolders, all: saveAll }

/** Hands a part of the results to the browser as a file. */
export const exportAnalysis = (session: AnalysisSession, part: ExportPart): Promise<void> =>
  SAVES[part](session)

const round = (of: ComparedFigures | null, what: 'bytes' | 'keys'): string =>
  of === null ? '' : String(Math.round(of[what].value))

/** The change of each prefix; empty where a result did not keep it. */
export function exportComparison(database: OpenDatabase, { folders, after }: Comparison): Promise<void> {
  const column = (title: string, text: (row: Comparison['folders'][number]) => string) => ({ title, text })
  const of = (what: 'bytes' | 'keys') => {
    const name = redisText(`analysis.${what}`)
    return [
      column(`${name}: ${redisText('analysis.compare.before')}`, (row) => round(row.before, what)),
      column(`${name}: ${redisText('analysis.compare.after')}`, (row) => round(row.after, what)),
      column(`${name}: ${redisText('analysis.compare.change')}`, (row) =>
        row.before === null || row.after === null
          ? ''
          : String(Math.round(row.after[what].value) - Math.round(row.before[what].value)),
      ),
    ]
  }
  return saveCsv(
    fileName(database, 'compared-', after.startedAt),
    [column(redisText('analysis.prefix'), ({ prefix }) => shownBytes(prefix)), ...of('bytes'), ...of('keys')],
    folders,
  )
}

/** Totals, types and prefixes of both results. */
export function exportComparisonJson(database: OpenDatabase, all: Comparison): void {
  const content = { connection: database.connection.name, db: database.db, ...all }
  const name = fileName(database, 'compared-', all.after.startedAt)
  saveFile(`${name}.json`, JSON.stringify(content, null, 2))
}
