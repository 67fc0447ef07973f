import { AppError, coreErrors, mayCallAt } from '@qd/contract-kit'
import type { CallContext, CataloguePlace, ReachPort } from '@qd/server-kit'
import { saveLimit } from '../../contract/index.ts'

/** No id of a line has a slash. */
const MARK = '/'

/** Who limits are kept for. */
export interface LimitOwners {
  lineId: string
  /** Null: nobody knows the operator of the line. */
  operator: string | null
}

export function ownersOf({ game, operator, lineId = '' }: CataloguePlace): LimitOwners {
  return {
    lineId,
    operator: game === undefined || operator === undefined ? null : `${game}${MARK}${operator}`,
  }
}

/** The same by what the servers of the line say. */
export function ownersAt(reach: Pick<ReachPort, 'serversOf'>, lineId: string): LimitOwners {
  return ownersOf({ ...reach.serversOf(lineId)[0], lineId })
}

export const isOfOperator = (owner: string): boolean => owner.includes(MARK)

/** A limit of all lines takes the right on all of them, and is confirmed as on production, which may be among them. */
export async function guardOperatorLimit(ctx: CallContext): Promise<void> {
  const { game, operator, lineId, environment } = ctx.place
  const everywhere = ctx.caller.grants.filter((grant) => grant.environment === '*')
  if (!mayCallAt(everywhere, saveLimit, { game, operator })) throw new AppError(coreErrors.scope_forbidden)
  if (environment === 'production') return
  await ctx.confirm({
    risk: 'R3',
    place: { ...ctx.place, environment: 'production' },
    targetName: lineId ?? '',
  })
}
