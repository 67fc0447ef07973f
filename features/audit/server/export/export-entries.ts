import { sendFile } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import { exportAudit } from '../../contract/index.ts'
import type { AuditFilter } from '../../contract/index.ts'
import type { EntryQuery } from '../search/entry-filter.ts'
import { entryQuery } from '../search/entry-query.ts'
import { readEntries } from '../search/read-entries.ts'
import type { WholeEntry } from '../search/read-entries.ts'
import type { SearchDeps } from '../search/search-deps.ts'
import { searchEntries } from '../search/search-entries.ts'
import { CSV_HEAD, csvOf, jsonLineOf } from './entry-lines.ts'

type FileType = 'jsonl' | 'csv'

const PAGE_ROWS = 200

/** Pages of whole entries, newest first, until all was looked through. */
async function* pages(deps: SearchDeps, query: EntryQuery): AsyncGenerator<WholeEntry[]> {
  const nowMs = deps.nowMs()
  let before: number | undefined
  do {
    const { rows, next } = await searchEntries(deps.store, { query, before, limit: PAGE_ROWS, nowMs })
    const seqs = rows.map(({ seq }) => seq)
    if (seqs.length > 0) yield await readEntries(deps.store, seqs, nowMs)
    before = next ?? undefined
  } while (before !== undefined)
}

async function* lines(
  deps: SearchDeps,
  query: EntryQuery,
  fileType: FileType,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  // The mark tells spreadsheets that it is UTF-8.
  if (fileType === 'csv') yield `\uFEFF${CSV_HEAD}`
  for await (const page of pages(deps, query)) {
    yield fileType === 'csv' ? csvOf(page) : page.map(jsonLineOf).join('')
    count(page.length)
  }
}

/** Streams all that is filtered, as fast as the client reads; the audit tells how many rows left, and whether all did. */
export async function exportEntries(
  deps: SearchDeps,
  { fileType, ...filter }: AuditFilter & { fileType: FileType },
  ctx: CallContext,
): ReturnType<typeof sendFile> {
  const query = await entryQuery(deps, filter, ctx.caller, exportAudit)
  await deps.index.catchUp()
  const day = new Date(deps.nowMs()).toISOString().slice(0, 10)
  return sendFile(ctx, {
    name: `audit-${day}`,
    type: fileType,
    pieces: (count) => lines(deps, query, fileType, count),
  })
}
