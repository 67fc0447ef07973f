import { definePermission, defineRoute, schemas, z } from '@qd/contract-kit'
import { readDefinitions } from './definitions.ts'

export * from './connection.ts'
export * from './definitions.ts'
export * from './doc-fields.ts'
export * from './doc-model.ts'
export * from './errors.ts'
export * from './gateway.ts'
export * from './kept.ts'
export * from './permissions.ts'
export * from './records.ts'
export * from './requests.ts'
export * from './timeline.ts'
export * from './tones.ts'

const hash = definePermission({
  routerName: 'mock',
  code: 'simulator.hash',
  type: 'button',
  heldBy: ['developer'],
})
const serverQuery = z.object({ sId: schemas.sIdNumber, lineId: z.optional(schemas.shortText) })

export const heartbeat = z.object({ cmd: z.int(), everySeconds: z.number() })

export const command = z.object({
  cmd: z.int(),
  name: z.string(),
  req: z.string(),
  res: z.string(),
  push: z.string(),
  comment: z.string(),
})

/** Message definitions of a server in protobuf.js JSON form (S7.20). */
export const protoDefinition = defineRoute({
  method: 'GET',
  path: '/adjust/proto',
  title: 'simulator.proto',
  permission: readDefinitions,
  level: 3,
  risk: 'R0',
  query: serverQuery,
  target: ({ query }) => ({ sId: query.sId, lineId: query.lineId }),
  reply: z.object({
    proto: z.object({ nested: z.record(z.string(), z.unknown()) }),
    cmds: z.array(command),
    /** The version this is, as `/mock/definition/list` names it. */
    hash: z.string(),
    /** Why the newest definition was refused, when an older one is served instead. */
    refusedBecause: z.optional(z.string()),
  }),
})

/** The .proto files as a zip (S7.17). */
export const downloadProto = defineRoute({
  method: 'GET',
  path: '/adjust/downloadProto',
  title: 'simulator.downloadProto',
  permission: readDefinitions,
  level: 2,
  risk: 'R0',
  query: z.object({ sId: z.optional(schemas.sIdNumber), lineId: z.optional(schemas.shortText) }),
  target: ({ query }) => ({ sId: query.sId, lineId: query.lineId }),
  reply: z.unknown(),
  raw: true,
})

export const wstoolConfig = defineRoute({
  method: 'GET',
  path: '/adjust/wstool/config',
  title: 'simulator.config',
  permission: 'session',
  level: 0,
  risk: 'R0',
  query: z.object({
    game: z.optional(schemas.shortText),
    lineId: z.optional(schemas.shortText),
    sId: z.optional(schemas.sIdNumber),
  }),
  target: ({ query }) => ({ game: query.game, lineId: query.lineId, sId: query.sId }),
  reply: z.object({
    /** Frame layout of the game as data; of the first game the caller reaches when none is named. */
    codec: z.unknown(),
    /** Null for a game whose sockets need none. */
    heartbeat: z.nullable(heartbeat),
    project: z.literal('wstool'),
    protocol: z.literal('protobuf'),
    ws: z.string(),
  }),
})

/** A one-use Enter hash, 60 s, for the device named or for a new one; the key itself never leaves the server (S7.19). */
export const enterHash = defineRoute({
  method: 'GET',
  path: '/adjust/wstool/getHash',
  title: 'simulator.enterHash',
  permission: hash,
  level: 3,
  risk: 'R2',
  query: z.object({
    sId: schemas.sIdNumber,
    lineId: z.optional(schemas.shortText),
    deviceId: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
    ver: z.optional(z.string().check(z.maxLength(64))),
  }),
  target: ({ query }) => ({ sId: query.sId, lineId: query.lineId }),
  audit: ({ query }) => ({ deviceId: query.deviceId ?? '' }),
  reply: z.object({ hash: z.string(), deviceId: z.string(), ver: z.string(), expiresAt: z.number() }),
})
export { isMarked, isPairs, isSecretField, nameOfPair, withoutSecrets } from './secret-fields.ts'
