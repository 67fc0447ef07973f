import { definePermission, defineRoute, schemas, z } from '@qd/contract-kit'
import { readPlayerData } from './protocol.ts'

const player = z.object({ uId: schemas.uIdText })
const id = z.string().check(z.maxLength(64))

/** Taking and deleting; who may read the player may look at their snapshots. */
export const manageSnapshots = definePermission({
  routerName: 'index',
  code: 'data.snapshot',
  type: 'button',
  heldBy: ['operator', 'developer'],
})

/** Snapshots of one player that are kept, and for how long (milliseconds). */
export const SNAPSHOTS_PER_PLAYER = 20
export const SNAPSHOT_KEPT_MS = 180 * 86_400_000

export const snapshot = z.object({
  id: z.string(),
  name: z.string(),
  note: z.string(),
  actor: z.string(),
  at: z.number(),
  version: z.string(),
  /** Fingerprint of the definition it was read by. */
  md5: z.string(),
  /** As stored, compressed. */
  bytes: z.int(),
})
export type Snapshot = z.infer<typeof snapshot>

export const snapshotBody = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)),
  note: z.string().check(z.maxLength(500)),
})

/** Keeps a player as they are now. */
export const snapshotTake = defineRoute({
  method: 'POST',
  path: '/adjust/snapshot/take',
  title: 'data-edit.snapshotTake',
  permission: manageSnapshots,
  level: 3,
  risk: 'R1',
  query: player,
  body: snapshotBody,
  target: ({ query }) => ({ uId: query.uId }),
  subject: ({ body }) => body.name,
  reply: snapshot,
})

/** Snapshots of a player, newest first. */
export const snapshotList = defineRoute({
  method: 'POST',
  path: '/adjust/snapshot/list',
  title: 'data-edit.snapshotList',
  permission: readPlayerData,
  level: 3,
  risk: 'R0',
  query: player,
  body: z.object({}),
  target: ({ query }) => ({ uId: query.uId }),
  reply: z.object({ list: z.array(snapshot) }),
})

export const snapshotGet = defineRoute({
  method: 'POST',
  path: '/adjust/snapshot/get',
  title: 'data-edit.snapshotGet',
  permission: readPlayerData,
  level: 3,
  risk: 'R0',
  query: player,
  body: z.object({ id }),
  target: ({ query }) => ({ uId: query.uId }),
  reply: z.extend(snapshot, { data: z.record(z.string(), z.unknown()) }),
})

export const snapshotDelete = defineRoute({
  method: 'POST',
  path: '/adjust/snapshot/delete',
  title: 'data-edit.snapshotDelete',
  permission: manageSnapshots,
  level: 3,
  risk: 'R2',
  query: player,
  body: z.object({ id }),
  target: ({ query }) => ({ uId: query.uId }),
  subject: ({ body }) => body.id,
  reply: z.null(),
})
