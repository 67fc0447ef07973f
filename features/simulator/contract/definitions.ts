import { defineErrors, definePermission, defineRoute, schemas, z } from '@qd/contract-kit'

/** Reads the definitions of messages: the documentation, and what the simulator composes with. */
export const readDefinitions = definePermission({
  routerName: 'mock',
  code: 'simulator.read',
  type: 'button',
  heldBy: ['developer', 'reviewer'],
})

export const definitionErrors = defineErrors({ definition_unknown: 404 })

/** Versions that are kept of all servers of one game; the ones seen last stay. */
export const VERSIONS_PER_GAME = 200
/** Differences that one answer lists; all of them are counted. */
export const MOST_DIFFERENCES = 2_000

const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const ofServer = { sId: schemas.sIdNumber, lineId: z.optional(schemas.shortText) }
const atServer = (at: { sId: number; lineId?: string | undefined }) => ({ sId: at.sId, lineId: at.lineId })
const own = { permission: readDefinitions, level: 3, risk: 'R0' } as const

/** What of the messages differs between two versions. */
export const definitionChange = z.object({
  /** What happened, e.g. `field_removed`: a `SchemaChangeCode` of `@qd/proto-wire`. */
  code: z.string(),
  /** Full name of the message or enum, with `.` and the field or value; or the name of the command. */
  path: z.string(),
  before: z.string(),
  after: z.string(),
  /** Whoever still has the other version misreads it. */
  isBreaking: z.boolean(),
})
export type DefinitionChange = z.infer<typeof definitionChange>

/** One version of the message definitions of a server. Times in ms UTC. */
export const definitionVersion = z.object({
  /** SHA-256 of the content, hex. */
  hash,
  firstAt: z.int(),
  firstBy: z.string(),
  lastAt: z.int(),
  messages: z.int(),
  enums: z.int(),
  commands: z.int(),
  bytes: z.int(),
  /** The version that stood before it on this server, empty for the first; what differs from it. */
  previous: z.string(),
  /** Null: one of the two cannot be read. */
  changes: z.nullable(z.int()),
  breaking: z.int(),
})
export type DefinitionVersion = z.infer<typeof definitionVersion>

/** Versions of a server's message definitions that were seen here, the newest first. */
export const definitionVersions = defineRoute({
  ...own,
  method: 'POST',
  path: '/mock/definition/list',
  title: 'simulator.definitionVersions',
  body: z.object(ofServer),
  target: ({ body }) => atServer(body),
  reply: z.object({ versions: z.array(definitionVersion), mostVersions: z.int() }),
})

export const docCommand = z.object({
  cmd: z.int(),
  name: z.string(),
  req: z.string(),
  res: z.string(),
  push: z.string(),
  comment: z.string(),
})

/** One version as it was. */
export const definitionGet = defineRoute({
  ...own,
  method: 'POST',
  path: '/mock/definition/get',
  title: 'simulator.definitionGet',
  body: z.object({ ...ofServer, hash }),
  target: ({ body }) => atServer(body),
  reply: z.object({
    hash,
    proto: z.object({ nested: z.record(z.string(), z.unknown()) }),
    cmds: z.array(docCommand),
  }),
})

/** What differs between two versions of a server. */
export const definitionCompare = defineRoute({
  ...own,
  method: 'POST',
  path: '/mock/definition/compare',
  title: 'simulator.definitionCompare',
  /** The older one, and the one it is compared with. */
  body: z.object({ ...ofServer, against: hash, hash }),
  target: ({ body }) => atServer(body),
  reply: z.object({
    /** Breaking ones first. */
    changes: z.array(definitionChange),
    total: z.int(),
    breaking: z.int(),
  }),
})

const download = {
  ...own,
  method: 'GET',
  query: z.object({ ...ofServer, hash }),
  target: ({ query }: { query: { sId: number; lineId?: string | undefined } }) => atServer(query),
  reply: z.unknown(),
  raw: true,
} as const

/** The .proto files of a version, as a zip. */
export const definitionProto = defineRoute({
  ...download,
  path: '/mock/definition/proto',
  title: 'simulator.definitionProto',
})

/** The JSON descriptor of a version with its commands. */
export const definitionDescriptor = defineRoute({
  ...download,
  path: '/mock/definition/descriptor',
  title: 'simulator.definitionDescriptor',
})

/** The documentation of a version as files that open from a folder, in the caller's language. */
export const definitionSite = defineRoute({
  ...download,
  path: '/mock/definition/site',
  title: 'simulator.definitionSite',
})
