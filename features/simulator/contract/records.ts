import { defineRoute, schemas, z } from '@qd/contract-kit'
import { manageSimulatorAddresses, manageSimulatorRecords, simulatorConnect } from './permissions.ts'

/*
 * Socket-only records: games the console knows by their frames and messages alone. A record belongs to a line; who may
 * connect there sees it. No key of the catalogue is ever used for one.
 */

export const RECORD_DEFINITION_BYTES = 5 * 1_048_576
const recordId = z.string().check(z.minLength(1), z.maxLength(64))
/** `ws://`, `wss://`, `tcp://` or `tcps://`. */
const url = z.string().check(z.regex(/^[a-z]+:\/\/[^\s/]+(\/\S*)?$/), z.maxLength(300))
export const recordName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const messageName = z.string().check(z.maxLength(300))
const atLine = { method: 'POST', level: 2 } as const
const target = ({ body }: { body: { lineId: string } }) => ({ lineId: body.lineId })

export const recordCommand = z.object({
  cmd: z.int().check(z.gte(0), z.lte(4_294_967_295)),
  name: messageName,
  /** Full names of messages; empty for none. */
  req: messageName,
  res: messageName,
  push: messageName,
})

/** Sent after the socket opened, before anything else; `body` is JSON of the command's request. */
export const recordEnter = z.object({
  cmd: z.int().check(z.gte(0), z.lte(4_294_967_295)),
  body: z.string().check(z.maxLength(20_000)),
})

export const simulatorRecord = z.object({
  recordId: z.string(),
  lineId: z.string(),
  name: z.string(),
  url: z.string(),
  /** Frame descriptor (`packages/game-frame`). */
  layout: z.unknown(),
  enter: z.nullable(recordEnter),
  messages: z.int(),
  commands: z.int(),
  /** sha256 of the definition, hex. */
  definitionHash: z.string(),
  revision: z.int(),
  changedBy: z.string(),
  changedAt: z.number(),
})
export type SimulatorRecord = z.infer<typeof simulatorRecord>

export const recordList = defineRoute({
  ...atLine,
  path: '/platform/simulator/record/list',
  title: 'simulator.recordList',
  permission: simulatorConnect,
  risk: 'R0',
  body: z.object({ lineId: schemas.shortText }),
  target,
  reply: z.object({ list: z.array(simulatorRecord) }),
})

/** Messages in protobuf.js JSON form and the commands; what `protoDefinition` is for a server. */
export const recordDefinition = defineRoute({
  ...atLine,
  path: '/platform/simulator/record/definition',
  title: 'simulator.recordDefinition',
  permission: simulatorConnect,
  risk: 'R0',
  body: z.object({ lineId: schemas.shortText, recordId }),
  target,
  reply: z.object({
    record: simulatorRecord,
    proto: z.object({ nested: z.record(z.string(), z.unknown()) }),
    cmds: z.array(recordCommand),
  }),
})

const recordFile = {
  method: 'GET',
  level: 2,
  permission: simulatorConnect,
  risk: 'R0',
  query: z.object({ lineId: schemas.shortText, recordId }),
  target: ({ query }: { query: { lineId: string } }) => ({ lineId: query.lineId }),
  reply: z.unknown(),
  raw: true,
} as const

/** The .proto files of a record, as a zip. */
export const recordProto = defineRoute({
  ...recordFile,
  path: '/platform/simulator/record/proto',
  title: 'simulator.recordProto',
})

/** The JSON descriptor of a record with its commands. */
export const recordDescriptor = defineRoute({
  ...recordFile,
  path: '/platform/simulator/record/descriptor',
  title: 'simulator.recordDescriptor',
})

/** The documentation of a record as files that open from a folder, in the caller's language. */
export const recordSite = defineRoute({
  ...recordFile,
  path: '/platform/simulator/record/site',
  title: 'simulator.recordSite',
})

/**
 * Creates a record, or changes one (`recordId` with its `revision`). The definition is .proto files, which may import
 * each other, or a protobuf.js JSON descriptor; absent: the one it has. Commands come as a list, as CSV with the columns
 * cmd,name,req,res,push, or by a rule: messages whose names begin so belong together, numbered from their enum.
 */
export const recordSave = defineRoute({
  ...atLine,
  path: '/platform/simulator/record/save',
  title: 'simulator.recordSave',
  permission: manageSimulatorRecords,
  risk: 'R2',
  bodyLimit: RECORD_DEFINITION_BYTES + 1_048_576,
  body: z.object({
    lineId: schemas.shortText,
    recordId: z.optional(recordId),
    revision: z.optional(schemas.revision),
    name: recordName,
    url,
    layout: z.unknown(),
    enter: z.nullable(recordEnter),
    files: z.optional(
      z
        .array(z.object({ path: z.string().check(z.minLength(1), z.maxLength(300)), text: z.string() }))
        .check(z.maxLength(500)),
    ),
    /** JSON text of a protobuf.js descriptor: `{ "nested": … }`. */
    descriptor: z.optional(z.string()),
    commands: z.optional(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('list'), list: z.array(recordCommand).check(z.maxLength(20_000)) }),
        z.object({ kind: z.literal('csv'), text: z.string() }),
        z.object({
          kind: z.literal('rule'),
          /** `C2S_`, `S2C_`, `Push_`: the begin of each kind of message; empty for none. */
          request: z.string().check(z.maxLength(60)),
          reply: z.string().check(z.maxLength(60)),
          push: z.string().check(z.maxLength(60)),
          /** Full name of the enum whose values are the command numbers, named like the messages without their begin. */
          enum: messageName,
        }),
      ]),
    ),
  }),
  target,
  audit: ({ body }) => ({ name: body.name, url: body.url, recordId: body.recordId ?? '' }),
  reply: z.object({ record: simulatorRecord }),
})

/** Deletes one as it was seen (`revision`). */
export const recordDelete = defineRoute({
  ...atLine,
  path: '/platform/simulator/record/delete',
  title: 'simulator.recordDelete',
  permission: manageSimulatorRecords,
  risk: 'R2',
  body: z.object({ lineId: schemas.shortText, recordId, revision: schemas.revision }),
  target,
  subject: ({ body }) => body.recordId,
  reply: schemas.nothing,
})

/** `host:port`, `*.host:port` or `host:*`; IPv6 in brackets. */
export const addressHost = z
  .string()
  .check(z.trim(), z.regex(/^(\*\.)?[\w.-]+:(\d{1,5}|\*)$|^\[[0-9a-fA-F:]+\]:(\d{1,5}|\*)$/))
const MAX_HOSTS = 100

/** Where connections without a catalogue server may go on this line: `host:port`, `*.host:port` or `host:*`. */
export const addressList = defineRoute({
  ...atLine,
  path: '/platform/simulator/address/list',
  title: 'simulator.addressList',
  permission: simulatorConnect,
  risk: 'R0',
  body: z.object({ lineId: schemas.shortText }),
  target,
  reply: z.object({ hosts: z.array(z.string()), revision: z.int() }),
})

export const addressSave = defineRoute({
  ...atLine,
  path: '/platform/simulator/address/save',
  title: 'simulator.addressSave',
  permission: manageSimulatorAddresses,
  risk: 'R2',
  body: z.object({
    lineId: schemas.shortText,
    hosts: z.array(addressHost).check(z.maxLength(MAX_HOSTS)),
    revision: schemas.revision,
  }),
  target,
  audit: ({ body }) => ({ hosts: body.hosts }),
  reply: z.object({ hosts: z.array(z.string()), revision: z.int() }),
})
