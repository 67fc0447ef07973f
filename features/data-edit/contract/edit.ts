import { definePermission, defineRoute, schemas, z } from '@qd/contract-kit'
import { editApproval } from './approvals.ts'
import { CHANGES_BYTES, changeList, changeVerdict, onlinePolicy } from './change.ts'
import { readPlayerData } from './protocol.ts'

const player = z.object({ uId: schemas.uIdText })

export const editPlayerData = definePermission({
  routerName: 'index',
  code: 'data.edit',
  type: 'button',
  heldBy: ['operator', 'developer'],
})

/** Sensitive fields (currency, orders, level) need this besides `data.edit`. */
export const editSensitive = definePermission({
  routerName: 'index',
  code: 'data.edit.sensitive',
  type: 'field',
  heldBy: ['developer'],
  risk: 'R3',
})

export const getData = defineRoute({
  method: 'POST',
  path: '/adjust/get',
  title: 'data-edit.get',
  permission: readPlayerData,
  level: 3,
  risk: 'R0',
  query: player,
  body: z.object({ diffs: z.optional(z.array(z.string()).check(z.maxLength(200))) }),
  target: ({ query }) => ({ uId: query.uId }),
  reply: z.object({
    version: z.string(),
    online: z.boolean(),
    /** What the server can do with an online player when a commit changes them; absent: everything. */
    onlinePolicies: z.optional(z.array(onlinePolicy)),
    data: z.record(z.string(), z.unknown()),
    /** What the data holds under names that are not carried, by the way to the object that has them. */
    leftOut: z.optional(z.array(z.object({ path: z.array(z.string()), names: z.array(z.string()) }))),
    /** Fingerprint of the definition by which modules were asked for. */
    md5: z.optional(z.string()),
  }),
  unknownFields: 'ignore',
})

export const checkChanges = defineRoute({
  method: 'POST',
  path: '/adjust/parseCommitAction',
  title: 'data-edit.check',
  permission: editPlayerData,
  level: 3,
  risk: 'R0',
  bodyLimit: CHANGES_BYTES,
  query: z.object({ uId: z.optional(schemas.uIdText) }),
  body: z.object({
    version: z.string().check(z.maxLength(200)),
    changes: changeList,
    /** The policy the commit will ask for; absent: it is not looked at. */
    onlinePolicy: z.optional(onlinePolicy),
  }),
  target: ({ query }) => ({ uId: query.uId }),
  reply: z.object({
    actions: z.array(z.object({ text: z.string(), code: z.string() })),
    warnings: z.array(z.object({ text: z.string(), code: z.string() })),
    refused: z.array(changeVerdict),
    /** Risk the commit will have; R3 when a sensitive field is touched. */
    risk: z.enum(['R2', 'R3']),
  }),
  unknownFields: 'ignore',
})

export const commitReply = z.object({
  version: z.string(),
  c: z.array(z.object({ d: z.string(), change: z.string() })),
  results: z.array(changeVerdict),
  /** Values read back after the commit that differ from what was asked, by index. */
  normalised: z.array(z.object({ index: z.int(), asked: z.unknown(), stored: z.unknown() })),
  /** False when reading back failed: `normalised` says nothing then. */
  isReadBack: z.boolean(),
  editId: z.string(),
  replayed: z.optional(z.boolean()),
})
export type CommitReply = z.infer<typeof commitReply>

/**
 * Commits changes. 409 `edit_conflict` carries
 * `details: {conflicts: [{index, loaded, current, mine}], version}`.
 */
export const commitChanges = defineRoute({
  method: 'POST',
  path: '/adjust/api/change',
  title: 'data-edit.commit',
  approval: editApproval,
  permission: editPlayerData,
  level: 3,
  risk: 'R2',
  // Sensitive fields.
  risesTo: 'R3',
  needsReason: true,
  bodyLimit: CHANGES_BYTES,
  query: player,
  body: z.object({
    version: z.string().check(z.maxLength(200)),
    changes: changeList,
    ...schemas.confirmation,
    idempotencyKey: schemas.idempotencyKey,
    onlinePolicy: z.optional(onlinePolicy),
  }),
  target: ({ query }) => ({ uId: query.uId }),
  audit: ({ body }) => ({ changes: body.changes, idempotencyKey: body.idempotencyKey }),
  reply: commitReply,
  unknownFields: 'ignore',
})
