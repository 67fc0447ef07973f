import { AppError } from '@qd/contract-kit'
import type { SystemSchedule } from '@qd/server-kit'
import { readAndNote } from './read-and-note.ts'
import type { ReadDeps } from './read-and-note.ts'
import { serverNotes } from './server-notes.ts'

const MINUTE_MS = 60_000
/** Nobody waits for it; a dead server costs some seconds. */
const IN_ALL_MS = 600_000

export interface SyncDeps extends ReadDeps {
  /** How often the console reads all lines; 0: it does not. */
  everyMinutes: number
  lineIds(): readonly string[]
}

/** Reads the items of one line, but for servers that failed lately: those are asked less and less often. */
async function syncLine(deps: SyncDeps, lineId: string, signal: AbortSignal): Promise<void> {
  const { store, reach, nowMs, everyMinutes } = deps
  const now = nowMs()
  const known = await serverNotes(store, lineId)
  const servers = reach.serversOf(lineId)
  const waits = (key: string) => Number(known.get(key)?.retry_at ?? 0) > now
  const spared = new Set(servers.filter(({ key }) => waits(key)).map(({ key }) => key))
  if (spared.size === servers.length) return
  await readAndNote(deps, lineId, { spared, signal, inAllMs: IN_ALL_MS, everyMs: everyMinutes * MINUTE_MS })
}

/** Keeps the items of all lines fresh while nobody looks; on one node of several. */
export function itemSync(deps: SyncDeps): SystemSchedule[] {
  if (deps.everyMinutes === 0) return []
  return [
    {
      name: 'properties.sync',
      title: 'properties.sync',
      rule: { kind: 'every', minutes: deps.everyMinutes, from: 0 },
      async run(signal) {
        for (const lineId of deps.lineIds()) {
          signal.throwIfAborted()
          await syncLine(deps, lineId, signal).catch((error: unknown) => {
            // The line keeps what its servers said; the others go on.
            if (!(error instanceof AppError)) throw error
          })
        }
      },
    },
  ]
}
