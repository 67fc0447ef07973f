// Takes rows as fast as it can and says that each is done; `GET /` tells how many different ones it has taken, and how often
// one came again: counted together one that was lost would make up for one that came twice.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

const DONE = { status: 'done' }
let rows = 0
let again = 0
/** One bit for each row of a job. */
const taken = new Map<string, Uint8Array>()

function take(job: string, seqs: readonly number[]): void {
  let bits = taken.get(job) ?? new Uint8Array(0)
  const bytes = Math.floor(Math.max(...seqs) / 8) + 1
  if (bytes > bits.length) {
    const larger = new Uint8Array(bytes * 2)
    larger.set(bits)
    bits = larger
    taken.set(job, bits)
  }
  for (const seq of seqs) {
    const bit = 1 << (seq % 8)
    if ((bits[seq >> 3]! & bit) === 0) rows++
    else again++
    bits[seq >> 3]! |= bit
  }
}

const server = createServer((request, response) => {
  const answer = async () => {
    if (request.method === 'GET') return response.end(JSON.stringify({ rows, again }))
    const { job, seqs } = (await json(request)) as { job: string; seqs: number[] }
    take(job, seqs)
    return response.end(JSON.stringify(seqs.map(() => DONE)))
  }
  answer().catch(() => response.destroy())
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('SIGTERM', () => process.exit(0))
console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
