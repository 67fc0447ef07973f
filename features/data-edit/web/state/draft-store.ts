import { z } from '@qd/contract-kit'
import { plainJsonFault } from '@qd/protocol-model'
import { change } from '../../contract/index.ts'
import type { KeptDraft } from './draft-database.ts'

/** Key of what is read of all kept drafts. */
export const KEPT_DRAFTS = 'data-edit/drafts'
/** What nobody came back for is thrown away. */
const KEPT_FOR_MS = 30 * 86_400_000
const JSON_LIMITS = { maxDepth: 40, maxNodes: 2_000_000 }

const kept = z.object({
  userId: z.string(),
  game: z.string(),
  uId: z.string(),
  md5: z.string(),
  reason: z.string(),
  savedAtMs: z.number(),
  base: z.record(z.string(), z.unknown()),
  changes: z.array(change),
  aside: z.optional(z.array(z.object({ change, code: z.string() }))),
})

/** A kept draft that is sound and not too old, else null: a browser's database is no trusted place. */
export function readKept(value: unknown, nowMs: number): KeptDraft | null {
  const parsed = z.safeParse(kept, value)
  if (!parsed.success) return null
  const { base, changes, savedAtMs, aside = [] } = parsed.data
  if (changes.length === 0 && aside.length === 0) return null
  if (nowMs - savedAtMs > KEPT_FOR_MS) return null
  return plainJsonFault({ base, changes, aside }, JSON_LIMITS) === null ? parsed.data : null
}
