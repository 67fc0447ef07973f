import { defineRoute, schemas, z } from '@qd/contract-kit'
import { catalogueApproval } from './approvals.ts'
import { editPlaces, editSecrets } from './permissions.ts'
import {
  channelRecord,
  codeText,
  connectionFields,
  gameBases,
  hashKeyText,
  labelList,
  nameText,
  openAddressList,
  platformNumber,
  recordRevision,
  serverNumber,
} from './records.ts'

const edit = { method: 'POST', permission: editPlaces, risk: 'R2' } as const
const saved = z.object({ revision: z.int() })
const isNew = (body: { revision: number }) => body.revision === 0

/** Makes a game or changes its names and how its uIds split; its id stays. */
export const saveGame = defineRoute({
  ...edit,
  path: '/platform/catalogue/game/save',
  title: 'scope.saveGame',
  level: 0,
  body: z.object({
    game: codeText,
    name: nameText,
    code: codeText,
    /** Absent: as before. */
    uIdBases: z.optional(gameBases),
    revision: recordRevision,
  }),
  target: ({ body }) => (isNew(body) ? {} : { game: body.game }),
  subject: ({ body }) => body.game,
  reply: saved,
})

/** Makes an operator or changes it; its platform stays while it has servers, because uIds carry it. */
export const saveOperator = defineRoute({
  ...edit,
  path: '/platform/catalogue/operator/save',
  title: 'scope.saveOperator',
  level: 0,
  body: z.object({
    game: codeText,
    partnerCode: codeText,
    platform: platformNumber,
    name: nameText,
    revision: recordRevision,
  }),
  target: ({ body }) => (isNew(body) ? { game: body.game } : { game: body.game, operator: body.partnerCode }),
  subject: ({ body }) => `${body.game}/${body.partnerCode}`,
  reply: saved,
})

/** Makes a line with its channels or changes it; another environment changes what is guarded. */
export const saveLine = defineRoute({
  ...edit,
  path: '/platform/catalogue/line/save',
  title: 'scope.saveLine',
  approval: catalogueApproval,
  level: 1,
  risesTo: 'R3',
  confirms: 'named',
  body: z.object({
    game: codeText,
    partnerCode: codeText,
    lineId: codeText,
    lineCode: codeText,
    name: nameText,
    environment: schemas.environment,
    channels: z.array(channelRecord).check(z.maxLength(500)),
    revision: recordRevision,
    ...schemas.confirmation,
  }),
  target: ({ body }) => ({
    game: body.game,
    operator: body.partnerCode,
    ...(isNew(body) ? {} : { lineId: body.lineId }),
  }),
  subject: ({ body }) => body.lineId,
  reply: saved,
})

/** A server with its connection; `hashKey` absent keeps the stored key, and no answer ever carries one. */
export const saveServer = defineRoute({
  ...edit,
  path: '/platform/catalogue/server/save',
  title: 'scope.saveServer',
  approval: catalogueApproval,
  level: 2,
  risesTo: 'R3',
  confirms: 'named',
  body: z.object({
    /** The line it is on; to move it, `toLineId` names another line of the same operator. */
    lineId: codeText,
    toLineId: z.optional(codeText),
    sId: serverNumber,
    serviceName: nameText,
    openedAt: z.nullable(schemas.momentMs),
    ...connectionFields,
    hashKey: z.optional(hashKeyText),
    /** Absent: as before, for a new record none. */
    labels: z.optional(labelList),
    openAddresses: z.optional(openAddressList),
    enabled: z.boolean(),
    revision: recordRevision,
    ...schemas.confirmation,
  }),
  target: ({ body }) => ({ lineId: body.lineId }),
  subject: ({ body }) => `${body.lineId}/${body.sId}`,
  reply: saved,
})

const oneServer = {
  lineId: codeText,
  sId: serverNumber,
  revision: recordRevision,
  ...schemas.confirmation,
}

