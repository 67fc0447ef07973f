import { hash } from 'node:crypto'
import { parseJsonText } from '@qd/canonical-json'
import { z } from '@qd/contract-kit'
import { proofSignature } from './proof-file.ts'
import type { ProofFile, ProofSignature } from './proof-file.ts'

const written = (value: unknown) => JSON.stringify(value, null, 2)

/** What is signed. */
export const bytesOf = (proof: ProofFile): Buffer => Buffer.from(written(proof))

/** Stands for each byte of a proof. */
export const digestOf = (proof: ProofFile): string => hash('sha256', written(proof), 'hex')

/** A proof as it is written to a file, closed by its digest and its signature; older files have none. */
export const sealedProof = (proof: ProofFile, signature?: ProofSignature): string =>
  `${written({ ...proof, digest: digestOf(proof), ...(signature === undefined ? {} : { signature }) })}\n`

export interface ReadProof {
  proof: ProofFile
  /** null: what stands in its place is none. */
  signature: ProofSignature | null | undefined
  /** Each of its bytes is as it was written. */
  isWhole: boolean
}

/** What a file holds. */
export function unsealedProof(text: string): ReadProof {
  const {
    digest: _digest,
    signature: written,
    ...proof
  } = parseJsonText(text) as ProofFile & { digest?: unknown; signature?: unknown }
  const isWhole = sealedProof(proof, written as ProofSignature | undefined) === text
  if (written === undefined) return { proof, signature: undefined, isWhole }
  const read = z.safeParse(proofSignature, written)
  return { proof, signature: read.success ? read.data : null, isWhole }
}
