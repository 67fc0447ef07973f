import { serve } from '@qd/server-kit'
import type {
  ApprovalWeight,
  ApprovalsPort,
  PoliciesPort,
  RequestsPort,
  RollbackPort,
  ServedRoute,
  ServerFeature,
} from '@qd/server-kit'
import type { ProofKey } from '@qd/system/contract'
import { createLeases } from '@qd/store'
import * as contract from '../contract/index.ts'
import { APPROVALS_TIMING } from './approvals-deps.ts'
import type { ApprovalsDeps, UseCaseDeps } from './approvals-deps.ts'
import { executeRequest, stopExecution } from './engine/begin-execution.ts'
import { createApprovalEngine } from './engine/create-engine.ts'
import { noteRolledBack } from './engine/roll-back.ts'
import { showApprovers } from './people/approvers.ts'
import { endDelegation, listDelegations, saveDelegation } from './people/delegations.ts'
import { policyFor, readSettings, sayPolicy } from './policy/read-policies.ts'
import { listPolicies, savePolicy, saveSettings } from './policy/save-policy.ts'
import { seedApprovals } from './policy/seed-approvals.ts'
import type { SeedPolicy } from './policy/seed-approvals.ts'
import { NOBODY_DECIDES } from './policy/tell-gaps.ts'
import { listProofKeys, publicKeys, renewProofKey, revokeProofKey } from './proof/proof-keys.ts'
import { sendProof } from './proof/send-proof.ts'
import { compareRevisions } from './request/compare-revisions.ts'
import { commentOn, watchRequest, withdrawRequest } from './request/follow-request.ts'
import { countRequests, listRequests } from './request/list-requests.ts'
import { DECIDED, EXECUTED, OVERRIDDEN, TO_DECIDE } from './request/notices.ts'
import { isVetoedJob } from './request/refuse-vetoed.ts'
import { reviseRequest } from './request/revise-request.ts'
import { showRequest } from './request/show-request.ts'
import { submitRequest } from './request/submit-request.ts'
import { withdrawalFor } from './request/withdraw-for-owner.ts'
import { serveMoves } from './serve-moves.ts'
import { overrideRequest, reportOverrides, reviewOverride } from './votes/override.ts'
import { decideMany } from './votes/vote-many.ts'
import { decideRequest, vetoRequest } from './votes/vote.ts'

export { approvalMigrations } from './approval-migrations.ts'
export type { ApprovalTables } from './approval-tables.ts'
export type { ApprovalsDeps } from './approvals-deps.ts'
export type { SeedPolicy } from './policy/seed-approvals.ts'
export { sealedProof, unsealedProof } from './proof/seal-proof.ts'
export { readTrustedKeys } from './proof/trusted-keys.ts'
export type { TrustedKey } from './proof/trusted-keys.ts'
export { verifyProof } from './proof/verify-proof.ts'

