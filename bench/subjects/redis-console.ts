// A console of a page on one Redis: `redis-console.ts PORT`. Posted how many commands, it answers how long each took from the
// page and back, and how long each took with bare ioredis, one after the other.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Redis } from 'ioredis'
import { consoleWorld, holder } from '../../features/redis/server/testing/console-world.ts'

const [port = ''] = process.argv.slice(2)
const WARMING = 200

const world = await consoleWorld(Number(port))
const page = await world.as(holder('ann', ['read'])).open()
const redis = new Redis({ port: Number(port), host: '127.0.0.1' })

async function timed(times: number, work: () => Promise<unknown>): Promise<number[]> {
  for (let time = 0; time < WARMING; time += 1) await work()
  const ms: number[] = []
  for (let time = 0; time < times; time += 1) {
    const startMs = performance.now()
    await work()
    ms.push(performance.now() - startMs)
  }
  return ms
}

async function look({ commands }: { commands: number }) {
  const bare = await timed(commands, () => redis.get('key'))
  const typed = await timed(commands, async () => {
    const { state } = await page.type('GET key')
    if (state !== 'done') throw new Error(`the command is ${state}`)
  })
  return { bare, typed }
}

const server = createServer((request, response) => {
  const run = async () =>
    response.end(JSON.stringify(await look((await json(request)) as { commands: number })))
  run().catch((error: unknown) => {
    console.error(error)
    response.destroy()
  })
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('SIGTERM', () => process.exit(0))
console.log(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port}`)
