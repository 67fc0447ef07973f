import type { CodeShape } from '@qd/code-alphabet'
import type { SecretBox } from '@qd/server-kit'
import type { BatchRow } from '../code-tables.ts'

const seedPlace = (id: string) => `code_batch/${id}/seed`
const wordPlace = (id: string) => `code_batch/${id}/word`

export const sealSeed = (box: SecretBox, id: string, seed: Buffer) =>
  box.seal(seed.toString('base64'), seedPlace(id))

/** Throws `secrets_sealed`; asked for only while there is one. */
export function openSeed(box: SecretBox, { id, seed }: Pick<BatchRow, 'id' | 'seed'>): Buffer {
  if (seed === null) throw new Error('the seed of this batch is gone')
  return Buffer.from(box.open(seed, seedPlace(id)), 'base64')
}

export const sealWord = (box: SecretBox, id: string, word: string) =>
  word === '' ? '' : box.seal(word, wordPlace(id))

export const openWord = (box: SecretBox, { id, word }: Pick<BatchRow, 'id' | 'word'>) =>
  word === '' ? '' : box.open(word, wordPlace(id))

export const shapeOf = ({
  prefix,
  number,
  length,
}: Pick<BatchRow, 'prefix' | 'number' | 'length'>): CodeShape => ({
  prefix,
  batch: number,
  length,
})
