import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { fileList } from '../contract/index.ts'
import type { UseCaseDeps } from './files-deps.ts'
import { viewOf } from './upload/find-file.ts'
import { isOwnFile } from './upload/may-use.ts'

/** What one person may keep bounds the list; no further page is needed. */
const MOST_FILES = 1_000

export async function listFiles(
  deps: UseCaseDeps,
  _input: RouteInput<typeof fileList>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof fileList>> {
  const { store, nowMs, limits, uses } = deps
  const rows = await store.read
    .selectFrom('file')
    .selectAll()
    .where('owner_id', '=', ctx.caller.userId)
    .where('expires_at', '>', nowMs())
    .orderBy('id', 'desc')
    .limit(MOST_FILES)
    .execute()
  const known = new Map(uses().map((use) => [use.name, use]))
  return {
    files: rows
      .filter((row) => isOwnFile(deps, row, ctx.caller))
      .map((row) => ({
        ...viewOf(row),
        // A use that an older program had is shown by its name.
        purpose: known.has(row.use_name) ? ctx.text(`file.${row.use_name}`) : row.use_name,
        isMade: known.get(row.use_name)?.isMade === true,
        createdAt: row.created_at,
      })),
    mostBytes: limits.bytesOfPerson,
  }
}
