import type { FrameSummary, TimelineView } from '@qd/simulator/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'
import { openLive } from '../testing/open-live.ts'
import type { LiveSocket, OpenedLive } from '../testing/open-live.ts'

/* What a time line says of its frames, through the whole console to the sandbox game. */

let running: TestConsole
let developer: Speaker
const sockets: LiveSocket[] = []
beforeAll(async () => {
  running = await startTestConsole()
  developer = await running.signIn('developer')
})
afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.terminate()
})
afterAll(() => running.dispose())

const server = { kind: 'server', sId: 123, lineId: 'northwind-test' }
const RENAME = 1202

async function enter(): Promise<OpenedLive> {
  const live = await openLive(running.url, developer)
  sockets.push(live)
  const page = await live.open('simulator.connection', { target: server, account: { kind: 'new' } })
  await page.event<{ connection?: { phase: string } }>(({ connection }) => connection?.phase === 'open')
  return page
}

async function until(page: OpenedLive, passes: (frame: FrameSummary) => boolean): Promise<FrameSummary> {
  let found: FrameSummary | undefined
  await page.event<{ last?: FrameSummary[] }>(({ last = [] }) => {
    found ??= last.find(passes)
    return found !== undefined
  })
  return found!
}

test('a refusal has the words of the game beside its status', async () => {
  const page = await enter()
  const sent = await page.ask<{ seq: number }>('send', { cmd: 4_000_000, bytes: '' })
  const refused = await until(page, ({ seq, direction }) => seq === sent.seq && direction === 'reply')
  expect(refused).toMatchObject({ status: 3, refusal: '没有命令 4000000' })
  const fine = await page.ask<{ seq: number }>('send', { cmd: RENAME, body: { name: '听潮者' } })
  const answered = await until(page, ({ seq, direction }) => seq === fine.seq && direction === 'reply')
  expect(answered.refusal).toBeUndefined()
})

test('after the reading of older frames was stopped, new ones still come', async () => {
  const page = await enter()
  const { view } = await page.ask<TimelineView>('view', { filter: { text: 'later on' } })
  expect(await page.ask<TimelineView>('stopScan')).toMatchObject({ view, isDone: true })
  await page.ask('send', { cmd: RENAME, body: { name: 'later on' } })
  const shown = await until(page, ({ direction, cmd }) => direction === 'request' && cmd === RENAME)
  expect(shown.cmd).toBe(RENAME)
})
