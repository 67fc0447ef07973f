import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ConnectionView } from '@qd/simulator/contract'
import { makeTestPlace } from '@qd/store/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openLive, speakTo, startConsoleProcess, startTestConsole } from '../testing/index.ts'
import type { LiveSocket, Speaker, TestConsole } from '../testing/index.ts'
import type { ConsoleProcess } from '../testing/console-process.ts'

/* The simulator of two nodes over one database. */

let place: Awaited<ReturnType<typeof makeTestPlace>>
let folder: string
let first: TestConsole
let second: ConsoleProcess
let third: ConsoleProcess
const sockets: LiveSocket[] = []

beforeAll(async () => {
  place = await makeTestPlace('postgres')
  folder = mkdtempSync(join(tmpdir(), 'qd-simulator-nodes-'))
  const settings = { DATABASE_URL: place.where.databaseUrl!, QD_LOG_LEVEL: 'error' }
  first = await startTestConsole({ ...settings, QD_DATA_DIR: join(folder, 'first') })
  const QD_MASTER_KEY_FILE = join(folder, 'first', 'master.key')
  const start = (name: string) =>
    startConsoleProcess({
      ...settings,
      QD_MASTER_KEY_FILE,
      QD_DATA_DIR: join(folder, name),
      QD_SANDBOX: 'off',
    })
  ;[second, third] = await Promise.all([start('second'), start('third')])
})
afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.terminate()
})
afterAll(async () => {
  await Promise.all([second.stop(), third.stop()])
  await first.dispose()
  await place.remove()
  rmSync(folder, { recursive: true, force: true })
})

interface StateEvent {
  connection?: ConnectionView
}

async function enter(url: string, speaker: Speaker, account: object) {
  const live = await openLive(url, speakTo(url, speaker.token))
  sockets.push(live)
  const target = { kind: 'server', sId: 123, lineId: 'northwind-test' }
  const page = await live.open('simulator.connection', { target, account })
  let now: ConnectionView | null = null
  /** The state when it is so; those before it are over. */
  const seen = async (is: (connection: ConnectionView) => boolean): Promise<ConnectionView> => {
    while (now === null || !is(now)) {
      now = (await page.event<StateEvent>((event) => event.connection !== undefined)).connection!
    }
    return now
  }
  return { page, seen, connection: await seen(({ phase }) => phase === 'open') }
}

const reads =
  (...names: string[]) =>
  ({ others }: ConnectionView) =>
    JSON.stringify(others) === JSON.stringify(names)

test('people on one account are told of each other across nodes, also when one leaves', async () => {
  const [developer, admin] = [await first.signIn('developer'), await first.signIn('admin')]
  const here = await enter(first.url, developer, { kind: 'new' })
  expect(here.connection.others).toEqual([])
  // The sandbox ends the older socket of an account; one that is half open does not notice.
  await here.page.ask('network', { delayMs: 0, bytesPerSecond: 0, isHalfOpen: true })
  const { deviceId, uId } = here.connection
  const there = await enter(second.url, admin, { kind: 'device', deviceId })
  expect(there.connection.uId).toBe(uId)
  await there.seen(reads('developer'))
  await here.seen(reads('admin'))
  await there.page.ask('disconnect')
  await here.seen(reads())
  await there.page.ask('end')
  const again = await enter(third.url, admin, { kind: 'device', deviceId })
  await again.seen(reads('developer'))
  // Another account of the same node is nobody's business here.
  const alone = await enter(third.url, admin, { kind: 'new' })
  expect(alone.connection.others).toEqual([])
  await here.page.ask('end')
  await again.seen(reads())
})
