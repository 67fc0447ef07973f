import type { FrameSummary, TimelineCounts } from '@qd/simulator/contract'
import { openFrames } from '@qd/game-frame'
import type { FrameDescriptor } from '@qd/game-frame'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { TestConsole } from '../testing/index.ts'
import { openLive } from '../testing/open-live.ts'
import type { LiveSocket, OpenedLive } from '../testing/open-live.ts'

/* Captures that are cut by another layout than the usual one, through the whole console. */

let running: TestConsole
let live: LiveSocket
beforeAll(async () => {
  running = await startTestConsole()
  live = await openLive(running.url, await running.signIn('developer'))
})
afterAll(async () => {
  live.socket.terminate()
  await running.dispose()
})

/** Length, command, body: nothing says which reply belongs to which request. */
const PLAIN: FrameDescriptor = {
  name: 'plain',
  header: [
    { name: 'length', type: 'u16' },
    { name: 'cmd', type: 'u16' },
  ],
  lengthCovers: 'body',
  maxFrameBytes: 65_536,
}

const open = (target: object) =>
  live.open('simulator.connection', {
    target: { kind: 'capture', lineId: 'northwind-test', name: 'a capture', ...target },
    account: { kind: 'none' },
  })

function textOf(layout: FrameDescriptor, frames: readonly ['request' | 'reply', number, string][]): string {
  const codec = openFrames(layout)
  return frames
    .map(([direction, cmd, body]) => {
      const bytes = codec.encode(direction, { cmd, seq: 0, status: 0, body: Buffer.from(body) })
      return `${direction === 'request' ? '>' : '<'} ${Buffer.from(bytes).toString('hex')}\n`
    })
    .join('')
}

const load = (page: OpenedLive, text: string) =>
  page.ask<{ counts: TimelineCounts; faults: number }>('load', { text, isLast: true })

async function rowsOf(page: OpenedLive): Promise<FrameSummary[]> {
  const { view } = await page.ask<{ view: number }>('view', { filter: {} })
  return (await page.ask<{ rows: FrameSummary[] }>('rows', { view, from: 0, count: 500 })).rows
}

test('without a sequence, a reply is paired with the oldest request of its command', async () => {
  const page = await open({ layout: PLAIN })
  const { counts } = await load(
    page,
    textOf(PLAIN, [
      ['request', 7, 'a'],
      ['request', 8, 'b'],
      ['request', 7, 'c'],
      ['reply', 8, 'B'],
      ['reply', 7, 'A'],
      ['reply', 9, 'push'],
      ['reply', 7, 'C'],
    ]),
  )
  expect(counts).toMatchObject({ requests: 3, replies: 3, pushes: 1, faults: 0 })
  expect((await rowsOf(page)).map(({ direction, pair }) => [direction, pair])).toEqual([
    ['request', 4],
    ['request', 3],
    ['request', 6],
    ['reply', 1],
    ['reply', 0],
    ['push', undefined],
    ['reply', 2],
  ])
})

test('a capture that does not fit proposes layouts; the one chosen explains it', async () => {
  const frames = Array.from(
    { length: 60 },
    (_none, at) =>
      [at % 2 === 0 ? 'request' : 'reply', 1000 + (at % 7), `body of frame ${'x'.repeat(at)}`] as [
        'request' | 'reply',
        number,
        string,
      ],
  )
  const text = textOf(PLAIN, frames)
  const wrong = await open({})
  expect((await load(wrong, text)).faults).toBeGreaterThan(0)
  const { layouts } = await wrong.ask<{ layouts: { layout: FrameDescriptor; frames: number }[] }>('guess')
  expect(layouts[0]!.frames).toBe(60)
  const right = await open({ layout: layouts[0]!.layout })
  const { counts, faults } = await load(right, text)
  expect({ faults, frames: counts.frames }).toEqual({ faults: 0, frames: 60 })
})

test('a layout that is none is refused with its place', async () => {
  const refused = await open({ layout: { ...PLAIN, header: [{ name: 'length', type: 'u9' }] } }).catch(
    ({ message }: Error) => message,
  )
  expect(refused).toBe('simulator_definition_invalid')
})
