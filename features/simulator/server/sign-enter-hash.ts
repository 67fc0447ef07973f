import { randomBytes, randomUUID } from 'node:crypto'
import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import { ENTER_HASH_LIFETIME_MS, enterHash as signEnter } from '@qd/game-contract/signing'
import type { CatalogueServer, ReachPort } from '@qd/server-kit'
import type { enterHash } from '../contract/index.ts'

interface SignDeps {
  reach: ReachPort<never>
  now(): number
}

/** A hash the game server takes once within its lifetime; the key it is made with stays here (S7.19). */
export async function signEnterHash(
  { reach, now }: SignDeps,
  server: CatalogueServer,
  { query }: RouteInput<typeof enterHash>,
): Promise<RouteReplyGiven<typeof enterHash>> {
  const { target } = await reach.reach(server)
  const { deviceId = `console-${randomUUID()}`, ver = '' } = query
  const atMs = now()
  const proof = { sId: server.sId, deviceId, ver, hashKey: target.hashKey }
  try {
    const hash = signEnter(proof, atMs, randomBytes(16).toString('hex'))
    return { hash, deviceId, ver, expiresAt: atMs + ENTER_HASH_LIFETIME_MS }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError(coreErrors.field_invalid, {
      field: 'deviceId',
      params: { field: 'deviceId', problem: { text: 'problem.characters' } },
      cause: error,
    })
  }
}
