import { serve } from '@qd/server-kit'
import type { ServedRoute } from '@qd/server-kit'
import * as contract from '../contract/index.ts'
import type { ChainUpkeep } from './chain/chain-upkeep.ts'
import { exportEntries } from './export/export-entries.ts'
import { getEntry } from './search/get-entry.ts'
import { listChoices } from './search/list-choices.ts'
import { listEntries, listMine } from './search/list-entries.ts'
import type { SearchDeps } from './search/search-deps.ts'
import { visibleScopes } from './search/visible-scopes.ts'

/** The calls of the audit page. */
export function auditRoutes(deps: SearchDeps, upkeep: ChainUpkeep): ServedRoute[] {
  return [
    serve(contract.auditList, ({ body }, ctx) => listEntries(deps, body, ctx)),
    serve(contract.auditMine, ({ body }, ctx) => listMine(deps, body, ctx)),
    serve(contract.auditGet, ({ body }, ctx) => getEntry(deps, body.seq, ctx)),
    serve(contract.auditChoices, (_input, ctx) => listChoices(deps, ctx.caller, ctx.lang)),
    serve(contract.auditExport, ({ body }, ctx) => exportEntries(deps, body, ctx)),
    serve(contract.auditChain, (_input, ctx) =>
      upkeep.state(visibleScopes(ctx.caller, contract.readAudit, deps.lines())),
    ),
    serve(contract.auditVerify, () => upkeep.verifyNow()),
  ]
}
