import { z } from '@qd/contract-kit'
import type { KeptPolicy, PlaceRef } from '../approval-tables.ts'
import type { FlowExecution, FlowStatus } from '@qd/approval-flow'

export const PROOF_FORMAT = 'quarterdeck-approval/2'
/** Of files without a signature: they are read, and prove nothing. */
export const UNSIGNED_FORMAT = 'quarterdeck-approval/1'

/** Of what decodes to the same bytes, the one way that writes them. */
const base64 = z.string().check(z.refine((text) => Buffer.from(text, 'base64').toString('base64') === text))

/** Over the bytes of the proof as they stand in the file, without `digest` and `signature`. */
export const proofSignature = z.strictObject({
  algorithm: z.literal('Ed25519'),
  fingerprint: z.string(),
  /** SPKI in DER; trusted only by a fingerprint from elsewhere. */
  publicKey: base64,
  value: base64,
})
export type ProofSignature = z.output<typeof proofSignature>

interface ProvenPerson {
  id: string
  name: string
  /** Whoever has the account: several accounts of one person share it. */
  person: string
}

/** One link of the audit chain as it stands there. */
export interface ProvenRow {
  seq: number
  at: number
  kind: string
  ref: number | null
  actor_id: string
  action: string
  scope: string
  target: string
  status: number | null
  entry: string
  prev_hash: string
  hash: string
}

/** Everything that shows what was approved, by whom, and what was done. */
export interface ProofFile {
  format: typeof PROOF_FORMAT | typeof UNSIGNED_FORMAT
  madeAt: number
  /** The last row of the audit before it was signed; absent in files without a signature. */
  head?: { seq: number; hash: string }
  request: {
    id: string
    number: number
    type: string
    route: string
    status: FlowStatus
    execution: FlowExecution
    risk: string
    scope: string
    environment: string | null
    places: PlaceRef[]
    revision: number
    hash: string
    policy: KeptPolicy
    author: { id: string; name: string }
    isOverride: boolean
    window: { from: number | null; to: number | null }
    createdAt: number
    decidedAt: number | null
    startedAt: number | null
    endedAt: number | null
    jobId: string | null
    code: string
  }
  revisions: {
    revision: number
    hash: string
    content: string
    by: ProvenPerson
    reason: string
    at: number
  }[]
  votes: {
    revision: number
    stage: number
    decision: 'approve' | 'reject' | 'veto'
    by: ProvenPerson
    onBehalfOf: ProvenPerson
    hash: string
    reason: string
    proof: string | null
    at: number
  }[]
  override: { by: ProvenPerson; reason: string; at: number } | null
  chain: ProvenRow[]
}
