import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FrameDecoder, QD1 } from '@qd/game-frame'
import type { NewUserReply } from '@qd/players/contract'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { startTestConsole } from '../testing/index.ts'

const undo: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const ENTER = 1001

/** A gateway in front of the game's own socket: notes the commands it passes on. */
async function startGateway(upstream: () => string) {
  const commands: number[] = []
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (client) => {
    const decoder = new FrameDecoder(QD1, 'request')
    const game = new WebSocket(upstream())
    const isOpen = once(game, 'open')
    client.on('message', (data) => {
      for (const { cmd } of decoder.push(data as Buffer).frames) commands.push(cmd)
      void isOpen.then(() => game.send(data as Buffer))
    })
    game.on('message', (data) => client.send(data as Buffer))
    client.on('close', () => game.close())
    game.on('close', () => client.close())
  })
  await once(server, 'listening')
  undo.push(() => void server.close())
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, commands }
}

/** A console whose settings file names that address. */
async function startWith(userWs: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'qd-user-ws-'))
  writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ userWs }))
  const running = await startTestConsole({ QD_DATA_DIR: dataDir })
  undo.push(() => running.dispose())
  const { ws } = running.sandbox!.servers.find(({ sId }) => sId === 123)!
  const operator = await running.signIn('operator')
  const add = () => operator.post<NewUserReply>('/adjust/newUser?sId=123&lineId=northwind-test', {})
  return { ws, add }
}

test('[S3.14] userWs, when set, is the socket new players enter through, in place of ws', async () => {
  let ws = ''
  const gateway = await startGateway(() => ws)
  const console = await startWith(gateway.url)
  ws = console.ws
  const { http, body } = await console.add()
  expect(http, body.msg).toBe(200)
  expect(body.data.userId).toMatch(/^30123\d{6}$/)
  expect(gateway.commands).toContain(ENTER)
})

test('nobody listens at userWs: it says so, and ws is not tried in its place', async () => {
  const gone = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(gone, 'listening')
  const { port } = gone.address() as AddressInfo
  await new Promise((resolve) => gone.close(resolve))
  const { add } = await startWith(`ws://127.0.0.1:${port}`)
  const { http, body } = await add()
  expect([http, body.err?.code]).toEqual([503, 'upstream_down'])
})
