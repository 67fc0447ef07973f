import { AppError, scopePath } from '@qd/contract-kit'
import type { Environment, PermissionTriple } from '@qd/contract-kit'
import { grantsFor, holdsAtPath } from '@qd/server-kit'
import type { Caller, CataloguePlace } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { botsErrors, runBots } from '../../contract/index.ts'
import type { BotsDeps } from '../bots-deps.ts'
import type { BotsTables } from '../bots-tables.ts'

/** The line's environment; one that is not known counts as production. */
export function environmentOf({ environment }: CataloguePlace): Environment {
  return environment ?? 'production'
}

/** Whether a grant gives it there; on production only one that names production: one for all was not given with bots in mind. */
export function holdsNamed(
  caller: Pick<Caller, 'grants'>,
  permission: PermissionTriple,
  place: CataloguePlace,
): boolean {
  const environment = environmentOf(place)
  const grants = grantsFor(caller, permission).filter(
    (grant) => environment !== 'production' || grant.environment === 'production',
  )
  return holdsAtPath({ grants }, permission, { scope: scopePath(place), environment })
}

/** Throws where production is not named by a grant. */
export function refuseProduction(caller: Pick<Caller, 'grants'>, place: CataloguePlace): void {
  if (environmentOf(place) === 'production' && !holdsNamed(caller, runBots, place))
    throw new AppError(botsErrors.bots_production)
}

/** Runs whose node died, or that were given up before they began, count no longer: their jobs say so. */
export async function forgetOver(
  { store, standingOf, nowMs = Date.now }: Pick<BotsDeps, 'store' | 'standingOf' | 'nowMs'>,
  environment: Environment,
): Promise<void> {
  const open = await store.read
    .selectFrom('bots_run')
    .select('job_id')
    .where('environment', '=', environment)
    .where('ended_at', 'is', null)
    .execute()
  if (open.length === 0) return
  const standing = await standingOf(open.map(({ job_id }) => job_id))
  const over = open.filter(({ job_id }) => standing.get(job_id)?.isOpen !== true).map(({ job_id }) => job_id)
  if (over.length === 0) return
  await store.write((tx) =>
    tx.updateTable('bots_run').set({ ended_at: nowMs() }).where('job_id', 'in', over).execute(),
  )
}

function openClients(read: Kysely<BotsTables>, environment: Environment) {
  return read
    .selectFrom('bots_run')
    .select((eb) => eb.fn.sum<number | string | null>('clients').as('clients'))
    .where('environment', '=', environment)
    .where('ended_at', 'is', null)
}

/** Clients of all runs that have not ended, as of now. */
export async function runningClients(
  deps: Parameters<typeof forgetOver>[0],
  environment: Environment,
): Promise<number> {
  await forgetOver(deps, environment)
  const { clients } = await openClients(deps.store.read, environment).executeTakeFirstOrThrow()
  return Number(clients ?? 0)
}

interface Counted {
  environment: Environment
  /** Not counted itself. */
  jobId: string
  /** Only those that play. */
  isBegun?: boolean
}

/** Clients of the other runs that have not ended. Until the end of the transaction nobody else counts those of the environment. */
export async function lockedClients(
  tx: Kysely<BotsTables>,
  { environment, jobId, isBegun = false }: Counted,
): Promise<number> {
  await tx
    .insertInto('bots_limit')
    .values({ environment })
    .onConflict((conflict) => conflict.column('environment').doUpdateSet({ environment }))
    .execute()
  let others = openClients(tx, environment).where('job_id', '!=', jobId)
  if (isBegun) others = others.where('begun_at', 'is not', null)
  const { clients } = await others.executeTakeFirstOrThrow()
  return Number(clients ?? 0)
}
