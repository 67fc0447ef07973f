import { defineRoute } from '@qd/contract-kit'
import { OPEN_CALLS } from '@qd/game-contract/open'

/*
 * Calls of game servers. Their shapes are those of the game contract, which needs the whole of zod: pages take the other
 * calls of this feature from `index.ts`.
 */

/** Fields may be added later: what a newer game sends besides is dropped. */
const open = { permission: 'game-server', level: 0, risk: 'R0', unknownFields: 'ignore' } as const

/** A server says that it lives, and how. */
export const heartbeat = defineRoute({
  ...open,
  method: 'POST',
  path: OPEN_CALLS.heartbeat.path,
  title: 'game-servers.heartbeat',
  body: OPEN_CALLS.heartbeat.request,
  reply: OPEN_CALLS.heartbeat.reply,
})

/** A server asks whether the console sent a write it received. */
export const verifyWrite = defineRoute({
  ...open,
  method: 'POST',
  path: OPEN_CALLS.verify.path,
  title: 'game-servers.verify',
  body: OPEN_CALLS.verify.request,
  reply: OPEN_CALLS.verify.reply,
})

/** The servers of the caller's game, platform and environment, as a client lists them. */
export const listedServers = defineRoute({
  ...open,
  method: 'GET',
  path: OPEN_CALLS.servers.path,
  title: 'game-servers.list',
  reply: OPEN_CALLS.servers.reply,
})
