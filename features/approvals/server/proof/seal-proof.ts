import { hash } from 'node:crypto'
import type { ProofFile } from './proof-file.ts'

const written = (value: unknown) => JSON.stringify(value, null, 2)

/** Stands for each byte of a proof. */
export const digestOf = (proof: ProofFile): string => hash('sha256', written(proof), 'hex')

/** A proof as it is written to a file, closed by its digest. */
export const sealedProof = (proof: ProofFile): string => `${written({ ...proof, digest: digestOf(proof) })}\n`

/** What a file holds, and whether each of its bytes is as it was written. */
export function unsealedProof(text: string): { proof: ProofFile; isWhole: boolean } {
  const { digest: _digest, ...proof } = JSON.parse(text) as ProofFile & { digest?: unknown }
  return { proof, isWhole: sealedProof(proof) === text }
}
