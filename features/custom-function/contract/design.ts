import { EFFECTS, defineRoute, effect, schemas, z } from '@qd/contract-kit'
import { functionEffectsApproval } from './approvals.ts'
import { manageFunctions } from './permissions.ts'
import {
  atTarget,
  functionDefinition,
  functionFault,
  functionKey,
  functionOverride,
  functionParams,
  functionReach,
  functionTarget,
  plannedStep,
  risk,
} from './shapes.ts'

const design = {
  method: 'POST',
  permission: manageFunctions,
  level: 3,
  query: functionTarget,
  target: atTarget,
  bodyLimit: 1_048_576,
} as const

const id = functionKey.shape.id
const note = z.string().check(z.trim(), z.maxLength(500))
const groups = z.array(z.string().check(z.maxLength(64))).check(z.maxLength(100))
/** The version the editor started from; another one in the store means somebody saved meanwhile. */
const base = z.string().check(z.regex(/^\d{1,9}$/))
const saved = z.object({ id: z.string(), version: z.string() })

/** Every fault of a definition against the protocol and commands of the server, without saving. */
export const checkFunction = defineRoute({
  ...design,
  path: '/adjust/function/check',
  title: 'custom-function.check',
  risk: 'R0',
  body: z.object({ definition: functionDefinition }),
  reply: z.object({
    faults: z.array(functionFault),
    /** What running it would weigh. */
    risk,
    needsDryRun: z.boolean(),
  }),
})

/** What a definition that is not saved would do to this player or server; opens no run. */
export const tryFunction = defineRoute({
  ...design,
  path: '/adjust/function/try',
  title: 'custom-function.try',
  risk: 'R0',
  body: z.object({ definition: functionDefinition, params: functionParams }),
  reply: z.object({ risk, isRunnable: z.boolean(), steps: z.array(plannedStep) }),
})

/** Saves a new function (without `id`), or a new version of one; 422 `function_invalid` names every fault. */
export const saveFunction = defineRoute({
  ...design,
  path: '/adjust/function/save',
  title: 'custom-function.save',
  risk: 'R2',
  subject: ({ body }) => body.id ?? body.definition.title,
  audit: ({ body }) => ({ title: body.definition.title, note: body.note }),
  body: z.object({
    id: z.optional(id),
    /** Needed with `id`. */
    base: z.optional(base),
    /** Where a new function is offered; ignored with `id`: a function stays where it is. */
    reach: z.optional(functionReach),
    /** Groups a new function is shared with; later by `shareFunction`. */
    groups: z.optional(groups),
    note,
    definition: functionDefinition,
  }),
  reply: saved,
})

/** Saves an old version anew as the newest. */
export const restoreFunction = defineRoute({
  ...design,
  path: '/adjust/function/restore',
  title: 'custom-function.restore',
  risk: 'R2',
  subject: ({ body }) => body.id,
  audit: ({ body }) => ({ version: body.version, note: body.note }),
  body: z.object({ id, version: base, base, note }),
  reply: saved,
})

/** Puts a function away, or back. Archived ones are run by nobody and keep their history. */
export const archiveFunction = defineRoute({
  ...design,
  path: '/adjust/function/archive',
  title: 'custom-function.archive',
  risk: 'R2',
  subject: ({ body }) => body.id,
  audit: ({ body }) => ({ isArchived: body.isArchived }),
  body: z.object({ id, isArchived: z.boolean() }),
  reply: schemas.nothing,
})

/** Replaces the groups whose members see and may run the function. */
export const shareFunction = defineRoute({
  ...design,
  path: '/adjust/function/share',
  title: 'custom-function.share',
  risk: 'R2',
  subject: ({ body }) => body.id,
  audit: ({ body }) => ({ groups: body.groups }),
  body: z.object({ id, groups }),
  reply: schemas.nothing,
})

/** Hides a function of the game server, raises its risk or keeps it to groups, for the whole line. */
export const overrideFunction = defineRoute({
  ...design,
  path: '/adjust/function/override',
  title: 'custom-function.override',
  risk: 'R2',
  subject: ({ body }) => body.name,
  audit: ({ body }) => ({ override: body.override }),
  body: z.object({ name: id, override: z.nullable(functionOverride) }),
  reply: schemas.nothing,
})

/**
 * Says what a function of the game server does, for the whole line. What the game declares counts all the same; null takes
 * back what was said.
 */
export const functionEffects = defineRoute({
  ...design,
  path: '/adjust/function/effects',
  title: 'custom-function.effects',
  risk: 'R2',
  needsReason: true,
  stepUp: 'sometimes',
  approval: functionEffectsApproval,
  subject: ({ body }) => body.name,
  audit: ({ body }) => ({ effects: body.effects }),
  body: z.object({
    name: id,
    effects: z.nullable(z.array(effect).check(z.maxLength(EFFECTS.length))),
    /** The one that was looked at; 0: nothing was said yet. */
    revision: schemas.revision,
    reason: schemas.reasonLater,
  }),
  reply: z.object({ revision: z.int() }),
})

/** A function as a file: what `importFunction` takes on another console. */
export const functionFile = z.object({
  format: z.literal('quarterdeck.function/1'),
  definition: functionDefinition,
})

export const exportFunction = defineRoute({
  ...design,
  path: '/adjust/function/export',
  title: 'custom-function.export',
  risk: 'R0',
  body: z.object({ id, version: z.optional(base) }),
  reply: functionFile,
})

/** Saves the function of a file as a new one; checked as `saveFunction` does. */
export const importFunction = defineRoute({
  ...design,
  path: '/adjust/function/import',
  title: 'custom-function.import',
  risk: 'R2',
  subject: ({ body }) => body.file.definition.title,
  audit: ({ body }) => ({ title: body.file.definition.title }),
  body: z.object({ file: functionFile, reach: functionReach, note: z.optional(note) }),
  reply: saved,
})
