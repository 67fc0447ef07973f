import { defineRoute, schemas, z } from '@qd/contract-kit'
import { LAYOUT_LIMITS } from '@qd/value-codecs/record'
import { atDatabase, databaseRef } from './connections.ts'
import { DECODER_BYTES } from './own-decoder.ts'
import { editRedis, manageRedisConnections, readRedis } from './permissions.ts'

/*
 * How values of keys of one kind are shown: "keys like `game:*:hero:*`, field `snapshot`, as Protobuf RoleSnapshot". A line
 * keeps a list of them; the first whose patterns fit decides. Own decoders are WebAssembly modules, record layouts say which
 * fields records of one size have; both are kept with the line and used by the browser in its worker (docs/guides/redis.md).
 */

/** Viewers, own decoders and record layouts of one line. */
export const VIEWERS_MAX = 200
export const DECODERS_MAX = 20
export const LAYOUTS_MAX = 100
const PATTERN_CHARS = 500

/** What a value is packed with, outermost; `auto`: by its first bytes. */
export const VALUE_COMPRESSIONS = [
  'auto',
  'none',
  'gzip',
  'deflate',
  'deflateRaw',
  'brotli',
  'zstd',
  'lz4',
  'snappy',
] as const
export type ValueCompression = (typeof VALUE_COMPRESSIONS)[number]

/** What the bytes are; `own`: an own decoder says, `record`: a layout does. */
export const VALUE_FORMATS = [
  'auto',
  'text',
  'json',
  'hex',
  'bits',
  'base64',
  'msgpack',
  'php',
  'java',
  'pickle',
  'protobuf',
  'timestamp',
  'float32',
  'float64',
  'own',
  'record',
] as const
export type ValueFormat = (typeof VALUE_FORMATS)[number]

/** A way to look at a value. */
export const valueView = z.object({
  compression: z.enum(VALUE_COMPRESSIONS),
  format: z.enum(VALUE_FORMATS),
  /** Of protobuf: full name of the message, empty without definitions. */
  message: z.string().check(z.maxLength(300)),
  /** Of `own`: id of the decoder; of `record`: id of the layout. */
  decoderId: z.string().check(z.maxLength(64)),
})
export type ValueView = z.output<typeof valueView>

const pattern = z.string().check(z.maxLength(PATTERN_CHARS))
const id = z.string().check(z.minLength(1), z.maxLength(64))
const viewerFields = {
  /** Glob of Redis for the key. */
  keyPattern: pattern.check(z.minLength(1)),
  /** The same for the field of a hash or stream; empty: any value of the key. */
  fieldPattern: pattern,
  ...valueView.shape,
}

/** One viewer as it is kept. */
export const boundViewer = z.object({
  viewerId: id,
  ...viewerFields,
  revision: z.int(),
  by: z.string(),
  at: z.number(),
})
export type BoundViewer = z.output<typeof boundViewer>

/** An own decoder without its bytes. */
export const ownDecoder = z.object({
  decoderId: id,
  name: z.string(),
  /** Of the module, hex. */
  sha256: z.string(),
  bytes: z.int(),
  by: z.string(),
  at: z.number(),
})
export type OwnDecoder = z.output<typeof ownDecoder>

/** How records stand in a value; its text is read by `readLayout`. */
export const lineLayout = z.object({
  layoutId: id,
  name: z.string(),
  text: z.string(),
  revision: z.int(),
  by: z.string(),
  at: z.number(),
})
export type LineLayout = z.output<typeof lineLayout>

const lineId = schemas.shortText
const atLine = ({ body }: { body: { lineId: string } }) => ({ lineId: body.lineId })
const read = { method: 'POST', level: 2, permission: readRedis, risk: 'R0' } as const
const write = { method: 'POST', level: 2, permission: editRedis, risk: 'R2' } as const

/** Viewers of the line in their order, as far as the caller may read such keys here, its own decoders and its layouts. */
export const listViewers = defineRoute({
  ...read,
  path: '/adjust/redis/viewers/list',
  title: 'redis.listViewers',
  body: z.object(databaseRef),
  target: atDatabase,
  reply: z.object({
    list: z.array(boundViewer),
    decoders: z.array(ownDecoder),
    layouts: z.array(lineLayout),
    /** Whether the caller may change viewers and layouts, and decoders. */
    mayEdit: z.boolean(),
    mayManage: z.boolean(),
  }),
})

/** Adds a viewer or changes one (`viewerId` with its `revision`), and gives it its place in the list. */
export const saveViewer = defineRoute({
  ...write,
  path: '/adjust/redis/viewers/save',
  title: 'redis.saveViewer',
  body: z.object({
    lineId,
    viewerId: z.optional(id),
    revision: z.optional(schemas.revision),
    viewer: z.object(viewerFields),
    /** From 0; beyond the end it is the last. */
    position: z.int().check(z.gte(0), z.lte(VIEWERS_MAX)),
  }),
  target: atLine,
  subject: ({ body }) => body.viewer.keyPattern,
  reply: z.object({ viewer: boundViewer }),
})

export const deleteViewer = defineRoute({
  ...write,
  path: '/adjust/redis/viewers/delete',
  title: 'redis.deleteViewer',
  body: z.object({ lineId, viewerId: id, revision: schemas.revision }),
  target: atLine,
  subject: ({ body }) => body.viewerId,
  reply: z.object({}),
})

/** Adds a layout of records or changes one (`layoutId` with its `revision`). */
export const saveLayout = defineRoute({
  ...write,
  path: '/adjust/redis/layout/save',
  title: 'redis.saveLayout',
  body: z.object({
    lineId,
    layoutId: z.optional(id),
    revision: z.optional(schemas.revision),
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    text: z.string().check(z.minLength(1), z.maxLength(LAYOUT_LIMITS.chars)),
  }),
  target: atLine,
  audit: ({ body }) => ({ name: body.name }),
  subject: ({ body }) => body.name,
  reply: z.object({ layout: lineLayout }),
})

export const deleteLayout = defineRoute({
  ...write,
  path: '/adjust/redis/layout/delete',
  title: 'redis.deleteLayout',
  body: z.object({ lineId, layoutId: id, revision: schemas.revision }),
  target: atLine,
  subject: ({ body }) => body.layoutId,
  reply: z.object({}),
})

/** The module of an own decoder. */
export const readDecoder = defineRoute({
  ...read,
  path: '/adjust/redis/decoder/read',
  title: 'redis.readDecoder',
  body: z.object({ lineId, decoderId: id }),
  target: atLine,
  reply: z.object({ base64: z.string(), sha256: z.string() }),
})

const manage = { method: 'POST', level: 2, permission: manageRedisConnections, risk: 'R2' } as const

/** Keeps a module under a name; one of this name is replaced. */
export const saveDecoder = defineRoute({
  ...manage,
  path: '/adjust/redis/decoder/save',
  title: 'redis.saveDecoder',
  bodyLimit: 2 * DECODER_BYTES,
  body: z.object({
    lineId,
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
    module: z.base64().check(z.minLength(1), z.maxLength(Math.ceil(DECODER_BYTES / 3) * 4)),
  }),
  target: atLine,
  audit: ({ body }) => ({ name: body.name }),
  subject: ({ body }) => body.name,
  reply: z.object({ decoder: ownDecoder }),
})

export const deleteDecoder = defineRoute({
  ...manage,
  path: '/adjust/redis/decoder/delete',
  title: 'redis.deleteDecoder',
  body: z.object({ lineId, decoderId: id }),
  target: atLine,
  subject: ({ body }) => body.decoderId,
  reply: z.object({}),
})
