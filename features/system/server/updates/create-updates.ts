import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { parseJsonText } from '@qd/canonical-json'
import { AppError } from '@qd/contract-kit'
import { serve } from '@qd/server-kit'
import type { CallContext, ServerFeature } from '@qd/server-kit'
import * as contract from '../../contract/index.ts'
import { checkFeed } from './check-feed.ts'
import { PART_ENDING, beginDownload, cancelDownload } from './download-package.ts'
import { foundIn, showStatus } from './show-status.ts'
import { changeRow, isWorking, readRow, sourceOf } from './update-row.ts'
import type { KeptFile, UpdateTables } from './update-tables.ts'
import { UPDATE_TIMES } from './updates-deps.ts'
import type { UpdatesDeps, UseCaseDeps } from './updates-deps.ts'

/** A start asks again only when the last look is about a day ago: restarts are no reason to ask. */
const ASKED_LATELY_MS = 20 * 3_600_000

type UpdatesPart = Required<
  Pick<ServerFeature, 'routes' | 'notifications' | 'systemSchedules' | 'start' | 'stop'>
>

async function ignoreVersion(
  deps: UseCaseDeps,
  { version, isIgnored }: { version: string; isIgnored: boolean },
  ctx: CallContext,
): Promise<void> {
  sourceOf(deps)
  await ctx.commit<UpdateTables, void>(async (tx) => {
    const row = await readRow({ read: tx })
    if (foundIn(row, deps.running)?.version !== version) {
      throw new AppError(contract.updateErrors.update_version_gone, { params: { version } })
    }
    const ignored = isIgnored ? version : ''
    ctx.changed({ ignored: row.ignored }, { ignored })
    await changeRow(tx, { ignored })
  })
}

/** Removes what a killed run left behind, and packages that nobody needs any more. */
async function tidyFolder({ folder, store, running, nowMs }: UseCaseDeps): Promise<void> {
  const row = await readRow(store)
  if (isWorking(row, nowMs())) return
  const found = foundIn(row, running)
  const file = row.file === '' ? null : (parseJsonText(row.file) as KeptFile)
  const kept = file !== null && file.version === found?.version ? file.path : ''
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    if (path !== kept || name.endsWith(PART_ENDING)) await rm(path, { force: true })
  }
}

function useCaseDeps(given: UpdatesDeps): UseCaseDeps {
  return {
    platform: process.platform,
    arch: process.arch,
    machine: hostname(),
    nowMs: Date.now,
    ...given,
    store: given.store.as<UpdateTables>(),
    times: { ...UPDATE_TIMES, ...given.times },
    current: { ending: null, done: Promise.resolve() },
  }
}

/** Looks for new versions in a signed feed and brings their packages here; a person restarts the console with them. */
export function createUpdates(given: UpdatesDeps): UpdatesPart {
  const deps = useCaseDeps(given)
  const stopping = new AbortController()
  let atStart: Promise<unknown> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const look = async (signal: AbortSignal) => {
    await checkFeed(deps, { isByHand: false, signal: AbortSignal.any([signal, stopping.signal]) })
  }
  const lookAtStart = async () => {
    const { checked_at: at } = await readRow(deps.store)
    if (at === null || deps.nowMs() - at > ASKED_LATELY_MS) await look(stopping.signal)
  }
  const answer = async (ctx: CallContext, work: Promise<unknown>) => {
    await work
    return showStatus(deps, ctx)
  }
  return {
    notifications: [contract.UPDATE_FOUND],
    systemSchedules:
      deps.source === null
        ? []
        : [
            {
              name: 'system.updates',
              title: 'system.updates',
              rule: { kind: 'daily', at: '04:20' },
              run: look,
            },
          ],
    async start() {
      if (deps.source === null) return
      await tidyFolder(deps)
      timer = setTimeout(() => {
        atStart = lookAtStart().catch((error: unknown) =>
          deps.log.warn({ err: error }, 'the check for updates failed'),
        )
      }, deps.times.startMs)
      timer.unref()
    },
    async stop() {
      clearTimeout(timer)
      stopping.abort()
      deps.current.ending?.abort()
      await Promise.all([atStart, deps.current.done])
    },
    routes: [
      serve(contract.updateStatus, (_input, ctx) => showStatus(deps, ctx)),
      serve(contract.updateCheck, async (_input, ctx) => {
        const fault = await checkFeed(deps, { isByHand: true, signal: stopping.signal })
        if (fault !== null) ctx.note({ fault })
        return showStatus(deps, ctx)
      }),
      serve(contract.updateIgnore, {
        effect: 'store',
        handle: ({ body }, ctx) => answer(ctx, ignoreVersion(deps, body, ctx)),
      }),
      serve(contract.updateDownload, {
        effect: 'store',
        handle: ({ body }, ctx) => answer(ctx, beginDownload(deps, body.version, ctx)),
      }),
      serve(contract.updateCancel, {
        effect: 'store',
        handle: (_input, ctx) => answer(ctx, cancelDownload(deps, ctx)),
      }),
    ],
  }
}
