import { join } from 'node:path'
import { measure } from '@qd/contract-kit/testing/measure'
import type { FrameSummary, KeptTimeline } from '@qd/simulator/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { counted, flood, send, startFloodedConsole } from '../testing/flood-console.ts'
import type { FloodedConsole } from '../testing/flood-console.ts'

/* A game that sends more than anybody reads, through the whole console. */

let flooded: FloodedConsole
beforeAll(async () => {
  flooded = await startFloodedConsole()
})
afterEach(() => flooded.disconnect())
afterAll(() => flooded.stop())

test('a socket that is half open is not read: the game keeps what it sends, and all of it comes later', async () => {
  const { page, socket } = await flooded.connect()
  const network = (isHalfOpen: boolean) => page.ask('network', { delayMs: 0, bytesPerSecond: 0, isHalfOpen })
  await network(true)
  const [first, ...rest] = [...flood(64_000, 1_000)]
  await new Promise((resolve) => socket.write(first!, resolve))
  for (const piece of rest) socket.write(piece)
  // Each of these goes through the console while the bytes wait at its door.
  for (let turn = 0; turn < 50; turn += 1) await page.ask('rowOf', { n: 0 })
  expect(socket.writableLength).toBeGreaterThan(0)
  await network(false)
  const { lost } = await counted(page, ({ frames }) => frames >= 64_002)
  expect([lost, socket.writableLength]).toEqual([0, 0])
  const { view } = await page.ask<{ view: number }>('view', { filter: {} })
  const { rows } = await page.ask<{ rows: FrameSummary[] }>('rows', { view, from: 0, count: 3 })
  expect(rows.map(({ direction }) => direction)).toEqual(['note', 'note', 'push'])
})

test('a game that floods waits for the console, whose memory stays small', async () => {
  const script = join(import.meta.dirname, '../testing/measure-flood.ts')
  const told = await measure<Record<string, number>>(script, { args: ['300000'] })
  expect(told).toMatchObject({ pieces: 300, frames: 300_000, lost: 0 })
  expect(told['bytes']).toBeGreaterThan(300 * 1_000_000)
  // Held by both ends, in one process there; a console that takes all it is sent holds the whole flood.
  expect(told['heldBytes']).toBeLessThan(told['bytes']! / 2)
})

test('a large time line is kept piece by piece, and the page is answered meanwhile', async () => {
  const { page, socket } = await flooded.connect()
  await send(socket, flood(20_000, 200))
  await counted(page, ({ frames }) => frames === 20_000)
  const done: { kept: KeptTimeline | null } = { kept: null }
  const keeping = (async () => {
    for (let name: string | undefined = 'large'; done.kept === null; name = undefined)
      done.kept = (await page.ask<{ kept: KeptTimeline | null }>('keep', { name })).kept
  })()
  let answers = 0
  for (; done.kept === null; answers += 1) await page.ask('rowOf', { n: 0 })
  await keeping
  expect(done.kept).toMatchObject({ frames: 20_000 })
  // One that blocked the console would leave one or two.
  expect(answers).toBeGreaterThan(50)
  const { keptId } = done.kept
  const { developer, lineId } = flooded
  const gone = await developer.post('/platform/simulator/kept/delete', { lineId, keptId })
  expect(gone.http).toBe(200)
})
