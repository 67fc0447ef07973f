import { createKeptAnswers, serve } from '@qd/server-kit'
import type { ServedRoute, ServerFeature } from '@qd/server-kit'
import { createLeases } from '@qd/store'
import * as contract from '../contract/index.ts'
import { findBatch } from './batch/find-batch.ts'
import { listBatches, listRedemptions } from './batch/list-batches.ts'
import { lookUpCode } from './batch/look-up.ts'
import { moveBatch, voidCodesOf } from './batch/move-batch.ts'
import { releaseBatch } from './batch/release-batch.ts'
import { deleteBatch, saveBatch } from './batch/save-batch.ts'
import { detailOfBatch } from './batch/show-batch.ts'
import { codeClean } from './clean-up.ts'
import { createCodeDigest } from './code-digest.ts'
import type { CodesDeps, UseCaseDeps } from './codes-deps.ts'
import { makeExportLink, sendCodes } from './export/export-codes.ts'
import { CODES_FOLLOWER } from './follow-request.ts'
import { serveGenerate } from './generate/generate-codes.ts'
import { serveOpenCalls } from './redeem/serve-open-calls.ts'
import { waitingBatches } from './waiting-batches.ts'
import { whyRefused } from './why/why-refused.ts'

export { codeMigrations } from './code-migrations.ts'
export type { CodesDeps } from './codes-deps.ts'
export type { CodeTables } from './code-tables.ts'

function codeRoutes(deps: UseCaseDeps): ServedRoute[] {
  const effect = 'store' as const
  const { read } = deps.store
  const targetName = async (
    { body }: { body: { batchId: string } },
    ctx: Parameters<typeof listBatches>[2],
  ): Promise<string> => (await findBatch(read, ctx.place, body.batchId)).name
  return [
    serve(contract.batchList, (input, ctx) => listBatches(deps, input, ctx)),
    serve(contract.batchGet, async ({ body }, ctx) =>
      detailOfBatch(deps, ctx, await findBatch(read, ctx.place, body.batchId)),
    ),
    serve(contract.batchSave, { effect, handle: (input, ctx) => saveBatch(deps, input, ctx) }),
    serve(contract.batchDelete, { effect, handle: (input, ctx) => deleteBatch(deps, input, ctx) }),
    serve(contract.batchRelease, {
      effect,
      targetName,
      handle: (input, ctx) => releaseBatch(deps, input, ctx),
    }),
    serve(contract.batchMove, { effect, handle: (input, ctx) => moveBatch(deps, input, ctx) }),
    serve(contract.codesVoid, { effect, targetName, handle: (input, ctx) => voidCodesOf(deps, input, ctx) }),
    serve(contract.codesExport, (input, ctx) => makeExportLink(deps, input, ctx)),
    serve(contract.codesFile, (input, ctx) => sendCodes(deps, input, ctx)),
    serve(contract.codeLookUp, (input, ctx) => lookUpCode(deps, input, ctx)),
    serve(contract.codeWhy, (input, ctx) => whyRefused(deps, input, ctx)),
    serve(contract.redemptionList, (input, ctx) => listRedemptions(deps, input, ctx)),
  ]
}

/** Items of a line change with its configuration, seldom enough for this. */
const ITEMS_FRESH_MS = 60_000

/** Batches of codes, how they are made and handed out, and what players get for them. */
export function createRedemptionCodesFeature(given: CodesDeps): ServerFeature {
  const nowMs = given.nowMs ?? Date.now
  const deps: UseCaseDeps = {
    ...given,
    nowMs,
    items: createKeptAnswers({ freshMs: ITEMS_FRESH_MS, now: nowMs }),
    digest: createCodeDigest(given.store, given.secretBox),
    leases: createLeases(given.store),
  }
  return {
    name: 'redemption-codes',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [...codeRoutes(deps), ...serveOpenCalls(deps)],
    jobs: [serveGenerate(deps)],
    approvalFollowers: [CODES_FOLLOWER],
    waitingGifts: (lineId) => waitingBatches(deps, lineId),
    systemSchedules: [codeClean(deps)],
  }
}
