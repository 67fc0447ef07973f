import { MAX_NAME_LENGTH } from '@qd/protocol-model'
import { z } from 'zod'
import { sentence } from './local-texts.ts'
import { cChange, operatorBlock, uIdText } from './schemas-player.ts'

/** What a command works on: nothing in particular, one player, or the server as a whole. */
export const commandTarget = z.enum(['none', 'player', 'server'])
export const commandRisk = z.enum(['R1', 'R2', 'R3', 'R4'])
/**
 * What a command does besides answering: gives items or a currency, changes a field the definition calls sensitive, reaches
 * many players at once, changes rights, changes the list of servers, deletes or takes away; `none`: nothing of it.
 */
export const commandEffect = z.enum([
  'items',
  'currency',
  'sensitive',
  'many',
  'rights',
  'catalogue',
  'destructive',
  'none',
])
export type CommandEffect = z.infer<typeof commandEffect>
export const commandResultKind = z.enum(['text', 'table', 'json'])

/** Declarations are checked one by one by `readCommands`, so that a bad one does not hide the others. */
export const commandsReply = z.array(z.unknown()).max(1000)

export const commandsRunRequest = z.object({
  name: z.string().min(1).max(128),
  /** By `fieldName`; int64 as text. */
  params: z.record(z.string().max(MAX_NAME_LENGTH), z.unknown()).default({}),
  /** For commands whose target is a player. */
  uId: uIdText.optional(),
  /** True: tell in `actions` what would happen, and change nothing. */
  dryRun: z.boolean().default(false),
  operator: operatorBlock,
})
export type CommandsRunRequest = z.infer<typeof commandsRunRequest>

export const commandTable = z.object({
  columns: z.array(z.object({ key: z.string().max(128), title: sentence(200) })).max(100),
  /** Cells in the order of the columns. */
  rows: z.array(z.array(z.unknown()).max(100)).max(10_000),
})
export type CommandTable = z.infer<typeof commandTable>

/** What a command answers: the part its `kind` names, sentences on what it did, and changes of player data. */
export const commandsRunReply = z.object({
  kind: commandResultKind,
  text: sentence().optional(),
  table: commandTable.optional(),
  json: z.unknown().optional(),
  actions: z
    .array(z.object({ text: sentence(2000) }))
    .max(1000)
    .default([]),
  c: z.array(cChange).default([]),
})
export type CommandsRunReply = z.infer<typeof commandsRunReply>
