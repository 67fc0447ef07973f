import type { RouteInput } from '@qd/contract-kit'
import { contentDisposition } from '@qd/server-kit'
import type { CallContext } from '@qd/server-kit'
import type { approvalProof } from '../../contract/index.ts'
import type { UseCaseDeps } from '../approvals-deps.ts'
import { findSeen } from '../request/find-request.ts'
import { makeProof } from './make-proof.ts'
import { signerOf } from './proof-keys.ts'
import { bytesOf, digestOf, sealedProof } from './seal-proof.ts'

/** The proof as a file; not by a name of JSON, which readers of answers would take for an envelope. */
export async function sendProof(
  deps: UseCaseDeps,
  { body }: RouteInput<typeof approvalProof>,
  ctx: CallContext,
): Promise<string> {
  const request = await findSeen(deps, ctx.caller, body.id)
  ctx.fileAt(request.scope)
  const { head, sign } = await signerOf(deps, ctx)
  const proof = await makeProof(deps, request, head)
  const signature = sign(bytesOf(proof))
  // The audit says which proof was handed out.
  ctx.note({
    number: request.number,
    rows: proof.chain.length,
    digest: digestOf(proof),
    key: signature.fingerprint,
  })
  void ctx.reply.headers({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': contentDisposition(`approval-${request.number}.proof`),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  return sealedProof(proof, signature)
}
