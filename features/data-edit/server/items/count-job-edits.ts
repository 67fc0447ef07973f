import type { Excess } from '@qd/item-limits'
import type { Caller, CountParts } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { JobEdit } from '../../contract/index.ts'
import type { UseCaseDeps } from '../data-edit-deps.ts'
import type { Player } from '../player-of.ts'
import { tellerOf } from './beyond-limits.ts'
import type { Reader } from './beyond-limits.ts'
import { giftsOf } from './given-by-changes.ts'
import { givenBy } from './count-edit.ts'

/** An edit of a job, with where. */
export interface PlacedEdit {
  edit: JobEdit
  server: Player['server']
}

export interface JobGiving extends Reader {
  caller: Caller
  jobId: string
}

/** Edits of a job that are stored together, with the keys what they give is counted under. */
export interface CountedEdits {
  edits: JobEdit[]
  /** Counts those that were stored; why a limit refuses others, by their id. */
  count(tx: AnyTx, stored: ReadonlySet<string>): Promise<Map<string, string>>
}

/**
 * What edits of a job give is one use of each line, player by player as far as limits let it. A bulk undo restores what was
 * taken, and counts nothing.
 */
export async function countableEdits(
  deps: UseCaseDeps,
  placed: readonly PlacedEdit[],
  { caller, jobId, ...reader }: JobGiving,
): Promise<CountedEdits> {
  const edits = placed.map(({ edit }) => edit)
  const { items } = deps
  const nothing = async () => new Map<string, string>()
  if (items === undefined) return { edits, count: nothing }
  const keys = new Map<string, string>()
  const lines: { ids: string[]; count: CountParts; tell: (excess: Excess) => string }[] = []
  const byLine = [...Map.groupBy(placed, ({ server }) => server.lineId)]
  // In one order everywhere: each line is waited for.
  for (const [lineId, ofLine] of byLine.toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const giving: { id: string; gifts: Awaited<ReturnType<typeof giftsOf>> }[] = []
    for (const { edit, server } of ofLine) {
      if (edit.undo !== undefined) continue
      const gifts = await giftsOf(deps, { server, uId: edit.uId, changes: edit.changes })
      if (gifts.length > 0) giving.push({ id: edit.id, gifts })
    }
    const [first] = giving
    if (first === undefined) continue
    const key = `bulk:${first.id}:${lineId}`
    const parts = giving.map(({ gifts }) => gifts)
    const use = {
      kind: 'edit' as const,
      parts,
      lineId,
      person: givenBy(caller),
      about: jobId,
      request: jobId,
    }
    const tell = await tellerOf(deps, ofLine[0]!.server, reader)
    lines.push({ ids: giving.map(({ id }) => id), count: await items.limits.prepare(use, key), tell })
    for (const { id } of giving) keys.set(id, key)
  }
  const keyed = edits.map((edit) => {
    const useKey = keys.get(edit.id)
    return useKey === undefined ? edit : { ...edit, useKey }
  })
  return {
    edits: keyed,
    async count(tx, stored) {
      const refused = new Map<string, string>()
      for (const { ids, count, tell } of lines) {
        const only = new Set(ids.flatMap((id, index) => (stored.has(id) ? [index] : [])))
        if (only.size === 0) continue
        const beyond = await count(tx, only)
        for (const [index, [excess]] of beyond.entries())
          if (excess !== undefined) refused.set(ids[index] ?? '', tell(excess))
      }
      return refused
    },
  }
}
