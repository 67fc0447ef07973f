import { MAX_NAME_LENGTH } from '@qd/protocol-model'
import { z } from 'zod'
import { parseUId } from '@qd/game-id'
import { sentence } from './local-texts.ts'

/** A uId as text, the only form it has in JSON. */
export const uIdText = z.string().refine((text) => parseUId(text).ok, { error: 'is no uId' })

/** Ways to find a player that a server offers by naming `players.lookup.device` and so on among its capabilities. */
export const OFFERED_LOOKUPS = ['device', 'email', 'order'] as const
export type OfferedLookup = (typeof OFFERED_LOOKUPS)[number]

export const lookupRequest = z.object({
  by: z.enum(['uId', 'roleId', 'name', 'account', ...OFFERED_LOOKUPS]),
  value: z.string().min(1).max(256),
  exact: z.boolean().optional(),
  limit: z.int().positive().max(100).optional(),
})
export type LookupRequest = z.infer<typeof lookupRequest>

export const playerRow = z.object({
  uId: uIdText,
  roleId: z.string(),
  name: z.string(),
  sId: z.int().nonnegative(),
  level: z.int(),
  online: z.boolean(),
  channel: z.string(),
})
export type PlayerRow = z.infer<typeof playerRow>

/** Which diff infos to read; `keys` picks rows of a table, `cursor` goes on where an answer stopped. */
export const dataGetRequest = z.object({
  uId: uIdText,
  items: z
    .array(
      z.object({
        diff: z.string().min(1).max(MAX_NAME_LENGTH),
        keys: z.array(z.string()).max(1000).optional(),
        cursor: z.string().optional(),
      }),
    )
    .max(500),
})
export type DataGetRequest = z.infer<typeof dataGetRequest>

/** `tables` is `{netKey: object}` for single objects and `{netKey: {key: row}}` for tables; `cursors` by diff name. */
export const dataGetReply = z.object({
  version: z.string().max(256),
  online: z.boolean(),
  tables: z.record(z.string(), z.unknown()),
  cursors: z.record(z.string(), z.string()).optional(),
})
export type DataGetReply = z.infer<typeof dataGetReply>

/** One edit; path segments are field names, element keys and list indexes; `old` stands for set and remove. */
export const changeRow = z.object({
  diff: z.string().min(1).max(MAX_NAME_LENGTH),
  key: z.string().max(256).optional(),
  path: z.array(z.union([z.string().max(MAX_NAME_LENGTH), z.int().nonnegative()])).max(32),
  op: z.enum(['set', 'add', 'remove']),
  value: z.unknown().optional(),
  old: z.unknown().optional(),
})

/** `status` 0 is done, else the HTTP status the row alone would have had; `code` is the contract's. */
export const rowResult = z.object({
  index: z.int().nonnegative(),
  status: z.int(),
  code: z.int(),
  msg: sentence(),
})
export type RowResult = z.infer<typeof rowResult>

export const dataCheckRequest = z.object({
  uId: uIdText,
  version: z.string().max(256),
  changes: z.array(changeRow).min(1).max(1000),
  /** The definition that the changes were made by; a server with another one may refuse with 2003. */
  protocolMd5: z.string().max(64).optional(),
})
export type DataCheckRequest = z.infer<typeof dataCheckRequest>

/** What the changes would do, in sentences, without doing it; a warning does not stop them, a refused row does. */
export const dataCheckReply = z.object({
  actions: z.array(z.object({ text: sentence(), code: z.string() })),
  warnings: z.array(z.object({ index: z.int().nonnegative(), code: z.int(), msg: sentence() })).default([]),
  refused: z.array(rowResult).default([]),
})
export type DataCheckReply = z.infer<typeof dataCheckReply>

/** live edits a player who is online, kick ends the session first, refuse answers 2002. */
export const onlinePolicy = z.enum(['live', 'kick', 'refuse'])
export type OnlinePolicy = z.infer<typeof onlinePolicy>

/** Who is behind a write, for the game's own log. */
export const operatorBlock = z.object({
  opId: z.string(),
  user: z.string(),
  reason: z.string().optional(),
  approvalId: z.string().optional(),
  requestId: z.string(),
})
export type OperatorBlock = z.infer<typeof operatorBlock>

export const dataChangeRequest = dataCheckRequest.extend({
  onlinePolicy: onlinePolicy.default('live'),
  operator: operatorBlock,
})
export type DataChangeRequest = z.infer<typeof dataChangeRequest>

/** One entry of a change list (S3.10): `d` a net key, `change` JSON text. */
export const cChange = z.object({ d: z.string(), change: z.string() })

export const dataChangeReply = z.object({
  version: z.string().max(256),
  c: z.array(cChange),
  results: z.array(rowResult),
})
export type DataChangeReply = z.infer<typeof dataChangeReply>

export const accountsCreateRequest = z.object({
  name: z.string().max(128).optional(),
  count: z.int().min(1).max(20),
  template: z.string().max(64).optional(),
  operator: operatorBlock,
})
export type AccountsCreateRequest = z.infer<typeof accountsCreateRequest>

export const accountsCreateReply = z.object({
  users: z.array(z.object({ userId: uIdText, name: z.string() })),
})
export type AccountsCreateReply = z.infer<typeof accountsCreateReply>
