import {
  AppError,
  defineApproval,
  defineErrors,
  definePermission,
  defineRoute,
  schemas,
  z,
  effectsOf,
} from '@qd/contract-kit'
import type { Risk } from '@qd/contract-kit'
import { coreTextsFolder } from '@qd/contract-kit/texts'
import { serve } from '@qd/server-kit'
import type { ApprovalFacts, CallContext, ObjectKey, ServerFeature } from '@qd/server-kit'
import { column, leaseMigrations } from '@qd/store'
import type { Migration } from '@qd/store'
import type { Kysely } from 'kysely'
import { approvalMigrations } from '../index.ts'

/** What executions of the tests leave behind. */
export interface EffectTables {
  effect: { what: string; by: string }
}

const effectMigration: Migration = {
  name: 'test-0001-effect',
  async up(db) {
    await db.schema
      .createTable('effect')
      .addColumn('what', column.text, (c) => c.notNull())
      .addColumn('by', column.text, (c) => c.notNull())
      .execute()
  },
}
export const worldMigrations = [...leaseMigrations, ...approvalMigrations, effectMigration]

export const givePermission = definePermission({
  routerName: 'test',
  code: 'give',
  type: 'button',
  heldBy: [],
})
export const giveApproval = defineApproval({ type: 'test.give', title: 'test.give', secrets: ['key'] })
export const giveErrors = defineErrors({ give_refused: 409 })

const give = defineRoute({
  method: 'POST',
  path: '/platform/test/give',
  title: 'test.give',
  permission: givePermission,
  level: 2,
  risk: 'R2',
  risesTo: 'R4',
  approval: giveApproval,
  target: ({ body }) => ({ lineId: body.lineId }),
  body: z.object({
    lineId: z.string(),
    what: z.string(),
    risk: z.optional(z.enum(['R2', 'R3', 'R4'])),
    rows: z.optional(z.int()),
    object: z.optional(z.string()),
    job: z.optional(z.string()),
    key: z.optional(z.string()),
    idempotencyKey: z.optional(schemas.idempotencyKey),
    ...schemas.confirmation,
  }),
  reply: z.object({ done: z.string(), jobId: z.optional(z.string()) }),
})

export interface GiveWorld {
  /** Version of what gifts are based on. */
  base: string
  /** Called between the approval and the write. */
  beforeWrite: () => Promise<void>
  /** Called after the write. */
  afterWrite: () => Promise<void>
  /** Called when it is all done, before that is written down. */
  beforeEnd: () => Promise<void>
}

export function giveFeature(world: GiveWorld, jobKeys: Map<string, string>): ServerFeature {
  return {
    name: 'test',
    texts: coreTextsFolder,
    routes: [
      serve(give, {
        effect: 'store',
        raiseRisk: ({ body }) => (body.risk ?? 'R2') as Risk,
        endOf: ({ done, jobId }) => ({
          state: 'succeeded',
          ...(jobId === undefined ? { made: [`gift:${done}`, `card:${done}`] } : { jobId }),
        }),
        async handle({ body }, ctx: CallContext) {
          if (body.what === 'refuse') throw new AppError(giveErrors.give_refused)
          const facts = {
            risk: body.risk ?? 'R2',
            value: { rows: body.rows ?? 1, worth: { atLeast: '10', isComplete: true } },
            effects: effectsOf('items'),
            objects: [(body.object ?? `gift:${body.what}`) as ObjectKey],
            bases: [{ key: 'stock', label: 'The stock', version: world.base }],
            preview: [{ kind: 'facts', rows: [{ label: 'What', value: body.what }] }],
            title: `Give ${body.what}`,
          } satisfies ApprovalFacts
          await ctx.approve(facts, async () => {
            if (body.what === 'out of stock') throw new AppError(giveErrors.give_refused)
            const text = `Nearly out of ${body.what}`
            return body.what === 'tried' ? [{ kind: 'checks', rows: [{ state: 'warn', text }] }] : []
          })
          await world.beforeWrite()
          await ctx.commit(async (tx: Kysely<EffectTables>) => {
            // As all that has a key: the same one does it once.
            const done = await tx.selectFrom('effect').select('what').where('what', '=', body.what).execute()
            if (body.idempotencyKey !== undefined && done.length > 0) return
            if (body.job !== undefined)
              jobKeys.set(`${ctx.caller.userId} ${body.idempotencyKey ?? ''}`, body.job)
            await tx.insertInto('effect').values({ what: body.what, by: ctx.caller.username }).execute()
          })
          await world.afterWrite()
          return { done: body.what, ...(body.job === undefined ? {} : { jobId: body.job }) }
        },
      }),
    ],
  }
}
