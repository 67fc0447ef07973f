import { createSchedulesFeature, scheduleMigrations } from '@qd/schedules/server'
import type { ScheduleTables } from '@qd/schedules/server'
import { createPropertiesFeature, propertiesMigrations } from '@qd/properties/server'
import type { PropertiesTables } from '@qd/properties/server'
import type { ReachPort } from '@qd/server-kit'
import { aServer, fixedScope, recordingAudit } from '@qd/server-kit/testing'
import { leaseMigrations } from '@qd/store'
import { describeOnBothDatabases } from '@qd/store/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMailDraft } from '../testing/mail-world.ts'
import { aCodeBatch, startTestConsole } from '../testing/index.ts'
import type { Speaker, TestConsole } from '../testing/index.ts'

const LINE = 'northwind-test'
const BODY = { partnerCode: 'northwind', lineCode: LINE }
const HOUR_MS = 3_600_000

const tables = [...leaseMigrations, ...scheduleMigrations, ...propertiesMigrations]

describeOnBothDatabases('two nodes', tables, (open) => {
  test('read the items of a line once at each due time', async () => {
    const anyStore = await open<never>()
    const clock = { nowMs: Date.UTC(2026, 10, 26, 9, 30) }
    const server = aServer({ sId: 123 })
    const asked: number[] = []
    const reach = {
      reach: async ({ sId }: { sId: number }) => ({
        target: {},
        items: {
          async list() {
            asked.push(sId)
            return [{ number: 7, name: { cn: '灯' }, type: { code: 'tool', name: { cn: '道具' } } }]
          },
        },
      }),
      serversOf: () => [server],
    } as unknown as ReachPort<'items' | 'limits' | 'time'>
    const nodes = ['a', 'b'].map(() => {
      const properties = createPropertiesFeature({
        store: anyStore.as<PropertiesTables>(),
        reach,
        now: () => clock.nowMs,
        sync: {
          everyMinutes: 60,
          lineIds: () => [LINE],
          telling: {
            notifications: { tell: async () => undefined },
            waitingGifts: async () => [],
            accountOf: async () => null,
          },
        },
      })
      return createSchedulesFeature({
        store: anyStore.as<ScheduleTables>(),
        audit: recordingAudit(anyStore),
        callers: { of: async () => null, ofToken: async () => null },
        scope: fixedScope([server]),
        notifications: { tell: async () => undefined },
        policies: { isOn: async () => false, asked: async () => null },
        namesOf: () => [],
        kinds: () => [],
        systemEntries: () => properties.systemSchedules ?? [],
        systemZone: 'UTC',
        jobsOf: async () => new Map(),
        texts: { title: (_lang, key) => key, text: (_lang, key) => key, error: (error) => error.def.code },
        log: { error: (detail) => expect.soft(detail).toBeNull() },
        timing: { pollMs: 10, drainMs: 200, retryMs: 10 },
        nowMs: () => clock.nowMs,
      })
    })
    try {
      await Promise.all(nodes.map((node) => node.start()))
      const done = async () =>
        (
          await anyStore
            .as<ScheduleTables>()
            .read.selectFrom('schedule_run')
            .select('id')
            .where('state', '=', 'done')
            .execute()
        ).length
      for (const hour of [1, 2, 3]) {
        clock.nowMs += HOUR_MS
        await expect.poll(done, { timeout: 30_000 }).toBe(hour)
        expect(asked).toHaveLength(hour)
      }
    } finally {
      await Promise.all(nodes.map((node) => node.stop()))
    }
  })
})

describe('items that are gone', () => {
  let running: TestConsole
  let admin: Speaker
  let operator: Speaker
  let reader: Speaker
  beforeAll(async () => {
    running = await startTestConsole()
    ;[admin, operator, reader] = await Promise.all([
      running.signIn('admin'),
      running.signIn('operator'),
      running.signIn('reader'),
    ])
  })
  afterAll(() => running.dispose())

  test('a mail and a batch of codes that wait for them: the sync tells their author, and the reader sees it', async () => {
    const gift = [{ number: '990001', quantity: '1' }]
    await running.store.as<PropertiesTables>().write((tx) =>
      tx
        .insertInto('item_seen')
        .values({
          line_id: LINE,
          number: '990001',
          facts: JSON.stringify({
            number: 990_001,
            name: { cn: '旧灯', en: 'Old lamp' },
            type: { code: 'tool', name: { cn: '道具', en: 'Tool' } },
          }),
          first_seen: 1,
          last_seen: null,
        })
        .execute(),
    )
    const mail = await operator.post<{ id: string }>(`/partner/mail/save?lineId=${LINE}`, {
      draft: aMailDraft({ name: 'Spring mail', attach: gift }),
    })
    expect([mail.http, mail.body.msg]).toEqual([200, ''])
    const batch = await operator.post<{ id: string }>('/partner/codes/save', {
      lineId: LINE,
      batchId: null,
      revision: 0,
      draft: aCodeBatch({ name: 'Spring codes', quantity: 1, gift }),
    })
    expect([batch.http, batch.body.msg]).toEqual([200, ''])
    const asked = await admin.post('/platform/schedule/runNow', {
      scheduleId: 'system:properties.sync',
      idempotencyKey: 'item-sync-by-hand',
    })
    expect([asked.http, asked.body.msg]).toEqual([200, ''])
    interface Told {
      kind: string
      title: string
      page: string
    }
    const toldTo = async (who: Speaker) => {
      const answer = await who.post<{ list: Told[] }>('/platform/notification/list', {})
      return answer.body.data.list.filter(({ kind }) => kind === 'properties.itemGone')
    }
    await expect.poll(async () => (await toldTo(operator)).length, { timeout: 30_000 }).toBe(2)
    const told = await toldTo(operator)
    expect(told.some(({ title }) => title.includes('Spring mail'))).toBe(true)
    expect(told.some(({ title }) => title.includes('Spring codes'))).toBe(true)
    expect(told.map(({ page }) => page.split('?')[0]).toSorted()).toEqual([
      `/email/${mail.body.data.id}`,
      '/redeemCode',
    ])
    expect(await toldTo(reader)).toEqual([])
    const gone = await reader.post('/platform/gameProp/gone', { ...BODY, numbers: ['990001', '10001'] })
    expect(gone.body.data).toMatchObject({ gone: [{ number: '990001' }] })
    const synced = await reader.post<{ syncedAt: number; everyMinutes: number }>(
      '/platform/gameProp/sync',
      BODY,
    )
    expect(synced.body.data).toMatchObject({ syncedAt: expect.any(Number), everyMinutes: 60 })
  })
})
