import { AppError } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import type { AnyTx } from '@qd/store'
import type { Kysely } from 'kysely'
import { accessErrors } from '../contract/index.ts'
import type { AccessTables } from './access-tables.ts'
import type { AccountCommit } from './accounts-port.ts'
import type { AccessModel } from './model/access-model.ts'
import { loadModel } from './model/load-model.ts'
import type { ModelDeps } from './model/load-model.ts'
import { actorOf } from './rules/actor.ts'
import type { Actor } from './rules/actor.ts'

/** Each lost try is a write of somebody else that was done: many who write at once all get their turn. */
const MOST_TRIES = 100

export interface Decision {
  model: AccessModel
  actor: Actor
  /** Commits only while the model is still true; otherwise everything is decided anew. */
  commit: AccountCommit
}

/** Within any write that changes rights: models loaded before it no longer commit. */
export async function moveStamp(tx: Kysely<AccessTables>): Promise<void> {
  await tx
    .updateTable('access_stamp')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .execute()
}

async function claimStamp(tx: Kysely<AccessTables>, stamp: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('access_stamp')
    .set({ value: stamp + 1 })
    .where('value', '=', stamp)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new AppError(accessErrors.access_changed)
}

const isOutdated = (error: unknown) =>
  error instanceof AppError && error.def.code === accessErrors.access_changed.code

/**
 * Decides on a model of all rights and commits only if nobody changed any meanwhile, on whatever node:
 * of two administrators who take each other's rights at the same moment one succeeds.
 */
export async function administer<T>(
  deps: ModelDeps,
  ctx: Pick<CallContext, 'caller' | 'commit'>,
  decide: (decision: Decision) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const model = await loadModel(deps)
    const commit: AccountCommit = <R>(change: (tx: AnyTx) => Promise<R>) =>
      ctx.commit<AccessTables, R>(async (tx) => {
        await claimStamp(tx, model.stamp)
        return change(tx)
      })
    try {
      return await decide({ model, actor: actorOf(model, ctx.caller), commit })
    } catch (error) {
      if (!isOutdated(error) || tries === MOST_TRIES) throw error
    }
  }
}
