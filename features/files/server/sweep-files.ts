import type { UseCaseDeps } from './files-deps.ts'

const HOUR_MS = 3_600_000
const AT_ONCE = 500

/** Deletes files whose time is over and uploads that stood still, then what lies on disk for nobody. */
export async function sweepFiles({
  store,
  nowMs,
  folder,
}: Pick<UseCaseDeps, 'store' | 'nowMs' | 'folder'>): Promise<void> {
  await store.write((tx) => tx.deleteFrom('file').where('expires_at', '<=', nowMs()).execute())
  // Whoever is just beginning, or has just finished, is left alone. The disk's own clock counts here.
  const beforeMs = Date.now() - HOUR_MS
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
  const isNeeded = async (sha256: string) =>
    (await store.read
      .selectFrom('file')
      .select('id')
      .where('sha256', '=', sha256)
      .limit(1)
      .executeTakeFirst()) !== undefined
  for (const sha256 of await folder.oldContents(beforeMs)) {
    if (!(await isNeeded(sha256))) await folder.dropContent(sha256, () => isNeeded(sha256))
  }
}
