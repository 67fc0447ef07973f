import type { UseCaseDeps } from './files-deps.ts'

const HOUR_MS = 3_600_000
const AT_ONCE = 500

type SweepDeps = Pick<UseCaseDeps, 'store' | 'nowMs' | 'folder'>

/** Deletes a content that no file has. */
export function dropUnneeded(
  { store, folder }: Pick<SweepDeps, 'store' | 'folder'>,
  sha256: string,
): Promise<void> {
  const isNeeded = async () => {
    const row = await store.read
      .selectFrom('file')
      .select('id')
      .where('sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }
  return isNeeded().then((isOthers) => (isOthers ? undefined : folder.dropContent(sha256, isNeeded)))
}

/** Uploads on disk that are nobody's. */
async function dropParts({ store, folder }: SweepDeps, beforeMs: number): Promise<void> {
  const parts = await folder.oldParts(beforeMs)
  for (let at = 0; at < parts.length; at += AT_ONCE) {
    const some = parts.slice(at, at + AT_ONCE)
    const rows = await store.read
      .selectFrom('file')
      .select('id')
      .where('id', 'in', some)
      .where('sha256', 'is', null)
      .execute()
    const open = new Set(rows.map(({ id }) => id))
    for (const id of some) if (!open.has(id)) await folder.dropPart(id)
  }
}

/** Deletes files whose time is over and uploads that stood still, then what lies on disk for nobody. */
export async function sweepFiles(deps: SweepDeps): Promise<void> {
  const { store, nowMs, folder } = deps
  await store.write((tx) => tx.deleteFrom('file').where('expires_at', '<=', nowMs()).execute())
  // Whoever is just beginning, or has just finished, is left alone. The disk's own clock counts here.
  const beforeMs = Date.now() - HOUR_MS
  await folder.bringBack(beforeMs)
  await dropParts(deps, beforeMs)
  for (const sha256 of await folder.oldContents(beforeMs)) await dropUnneeded(deps, sha256)
}