export interface ApprovalsFeature extends ServerFeature {
  /** For the guard of gated calls. */
  port: ApprovalsPort
  /** For features that weigh work which no call of its own hands in. */
  policies: PoliciesPort
  /** For owners of what requests are about. */
  requests: RequestsPort
  /** For features that undo what an approval may have executed. */
  rollbacks: RollbackPort
  /** Whether the request that a job was started for was vetoed. */
  isVetoed(jobId: string): Promise<boolean>
  /** Keys that proofs are signed with, as anybody may know them. */
  proofKeys(): Promise<ProofKey[]>
  /** For the sandbox: turns approvals on with these policies, where there are none yet. */
  seed(policies: readonly SeedPolicy[]): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

const effect = 'store' as const

function requestRoutes(deps: UseCaseDeps): ServedRoute[] {
  return [
    serve(contract.approvalSubmit, { effect, handle: (input, ctx) => submitRequest(deps, input, ctx) }),
    serve(contract.approvalRevise, { effect, handle: (input, ctx) => reviseRequest(deps, input, ctx) }),
    serve(contract.approvalList, (input, ctx) => listRequests(deps, input, ctx)),
    serve(contract.approvalCount, (_input, ctx) => countRequests(deps, ctx)),
    serve(contract.approvalGet, (input, ctx) => showRequest(deps, input, ctx)),
    serve(contract.approvalCompare, (input, ctx) => compareRevisions(deps, input, ctx)),
    serve(contract.approvalWithdraw, {
      effect,
      handle: ({ body }, ctx) => withdrawRequest(deps, body, ctx),
    }),
    serve(contract.approvalComment, { effect, handle: ({ body }, ctx) => commentOn(deps, body, ctx) }),
    serve(contract.approvalWatch, { effect, handle: ({ body }, ctx) => watchRequest(deps, body, ctx) }),
    serve(contract.approvalExecute, { effect, handle: ({ body }, ctx) => executeRequest(deps, body, ctx) }),
    serve(contract.approvalStop, { effect, handle: ({ body }, ctx) => stopExecution(deps, body, ctx) }),
    serve(contract.approvalProof, (input, ctx) => sendProof(deps, input, ctx)),
    serve(contract.proofKeyList, (_input, ctx) => listProofKeys(deps, ctx)),
    serve(contract.proofKeyRenew, { effect, handle: (input, ctx) => renewProofKey(deps, input, ctx) }),
    serve(contract.proofKeyRevoke, { effect, handle: (input, ctx) => revokeProofKey(deps, input, ctx) }),
  ]
}

function decidingRoutes(deps: UseCaseDeps): ServedRoute[] {
  return [
    serve(contract.approvalDecide, { effect, handle: (input, ctx) => decideRequest(deps, input, ctx) }),
    serve(contract.approvalDecideMany, { effect, handle: (input, ctx) => decideMany(deps, input, ctx) }),
    serve(contract.approvalVeto, { effect, handle: (input, ctx) => vetoRequest(deps, input, ctx) }),
    serve(contract.approvalOverride, { effect, handle: (input, ctx) => overrideRequest(deps, input, ctx) }),
    serve(contract.overrideReport, (input, ctx) => reportOverrides(deps, input, ctx)),
    serve(contract.overrideReview, { effect, handle: (input, ctx) => reviewOverride(deps, input, ctx) }),
    serve(contract.approvalApprovers, (input, ctx) => showApprovers(deps, input, ctx)),
    serve(contract.policyList, (_input, ctx) => listPolicies(deps, ctx)),
    serve(contract.policySave, { effect, handle: (input, ctx) => savePolicy(deps, input, ctx) }),
    serve(contract.approvalSettings, { effect, handle: (input, ctx) => saveSettings(deps, input, ctx) }),
    serve(contract.delegationList, (_input, ctx) => listDelegations(deps, ctx)),
    serve(contract.delegationSave, { effect, handle: (input, ctx) => saveDelegation(deps, input, ctx) }),
    serve(contract.delegationEnd, { effect, handle: (input, ctx) => endDelegation(deps, input, ctx) }),
  ]
}

/** Requests for approval: handing in, deciding, executing, and the policies that ask for them. */
export function createApprovalsFeature(given: ApprovalsDeps): ApprovalsFeature {
  const deps: UseCaseDeps = {
    ...given,
    nowMs: given.nowMs ?? Date.now,
    timing: { ...APPROVALS_TIMING, ...given.timing },
    leases: createLeases(given.store),
  }
  const engine = createApprovalEngine(deps)
  const isOn = async () => (await readSettings(deps)).is_on === 1
  const asked = async (weight: ApprovalWeight) => {
    const policy = await policyFor(deps, weight)
    return policy === null ? null : sayPolicy(deps, policy, weight.lang)
  }
  return {
    name: 'approvals',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [...requestRoutes(deps), ...decidingRoutes(deps)],
    channels: [serveMoves(deps)],
    notifications: [TO_DECIDE, DECIDED, EXECUTED, OVERRIDDEN, NOBODY_DECIDES],
    permissions: [contract.seeApprovals],
    port: { isOn, needed: asked },
    policies: { isOn, asked },
    requests: { withdrawal: (requestId, by) => withdrawalFor(deps, requestId, by) },
    rollbacks: { rolledBack: (tx, back) => noteRolledBack(deps, tx, back) },
    isVetoed: (jobId) => isVetoedJob(deps, jobId),
    proofKeys: () => publicKeys(deps),
    seed: (policies) => seedApprovals(deps, policies),
    async start() {
      engine.start()
    },
    stop: () => engine.stop(),
  }
}
