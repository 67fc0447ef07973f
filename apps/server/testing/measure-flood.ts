import { heldBufferBytes } from '@qd/contract-kit/testing/memory'
import { counted, flood, send, startFloodedConsole } from './flood-console.ts'

/*
 * Sends so many frames of 1 KB at once through a console, and prints what it counted and the bytes that buffers held at most.
 * Both ends are in this process.
 */
const total = Number(process.argv[2])
const flooded = await startFloodedConsole()
const { page, socket } = await flooded.connect()

const before = heldBufferBytes()
let heldBytes = 0
let pieces = 0
await send(socket, flood(total, 1_000), () => {
  pieces += 1
  if (pieces % 20 === 0) heldBytes = Math.max(heldBytes, heldBufferBytes() - before)
})
const { frames, lost, bytes } = await counted(page, (counts) => counts.frames + counts.lost === total)
console.log(JSON.stringify({ pieces, frames, lost, bytes, heldBytes }))
await flooded.stop()
