import { AppError, coreErrors } from '@qd/contract-kit'
import type { ReachPort } from '@qd/server-kit'
import type { Store } from '@qd/store'
import type { PropertiesTables } from '../tables.ts'
import { readLineItems } from './read-line-items.ts'
import type { LineItems, ReadOptions } from './read-line-items.ts'
import { noteItems } from './seen-items.ts'
import { noteServers } from './server-notes.ts'
import { prepareTelling } from './tell-gone.ts'
import type { TellGoneDeps } from './tell-gone.ts'

export interface ReadDeps {
  store: Store<PropertiesTables>
  reach: ReachPort<'items'>
  nowMs(): number
  /** Whom to tell of items that are gone; absent: nobody. */
  telling?: TellGoneDeps | undefined
}

/** Reads the items of a line and remembers what its servers said. Throws the first failure when none answers. */
export async function readAndNote(
  { store, reach, nowMs, telling }: ReadDeps,
  lineId: string,
  { everyMs, ...options }: ReadOptions & { everyMs?: number } = {},
): Promise<LineItems> {
  const servers = reach.serversOf(lineId)
  const [first] = servers
  if (first === undefined) throw new AppError(coreErrors.server_not_found)
  const given = await readLineItems(reach, servers, options)
  options.signal?.throwIfAborted()
  const now = nowMs()
  const { spared } = options
  await noteServers(store, {
    lineId,
    servers: given.servers,
    now,
    ...(spared === undefined ? {} : { spared }),
    ...(everyMs === undefined ? {} : { everyMs }),
  })
  if (!given.servers.some(({ hasAnswered }) => hasAnswered)) {
    const failed = given.servers.find(({ failure }) => failure !== null)
    throw failed?.failure ?? new AppError(coreErrors.server_not_found)
  }
  await noteItems(store, {
    lineId,
    given,
    now,
    ...(telling === undefined ? {} : { prepareTelling: () => prepareTelling(telling, first, now) }),
  })
  return given
}
