import { randomBytes, randomUUID } from 'node:crypto'
import { fieldInvalid } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { ENTER_HASH_LIFETIME_MS, enterHash as signEnter } from '@qd/game-contract/signing'
import type { CallContext, CatalogueServer, ReachPort, ReachedServer } from '@qd/server-kit'
import { simulatorAsPlayer } from '../contract/index.ts'
import type { enterHash } from '../contract/index.ts'
import type { Accounts } from './gateway/connection/accounts.ts'
import { notAs } from './gateway/connection/server-way.ts'
import { holdsByName } from './gateway/named-production.ts'

interface SignDeps {
  reach: ReachPort<'players'>
  accounts: Accounts
  now(): number
}

/** A hash for the device of a real player lets its holder in as them. */
async function assertMayBe(
  { accounts }: SignDeps,
  server: CatalogueServer,
  deviceId: string,
  { reached, ctx }: { reached: ReachedServer<'players'>; ctx: CallContext },
): Promise<void> {
  const known = await accounts.find(server, { kind: 'device', deviceId }, reached)
  if (!known.isMade && !holdsByName(ctx.caller, simulatorAsPlayer, ctx.place)) throw notAs(known)
}

/** A hash the game server takes once within its lifetime; the key it is made with stays here (S7.19). */
export async function signEnterHash(
  deps: SignDeps,
  server: CatalogueServer,
  { query }: RouteInput<typeof enterHash>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof enterHash>> {
  const { reach, now } = deps
  const reached = await reach.reach(server)
  const { target } = reached
  const { deviceId = `console-${randomUUID()}`, ver = '' } = query
  const atMs = now()
  const proof = { sId: server.sId, deviceId, ver, hashKey: target.hashKey }
  try {
    if (query.deviceId !== undefined) await assertMayBe(deps, server, deviceId, { reached, ctx })
    const hash = signEnter(proof, atMs, randomBytes(16).toString('hex'))
    return { hash, deviceId, ver, expiresAt: atMs + ENTER_HASH_LIFETIME_MS }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw fieldInvalid('deviceId', { text: 'problem.characters' }, { cause: error })
  }
}
