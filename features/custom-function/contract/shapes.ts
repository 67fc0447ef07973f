import { effect, effects, schemas, z } from '@qd/contract-kit'
import { change, changeVerdict, field } from '@qd/data-edit/contract'

/** The server the page stands on; a function of the console is seen there when its place holds the server. */
export const functionTarget = z.object({
  sId: z.optional(schemas.sIdNumber),
  lineId: z.optional(schemas.shortText),
  uId: z.optional(schemas.uIdText),
})
export const atTarget = ({ query }: { query: z.output<typeof functionTarget> }) => ({
  sId: query.sId,
  lineId: query.lineId,
  uId: query.uId,
})

export const risk = z.enum(['R0', 'R1', 'R2', 'R3', 'R4'])
/** What a function works on. `none`: neither; `server`: the server as a whole. Both run without a player. */
export const functionTargetKind = z.enum(['none', 'player', 'server'])
/** `server`: declared by the game server; `composed`: designed in this console. */
export const functionSource = z.enum(['server', 'composed'])

const id = z.string().check(z.minLength(1), z.maxLength(128))
const version = z.string().check(z.minLength(1), z.maxLength(64))

/**
 * One function in one version: `id` is the command's name or the function's id; `version` a hash of the
 * declaration (`server`) or the number of a save from 1 (`composed`), both as `functionList` gives them.
 */
export const functionRef = z.object({ source: functionSource, id, version })
export type FunctionRef = z.infer<typeof functionRef>
/** The same without a version. */
export const functionKey = z.object({ source: functionSource, id })

/** How far up a composed function is offered, seen from the server it was saved on. */
export const functionReach = z.enum(['game', 'operator', 'line'])
export const functionPlace = z.object({
  game: z.string(),
  operator: z.nullable(z.string()),
  lineId: z.nullable(z.string()),
})

/** Values of the parameters by `fieldName`; int64 as text. */
export const functionParams = z.record(z.string().check(z.maxLength(128)), z.unknown())

/**
 * What a designer makes. `steps` are those of `Step` in @qd/function-steps (read, patch, message, command);
 * they are checked by its `checkFunction`, whose faults name the place in this object.
 */
export const functionDefinition = z.object({
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  /** Heading in the list; empty: none. */
  group: z.string().check(z.trim(), z.maxLength(60)),
  comment: z.string().check(z.trim(), z.maxLength(2000)),
  target: z.enum(['none', 'player']),
  /** Counts when it is higher than that of the steps. */
  risk: z.optional(risk),
  parameters: z.array(field).check(z.maxLength(40)),
  steps: z.array(z.record(z.string(), z.unknown())).check(z.maxLength(50)),
})
export type FunctionDefinition = z.infer<typeof functionDefinition>

/** One thing wrong: `path` is dotted (`steps.2.changes.0.value`, `params.level`), `msg` in the caller's language. */
export const functionFault = z.object({ path: z.string(), code: z.string(), msg: z.string() })
export type FunctionFault = z.infer<typeof functionFault>

/** What the console says otherwise than the game server about one of its functions. */
export const functionOverride = z.object({
  /** Hidden functions are listed to those who manage functions only, and run by nobody. */
  isHidden: z.boolean(),
  risk: z.nullable(risk),
  /** Ids of the groups that may run it; null: everybody with the right. */
  groups: z.nullable(z.array(z.string())),
})

/** One line of the list. */
export const functionEntry = z.object({
  ...functionRef.shape,
  title: z.string(),
  group: z.string(),
  comment: z.string(),
  target: functionTargetKind,
  parameters: z.array(field),
  /** With override and steps counted in. */
  risk,
  hasDryRun: z.boolean(),
  /** True: `run` wants a dry run by the same user in the last 10 minutes. */
  needsDryRun: z.boolean(),
  /** Shape of the result of a server function; a composed one answers step by step. */
  result: z.nullable(z.enum(['text', 'table', 'json'])),
  /** False with `whyNot`: shown greyed. */
  mayRun: z.boolean(),
  whyNot: z.nullable(z.enum(['risk', 'hidden', 'archived'])),
  mayManage: z.boolean(),
  override: z.nullable(functionOverride),
  /** What it does, as far as somebody has said; null: its steps tell. */
  effects: z.nullable(effects),
  /** Of a function of the game: what the game declares and what the console says besides; null: nothing. */
  saidEffects: z.nullable(
    z.object({
      byGame: z.nullable(z.array(effect)),
      byConsole: z.nullable(z.array(effect)),
      revision: z.int(),
    }),
  ),
  /** Null for functions of the game server. */
  composed: z.nullable(
    z.object({
      place: functionPlace,
      owner: z.string(),
      isOwn: z.boolean(),
      isArchived: z.boolean(),
      groups: z.array(z.string()),
      savedAt: z.number(),
      savedBy: z.string(),
      note: z.string(),
    }),
  ),
})
export type FunctionEntry = z.infer<typeof functionEntry>

export const stepKind = z.enum(['read', 'patch', 'message', 'command'])

export const resultTable = z.object({
  columns: z.array(z.object({ key: z.string(), title: z.string() })),
  /** Cells in the order of the columns. */
  rows: z.array(z.array(z.unknown())),
})

/** One row of a patch that no longer fits: planned on, found, wanted. */
export const patchConflict = z.object({
  index: z.int(),
  loaded: z.unknown(),
  current: z.unknown(),
  mine: z.unknown(),
})

/** One step of a dry run. Server functions have one step of kind `command`. */
export const plannedStep = z.object({
  /** Index in `steps`. */
  step: z.int(),
  kind: stepKind,
  title: z.string(),
  /** `stopped`: its `stopIf` held, the steps after it are not planned. */
  status: z.enum(['ready', 'skipped', 'stopped', 'failed']),
  /** Sentences on what would happen. */
  actions: z.array(z.string()),
  /** Of a patch, with the value found as `old`. */
  changes: z.array(change),
  refused: z.array(changeVerdict),
  /** True when a command or message before it may change what it reads: the values shown are those of now. */
  isUnsure: z.boolean(),
  code: z.optional(z.string()),
  msg: z.optional(z.string()),
  table: z.optional(resultTable),
  json: z.optional(z.unknown()),
})
export type PlannedStep = z.infer<typeof plannedStep>

/** What became of one step. `unknown`: sent, and nobody can tell; run again under the same key to ask. */
export const stepResult = z.object({
  step: z.int(),
  kind: stepKind,
  title: z.string(),
  status: z.enum(['done', 'skipped', 'stopped', 'failed', 'unknown']),
  code: z.optional(z.string()),
  msg: z.optional(z.string()),
  text: z.optional(z.string()),
  table: z.optional(resultTable),
  json: z.optional(z.unknown()),
  /** Of a patch: the edit in the player's history, where it can be undone. */
  editId: z.optional(z.string()),
  conflicts: z.optional(z.array(patchConflict)),
})
export type StepResult = z.infer<typeof stepResult>
