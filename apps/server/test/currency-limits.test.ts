import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCodeBatch, startTestConsole } from '../testing/index.ts'
import type { Answer, Speaker, TestConsole } from '../testing/index.ts'

/*
 * Diamonds are an item of the game, number 2, of which one action gives at most 50,000. They lie in a field of the player,
 * not in a table of items: whatever way gives them is held against the limit and counted all the same.
 */

const LINE = 'northwind-test'
const UIDS = ['30123000005', '30123000006', '30123000007', '30123000008']
const TOO_MANY = 60_000
const ENOUGH = 20_000
const place = { diff: 'CurrencyInfo', path: ['diamond'] }

let running: TestConsole
let admin: Speaker
beforeAll(async () => {
  running = await startTestConsole({}, { playersPerServer: 20, withRedis: false })
  admin = await running.signIn('admin')
})
afterAll(() => running.dispose())

const key = () => `currency-${randomBytes(8).toString('hex')}`
const codeOf = ({ body }: Answer) => body.err?.code ?? 'ok'

async function diamondsOf(uId: string) {
  const answer = await admin.post<{
    version: string
    data: { currency: { diamond: number } & Record<string, unknown> }
  }>(`/adjust/get?uId=${uId}`, { diffs: ['CurrencyInfo'] })
  const { version, data } = answer.body.data
  return { version, diamond: data.currency.diamond, all: data.currency }
}
/** Diamonds that the ledger of the day has. */
async function given(): Promise<number> {
  const answer = await admin.post<{ rows: { number: string; total: string }[] }>('/platform/gameProp/given', {
    partnerCode: 'northwind',
    lineCode: LINE,
  })
  const rows = answer.body.data.rows.filter(({ number }) => number === '2')
  return rows.reduce((sum, { total }) => sum + Number(total), 0)
}

async function changed(uId: string, call: 'parseCommitAction' | 'api/change', by: number) {
  const { version, diamond } = await diamondsOf(uId)
  const changes = [{ ...place, op: 'set', value: diamond + by, old: diamond }]
  const more = call === 'api/change' ? { reason: 'ticket 7', idempotencyKey: key() } : {}
  return admin.post<{ editId: string; refused: { code: string }[] }>(`/adjust/${call}?uId=${uId}`, {
    version,
    changes,
    ...more,
  })
}
async function undone(uId: string, editId: string) {
  const order = { editId, reason: 'ticket 7', idempotencyKey: key() }
  return admin.post<{ editId: string }>(`/adjust/history/undo?uId=${uId}`, order)
}
async function rowCodes(jobId: string): Promise<string> {
  const job = async () =>
    (
      await admin.post<{ state: string; counters: { done: number; failed: number } }>('/platform/job/get', {
        jobId,
      })
    ).body.data
  await expect.poll(async () => (await job()).state, { timeout: 60_000 }).not.toMatch(/ing$|queued|waiting/)
  return (await job()).counters.failed === 0 ? 'ok' : 'item_limit'
}

type Way = (by: number, uId: string) => Promise<string>
const WAYS: Record<string, { way: Way; refused: string; isCounted?: false }> = {
  'the check of an edit': {
    way: async (by, uId) => {
      const { refused } = (await changed(uId, 'parseCommitAction', by)).body.data
      return refused[0]?.code ?? 'ok'
    },
    refused: 'over_limit',
    isCounted: false,
  },
  'an edit': {
    way: async (by, uId) => codeOf(await changed(uId, 'api/change', by)),
    refused: 'edit_refused',
  },
  'a bulk edit': {
    way: async (by, uId) => {
      const set = {
        changes: [{ ...place, op: 'set', by: String(by) }],
        onlyUnchanged: false,
        existing: 'skip',
      }
      const at = `?lineId=${LINE}`
      const seen = await admin.postText<{ hash: string }>(`/adjust/bulk/preview${at}`, { set }, uId)
      expect(seen.body.msg).toBe('')
      const order = { set, hash: seen.body.data.hash, onlinePolicy: 'live', reason: 'ticket 7' }
      const started = await admin.postText<{ jobId: string }>(
        `/adjust/bulk/start${at}`,
        { ...order, idempotencyKey: key() },
        uId,
      )
      expect(started.body.msg).toBe('')
      return rowCodes(started.body.data.jobId)
    },
    refused: 'item_limit',
  },
  'a composed function': {
    way: async (by, uId) => {
      const at = `?uId=${uId}`
      const give = {
        kind: 'patch',
        changes: [{ ...place, op: 'set', value: { $add: [{ $: 'read.had' }, by] } }],
      }
      const definition = {
        title: 'Give',
        group: 'test',
        comment: '',
        target: 'player',
        parameters: [],
        steps: [{ kind: 'read', as: 'had', ...place }, give],
      }
      const saved = await admin.post<{ id: string; version: string }>(`/adjust/function/save${at}`, {
        note: '',
        definition,
      })
      expect(saved.body.msg).toBe('')
      const which = { source: 'composed', id: saved.body.data.id, version: saved.body.data.version }
      const dry = await admin.post<{ dryRunId: string }>(`/adjust/function/dryRun${at}`, {
        function: which,
        params: {},
      })
      const ran = await admin.post<{ status: string; steps: { code?: string }[] }>(
        `/adjust/function/run${at}`,
        {
          function: which,
          params: {},
          reason: 'ticket 7',
          idempotencyKey: key(),
          dryRunId: dry.body.data.dryRunId,
        },
      )
      if (ran.body.msg !== '') return codeOf(ran)
      const failed = ran.body.data.steps.find(({ code }) => code !== undefined)
      return failed === undefined ? 'ok' : 'refused'
    },
    refused: 'refused',
  },
  'an undo of an undo': {
    way: async (by, uId) => {
      const edit = await changed(uId, 'api/change', by)
      if (edit.body.msg !== '') return codeOf(edit)
      const before = await given()
      const back = await undone(uId, edit.body.data.editId)
      expect(await given()).toBe(before - by)
      return codeOf(await undone(uId, back.body.data.editId))
    },
    refused: 'edit_refused',
  },
  'codes that are released': {
    way: async (by) => {
      const draft = aCodeBatch({
        kind: 'universal',
        quantity: 1,
        total: 1,
        gift: [{ number: '2', quantity: String(by) }],
      })
      const body = { lineId: LINE, batchId: null, revision: 0, draft }
      const saved = await admin.post<{ id: string; revision: number }>('/partner/codes/save', body)
      expect(saved.body.msg).toBe('')
      const { id: batchId, revision } = saved.body.data
      return codeOf(
        await admin.post('/partner/codes/release', { lineId: LINE, batchId, revision, reason: 'ticket 7' }),
      )
    },
    refused: 'code_gift_over_limit',
  },
}

test.each(Object.entries(WAYS))(
  '%s gives no more diamonds than one action may, and what it gives is counted',
  async (name, { way, refused, isCounted }) => {
    const uId = UIDS[Object.keys(WAYS).indexOf(name) % UIDS.length]!
    const before = await given()
    expect(await way(TOO_MANY, uId)).toBe(refused)
    expect(await given()).toBe(before)
    expect(await way(ENOUGH, uId)).toBe('ok')
    expect(await given()).toBe(before + (isCounted === false ? 0 : ENOUGH))
  },
)

test('more than an action may give is no reason not to keep it: a player who has more loses and gains', async () => {
  const uId = UIDS[3]!
  for (const by of [50_000, 50_000, 1, -70_000])
    expect(codeOf(await changed(uId, 'api/change', by))).toBe('ok')
})
