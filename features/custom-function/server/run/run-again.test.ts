import type { AppError } from '@qd/contract-kit'
import { GameError } from '@qd/game-contract/adapter'
import type { JobRow, JobRun } from '@qd/server-kit'
import { aCaller, aServer, everything } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import { expect, it } from 'vitest'
import type { UseCaseDeps } from '../function-deps.ts'
import { customFunctionMigrations } from '../migrations.ts'
import { offeredCommands } from '../server-commands.ts'
import type { CustomFunctionTables } from '../tables.ts'
import { runFunctionChunk } from './run-list.ts'

const server = aServer()
const command = {
  name: 'addGems',
  title: 'Add gems',
  group: 'test',
  comment: '',
  target: 'player',
  parameters: [],
  risk: 'R2',
  hasDryRun: false,
  result: 'text',
}
const rows = ['30123000045', '30123000046'].map((uId, seq): JobRow => ({
  seq,
  key: uId,
  input: {},
  place: server,
  effectKey: `job-1:${seq}:0`,
}))

interface Sent {
  uId: string
  idempotencyKey: string
  operator: object
}

describeStored('rows of a job that are worked on again', customFunctionMigrations, (open) => {
  /** A game that counts what it is sent, and answers as the test says. */
  const game = async (answer: (sent: Sent, calls: number) => Promise<unknown>) => {
    const sent: Sent[] = []
    const adapter = {
      commands: {
        list: async () => ({ commands: [command], refused: [] }),
        run: (_target: unknown, order: Sent) => answer(order, sent.push(order)),
      },
    }
    const deps = {
      store: await open<CustomFunctionTables>(),
      nowMs: () => 1_790_000_000_000,
      reach: { reach: async () => ({ ...adapter, target: {} }) },
      edits: { protocol: async () => ({ tips: [], diffInfos: [] }) },
      groups: { idsOf: async () => [] },
      say: (error: AppError) => error.def.code,
    } as unknown as UseCaseDeps
    const [offered] = (await offeredCommands(deps, server)).commands
    const work = (name: string) =>
      runFunctionChunk(deps, rows, {
        jobId: 'job-1',
        params: { function: { source: 'server', id: command.name, version: offered!.version }, params: {} },
        place: { ...server, server },
        caller: aCaller(name, [everything]),
        lang: 'en',
        reason: 'ticket 7',
        requestId: 'r',
        signal: new AbortController().signal,
        text: (key: string) => key,
      } as unknown as JobRun<never>)
    return { sent, work }
  }
  const done = async () => ({ actions: [], text: 'ok' })

  it('whoever goes on with a job repeats no effect, and asks about an unknown one word by word', async () => {
    let isLost = true
    const { sent, work } = await game(async ({ uId }) => {
      if (isLost && uId === rows[1]!.key) throw new GameError({ kind: 'timeout', msg: 'no answer' })
      return done()
    })
    expect((await work('ann')).outcomes).toMatchObject([{ status: 'done' }, { status: 'unknown' }])
    isLost = false
    expect((await work('bob')).outcomes).toMatchObject([{ status: 'done' }, { status: 'done' }])
    expect(sent.map(({ uId }) => uId)).toEqual([rows[0]!.key, rows[1]!.key, rows[1]!.key])
    expect(sent[2]).toEqual(sent[1])
  })

  it('[jobs.wait] a row whose server was away is begun anew when it is back', async () => {
    let isAway = true
    const { sent, work } = await game(async ({ uId }) => {
      if (isAway && uId === rows[1]!.key) throw new GameError({ kind: 'down', msg: 'away' })
      return done()
    })
    await expect(work('ann')).rejects.toMatchObject({ why: 'server_down' })
    await expect(work('ann')).rejects.toMatchObject({ why: 'server_down' })
    isAway = false
    expect((await work('ann')).outcomes).toMatchObject([{ status: 'done' }, { status: 'done' }])
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2)
  })
})
