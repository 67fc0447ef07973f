import { watchBuffers } from '@qd/contract-kit/testing/memory'
import { packChunk, unpackChunk } from '../recipients/recipient.ts'

/* Packs and unpacks a chunk of 1,000 players so many times and prints the bytes of the buffers that are left. */
const rounds = Number(process.argv[2])
const chunk = packChunk(
  Array.from({ length: 1_000 }, (_, index) => ({ uId: String(30_123_000_001 + index) })),
)
const grown = watchBuffers()
for (let round = 0; round < rounds; round += 1) unpackChunk(packChunk(unpackChunk(chunk)))
console.log(grown())