/**
 * Gives a server a new key; calls from the server are taken under the old one too until that is ended. No answer ever
 * carries a key.
 */
export const rotateKey = defineRoute({
  ...edit,
  path: '/platform/catalogue/server/key/rotate',
  title: 'scope.rotateKey',
  approval: catalogueApproval,
  also: [editSecrets],
  level: 2,
  risk: 'R3',
  confirms: 'named',
  body: z.object({ ...oneServer, keyId: connectionFields.keyId, hashKey: hashKeyText }),
  target: ({ body }) => ({ lineId: body.lineId }),
  audit: ({ body }) => ({ keyId: body.keyId }),
  subject: ({ body }) => `${body.lineId}/${body.sId}`,
  reply: saved,
})

/** Ends the old key of a server: from now on only its current one is taken. */
export const endPreviousKey = defineRoute({
  ...edit,
  path: '/platform/catalogue/server/key/end',
  title: 'scope.endPreviousKey',
  approval: catalogueApproval,
  also: [editSecrets],
  level: 2,
  risk: 'R3',
  confirms: 'named',
  body: z.object(oneServer),
  target: ({ body }) => ({ lineId: body.lineId }),
  subject: ({ body }) => `${body.lineId}/${body.sId}`,
  reply: saved,
})

/** Puts the children of the named place in order: games of nothing, operators, lines, servers. */
export const orderPlaces = defineRoute({
  ...edit,
  path: '/platform/catalogue/order',
  title: 'scope.orderPlaces',
  level: 0,
  bodyLimit: 1_048_576,
  body: z.object({
    game: z.optional(codeText),
    partnerCode: z.optional(codeText),
    lineId: z.optional(codeText),
    order: z.array(z.string().check(z.maxLength(64))).check(z.minLength(1), z.maxLength(10_000)),
  }),
  target: ({ body }) => ({ game: body.game, operator: body.partnerCode, lineId: body.lineId }),
  audit: ({ body }) => ({ order: body.order.slice(0, 200) }),
  subject: ({ body }) => body.lineId ?? body.partnerCode ?? body.game ?? '*',
  reply: z.null(),
})

/** Switches servers of a line on or off, all or none. */
export const switchServers = defineRoute({
  ...edit,
  path: '/platform/catalogue/server/switch',
  title: 'scope.switchServers',
  approval: catalogueApproval,
  level: 2,
  bodyLimit: 262_144,
  risk: 'R3',
  confirms: 'named',
  body: z.object({
    lineId: codeText,
    sIds: z.array(serverNumber).check(z.minLength(1), z.maxLength(10_000)),
    enabled: z.boolean(),
    ...schemas.confirmation,
  }),
  target: ({ body }) => ({ lineId: body.lineId }),
  audit: ({ body }) => ({ sIds: body.sIds.slice(0, 200), count: body.sIds.length, enabled: body.enabled }),
  subject: ({ body }) => body.lineId,
  reply: z.object({ changed: z.int() }),
})

/** Deletes the deepest named place; what hangs below it goes too only where `cascade` says so. */
export const deletePlace = defineRoute({
  ...edit,
  path: '/platform/catalogue/delete',
  title: 'scope.deletePlace',
  approval: catalogueApproval,
  level: 0,
  risk: 'R4',
  confirms: 'named',
  body: z.object({
    game: codeText,
    partnerCode: z.optional(codeText),
    lineId: z.optional(codeText),
    sId: z.optional(serverNumber),
    revision: recordRevision,
    cascade: z.optional(z.boolean()),
    ...schemas.confirmation,
  }),
  // A server that is switched off is no target of any call: its line stands for it.
  target: ({ body }) => ({ game: body.game, operator: body.partnerCode, lineId: body.lineId }),
  subject: ({ body }) =>
    [body.game, body.partnerCode, body.lineId, body.sId].filter((part) => part !== undefined).join('/'),
  reply: z.object({ operators: z.int(), lines: z.int(), servers: z.int() }),
})
