import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GameServerTarget } from '@qd/game-contract/adapter'
import { callGame } from '@qd/sandbox/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startReady } from '../tools/ready-process.ts'
import type { ReadyProcess } from '../tools/ready-process.ts'

const PLAYERS = 10_000
const operator = { opId: '7', user: 'bench', requestId: 'r-1' }
const mail = { title: 't', body: '', sender: '', attach: [], sendAt: 1, expireAt: 2_000_000_000_000 }

let folder: string
let game: ReadyProcess
const start = (lost: number) =>
  startReady(join(import.meta.dirname, 'mail-game.ts'), { args: [folder, String(PLAYERS), String(lost)] })
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'qd-mail-game-'))
})
afterEach(async () => {
  await game.stop()
  rmSync(folder, { recursive: true })
})

const targets = () =>
  JSON.parse(readFileSync(join(folder, 'targets.json'), 'utf8')) as [GameServerTarget, GameServerTarget]
const state = async () => {
  const answer = await fetch(`${game.url}/bench/state`)
  return (await answer.json()) as Record<string, unknown>
}
const chunkOf = (first: number, mailId = 'm-1') => ({
  mailId,
  batch: String(first),
  mail,
  recipients: Array.from({ length: 1000 }, (_, index) => ({ uId: String(first + index) })),
  operator,
})

/** Sends a chunk until its answer arrives, as a console that is never sure has to. */
async function send(target: GameServerTarget, first: number): Promise<number[]> {
  const key = randomUUID()
  for (;;) {
    const answer = await callGame(target, 'mailBatch', chunkOf(first), { key }).catch(() => null)
    const results = answer?.envelope.data?.results
    if (results !== undefined) return results.map(({ status }) => status)
    await sleep(20)
  }
}

it('gives each player of a mail one, though it is killed and loses answers, and says so', async () => {
  game = await start(0.3)
  const [first, second] = targets()
  const all = [first, second].flatMap((target) => {
    const from = Number(`30${target.sId}000001`)
    return Array.from({ length: 5 }, (_, chunk) => send(target, from + chunk * 1000))
  })
  await sleep(100)
  process.kill(game.pid, 'SIGKILL')
  game = await start(0)
  const statuses = (await Promise.all(all)).flat()
  expect(statuses).toEqual(Array.from({ length: PLAYERS }, () => 0))
  expect(targets()).toEqual([first, second])
  expect(await state()).toMatchObject({
    players: PLAYERS,
    delivered: PLAYERS,
    doubled: 0,
    mails: [{ mailId: 'm-1', delivered: PLAYERS }],
  })
})

it('counts who got the same twice under two names, and who got nothing', async () => {
  game = await start(0)
  const [target] = targets()
  const outside = await callGame(target, 'mailBatch', chunkOf(30_123_004_501))
  expect(outside.envelope.data?.results.filter(({ code }) => code === 2001)).toHaveLength(500)
  await callGame(target, 'mailBatch', chunkOf(30_123_000_001, 'm-2'))
  await callGame(target, 'mailBatch', chunkOf(30_123_000_901, 'm-3'))
  const again = await callGame(target, 'mailBatch', chunkOf(30_123_000_901, 'm-3'))
  expect(new Set(again.envelope.data?.results.map(({ code }) => code))).toEqual(new Set([2006]))
  expect(await state()).toMatchObject({ players: PLAYERS, delivered: 2500, doubled: 100 })
  const status = await callGame(target, 'mailStatus', { mailId: 'm-2', limit: 600 })
  expect(status.envelope.data).toMatchObject({ counts: { delivered: 1000 }, cursor: '30123000600' })
})
