import { watchBuffers } from '@qd/contract-kit/testing/memory'
import { openFrames, QD1 } from '../src/index.ts'
import { bytes } from './hex.ts'

/* Announces 200 frames of 1 MiB, each on a stream of its own, and prints what they wait with. */
const grown = watchBuffers()
const waiting = Array.from({ length: 200 }, () => {
  const each = openFrames(QD1)
  each.push('reply', bytes('000ffff0 00000001 00000001 5144 00'))
  return each
})
const keptBytes = grown()
const pendingBytes = waiting.map((each) => each.pendingBytes('reply'))
console.log(JSON.stringify({ keptBytes, pendingBytes }))
