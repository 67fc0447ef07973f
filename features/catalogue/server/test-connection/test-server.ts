import { AppError, coreErrors } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { recordNetworks } from '@qd/game-contract/record-networks'
import type { CallContext, FreshOptions } from '@qd/server-kit'
import { allowNetworks, catalogueErrors, editSecrets } from '../../contract/index.ts'
import type { TestStep, testServer as route } from '../../contract/index.ts'
import { hashKeyPlace } from '../load/sealed-server.ts'
import type { ServerRow } from '../tables.ts'
import type { AdministrationDeps } from '../administration-deps.ts'
import { checkConnection } from '../records/check-connection.ts'
import { basesOfGame } from '../records/game-bases.ts'
import { findLine } from '../records/save-line.ts'
import { assertNumberFits, findServer } from '../records/save-server.ts'
import { adapterOf, changesConnection } from '../records/server-row.ts'
import { runTest } from './run-test.ts'
import { tellSteps } from './test-live.ts'

type Body = RouteInput<typeof route>['body']

/** The stored key signs for the stored address; for another one only who may set keys anyway (T22). */
function keyFor(
  deps: AdministrationDeps,
  body: Body,
  stored: ServerRow | undefined,
  ctx: CallContext,
): string {
  if (body.hashKey !== undefined) return body.hashKey
  if (stored === undefined || stored.hash_key === '') {
    throw new AppError(catalogueErrors.catalogue_key_missing, { field: 'hashKey' })
  }
  const asIs = {
    ...body,
    serviceName: stored.service_name,
    openedAt: stored.opened_at,
    enabled: stored.enabled === 1,
  }
  if (changesConnection(asIs, stored) && !ctx.holds(editSecrets)) {
    throw new AppError(catalogueErrors.catalogue_secret_forbidden, { field: 'hashKey' })
  }
  return deps.secretBox.open(stored.hash_key, hashKeyPlace(stored.key))
}

/** Tries a connection with the values of the form and says step by step how far it goes. */
export async function testServer(
  deps: AdministrationDeps,
  { body }: RouteInput<typeof route>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof route>> {
  const line = await findLine(deps.store.read, body.lineId)
  if (!line) throw new AppError(coreErrors.line_not_found, { field: 'lineId' })
  const bases = await basesOfGame(deps.store.read, line.game, deps.bases)
  assertNumberFits(body.sId, bases)
  const { platform } = await deps.store.read
    .selectFrom('operator')
    .select('platform')
    .where('game', '=', line.game)
    .where('partner_code', '=', line.partner_code)
    .executeTakeFirstOrThrow()
  const stored = await findServer(deps.store.read, body.lineId, body.sId)
  checkConnection(body, stored, {
    mayEditSecrets: ctx.holds(editSecrets),
    mayAllowNetworks: ctx.holds(allowNetworks),
  })
  const { apiUrl, serverId, keyId, ws, codec, sId } = body
  const target: GameServerTarget = {
    game: line.game,
    platform,
    sId,
    apiUrl,
    serverId,
    keyId,
    hashKey: keyFor(deps, body, stored, ctx),
    ws,
    codec,
    // `checkConnection` has asked for the right to open them.
    networks: recordNetworks(body),
  }
  const onStep = (steps: readonly TestStep[]) => {
    if (body.run !== undefined) tellSteps(deps.store, { userId: ctx.caller.userId, run: body.run }, steps)
  }
  const fresh = (options: FreshOptions) => deps.adapters.fresh(adapterOf(body, stored), options)
  const { dialer, now } = deps
  const report = await runTest({ dialer, now, signal: ctx.signal, fresh, onStep, bases }, target)
  const steps = report.steps()
  const failed = steps.find(({ state }) => state === 'failed')
  ctx.note({ failedAt: failed?.step ?? null })
  return { steps, isFine: failed === undefined }
}
