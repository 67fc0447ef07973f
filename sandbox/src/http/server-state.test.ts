import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OPEN_CALLS } from '@qd/game-contract/open'
import { openKeyOf, signResponse, verifyOpenRequest } from '@qd/game-contract/signing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callGame } from '../../testing/call-game.ts'
import { GameClient } from '../../testing/game-client.ts'
import { startGameServerForTest } from '../../testing/index.ts'
import type { TestGameServer } from '../../testing/index.ts'
import { runTick } from '../game/tick/run-tick.ts'

const operator = { opId: '7', user: 'tester', reason: 'test', requestId: 'r-1' }
const HOUR_MS = 3_600_000

let game: TestGameServer
beforeEach(async () => {
  game = await startGameServerForTest({ sId: 124 })
})
afterEach(() => game.stop())

const setState = async (asked: object) => {
  const { envelope } = await callGame(game.target, 'serverState', { operator, ...asked } as never)
  return envelope
}
async function enter(deviceId: string): Promise<string> {
  const client = await GameClient.open(game.target)
  const { status, body } = await client.enter(deviceId)
  await client.close()
  return status === 0 ? 'in' : String(body.msg)
}

describe('the state of a server', () => {
  it('maintenance sends players out and refuses them with the message, but for the list', async () => {
    await enter('phone-1')
    const uId = game.server.game.store.playerByAccount('phone-1')!.uId
    const playing = await GameClient.open(game.target)
    await playing.enter('phone-2')
    const closed = playing.closed()
    const message = { cn: '中午回来', en: 'Back at noon' }
    const { data } = await setState({ state: 'maintenance', message, allow: ['tester', uId] })
    expect(data).toMatchObject({ state: 'maintenance' })
    expect(await closed).toBe(4001)
    expect(await enter('phone-2')).toBe('中午回来')
    expect(await enter('tester')).toBe('in')
    expect(await enter('phone-1')).toBe('in')
    await setState({ state: 'open' })
    expect(await enter('phone-2')).toBe('in')
  })

  it('drain lets play who is in and nobody else; a notice refuses nobody', async () => {
    const playing = await GameClient.open(game.target)
    await playing.enter('phone-1')
    await setState({ state: 'drain' })
    runTick(game.server.game)
    expect(await enter('phone-2')).toBe('服务器暂不接受新登录')
    expect(game.server.game.players.online().some(({ connection }) => connection !== null)).toBe(true)
    await setState({ state: 'notice', message: 'Soon' })
    expect(await enter('phone-2')).toBe('in')
    await playing.close()
  })

  it('it begins and ends by itself, and is there after a restart', async () => {
    const now = game.clock.now()
    const { data } = await setState({ state: 'maintenance', from: now + HOUR_MS, to: now + 2 * HOUR_MS })
    expect(data).toMatchObject({ state: 'open' })
    const playing = await GameClient.open(game.target)
    await playing.enter('phone-1')
    game.clock.advance(HOUR_MS)
    const closed = playing.closed()
    runTick(game.server.game)
    expect(await closed).toBe(4001)
    expect(game.server.game.store.fact('serverState')).toContain('maintenance')
    game.clock.advance(HOUR_MS)
    expect(game.server.game.door.state()).toBe('open')
  })
})

describe('a write the console never sent', () => {
  /** A console that knows these answers and nothing else. */
  async function startConsole(genuine: boolean | null) {
    const asked: unknown[] = []
    const { keyId, hashKey } = game.target
    const server = createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray())
      const { headers, url = '' } = request
      const from = String(headers['x-gm-from'])
      const parts = { method: 'POST', url, body, from, headers, keys: [{ keyId, hashKey }] }
      const verified = verifyOpenRequest({ ...parts, nowMs: Date.now() })
      asked.push([url, verified.ok, OPEN_CALLS.verify.request.parse(JSON.parse(body.toString()))])
      const text = JSON.stringify({ status: 0, msg: '', data: { genuine }, requestId: 'r' })
      const nonce = String(headers['x-gm-nonce'])
      const sign = signResponse({ status: 200, body: text, nonce, hashKey: openKeyOf(hashKey) })
      response.writeHead(200, genuine === null ? {} : { 'x-gm-sign': sign }).end(text)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    // Not through `callAt`: no heartbeat is wanted here.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    Object.defineProperty(game.server.console, 'url', { value: url })
    return { asked, stop: () => server.close() }
  }

  it('is refused though its signature is right, and changes nothing', async () => {
    const console = await startConsole(false)
    const refused = await setState({ state: 'maintenance' })
    expect(refused.status).toBe(1003)
    expect(game.server.game.door.state()).toBe('open')
    expect(console.asked).toMatchObject([['/open/v1/verify', true, { path: '/gm/v1/server/state' }]])
    console.stop()
  })

  it('is done when the console stands by it', async () => {
    const console = await startConsole(true)
    expect((await setState({ state: 'notice' })).status).toBe(0)
    expect(game.server.game.door.state()).toBe('notice')
    console.stop()
  })

  it('is not done on the word of somebody who cannot sign', async () => {
    const console = await startConsole(null)
    expect((await setState({ state: 'notice' })).status).toBe(4001)
    expect(game.server.game.door.state()).toBe('open')
    console.stop()
  })
})
