import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { callGame } from '../testing/call-game.ts'
import { startFakeConsole } from '../testing/fake-console.ts'
import type { FakeConsole } from '../testing/fake-console.ts'
import { GameClient } from '../testing/game-client.ts'
import { startSandbox } from './start-sandbox.ts'
import type { Sandbox } from './start-sandbox.ts'

let dataDir: string
let sandbox: Sandbox
let console: FakeConsole
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'qd-crash-'))
  sandbox = await startSandbox({ dataDir, log: () => undefined, playersPerServer: 5, withRedis: false })
  console = await startFakeConsole(sandbox.servers, {
    verify: () => ({ data: { genuine: true } }),
    heartbeat: () => ({ data: { taken: true, now: Date.now() } }),
  })
  sandbox.callConsole({ url: console.url })
})
afterAll(async () => {
  await sandbox.stop()
  await console.stop()
  rmSync(dataDir, { recursive: true })
})

it.each(['codesRedeem', 'codesConfirm'] as const)(
  'a game server killed while the console has %s goes on after its restart and delivers once',
  async (call) => {
    const server = sandbox.servers.find(({ sId }) => sId === 124)!
    const reservation = `r-${call}`
    const arrived = Promise.withResolvers<void>()
    const honest = {
      ...console.answers,
      codesRedeem: () => ({ data: { reservation, gift: [{ number: 10_041, quantity: 1 }], endsAt: 1 } }),
      codesConfirm: () => ({ data: { confirmed: true as const } }),
    }
    // It arrives, and nobody learns what came of it.
    console.answers = { ...honest, [call]: () => (arrived.resolve(), new Promise(() => undefined)) }
    const client = await GameClient.open(server)
    const entered = await client.enter(`crash-${call}`)
    const uId = String(entered.body.userId)
    void client.send(2401, { code: `CODE-${call}` })
    await arrived.promise
    const gifts = async () => {
      const read = await callGame(server, 'dataGet', { uId, items: [{ diff: 'MailInfo' }] })
      const mails = Object.values(read.envelope.data?.tables.mail as Record<string, { body: string }>)
      return mails.filter(({ body }) => body.includes(`CODE-${call}`))
    }
    expect(await gifts()).toEqual([])
    process.kill(Number(readFileSync(join(dataDir, 'sandbox', 'pids', 'S124.pid'), 'utf8')), 'SIGKILL')
    await vi.waitFor(() => expect(server.running).toBe(false), { timeout: 30_000, interval: 20 })
    console.answers = honest
    await sandbox.startServer(124)
    await vi.waitFor(async () => expect(await gifts()).toHaveLength(1), { timeout: 30_000, interval: 50 })
    const redeems = console.calls.filter(({ name, input }) => {
      return name === 'codesRedeem' && (input as { uId: string }).uId === uId
    })
    // Asked again under the same name only where its answer was lost.
    expect(redeems.length).toBe(call === 'codesRedeem' ? 2 : 1)
    expect(new Set(redeems.map(({ input }) => (input as { requestId: string }).requestId)).size).toBe(1)
    await client.close()
  },
)
