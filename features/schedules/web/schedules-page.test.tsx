import { useSettings } from '@qd/web-base'
import { FakeFailure, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  scheduleDelete,
  scheduleEdit,
  scheduleGet,
  scheduleList,
  schedulePause,
  schedulePreview,
  scheduleResume,
  scheduleRunNow,
  scheduleRuns,
} from '../contract/index.ts'
import SchedulesPage from './schedules-page.tsx'
import { NEXT, aRun, anEntry, anEntryInFull, scheduleKeeper } from './testing/sample-entries.ts'

const page = (
  <Routes>
    <Route path="/schedules/:scheduleId?" element={<SchedulesPage />} />
  </Routes>
)
const open = (path: string) => renderWithApp(page, { path, user: scheduleKeeper })
const ENTRY = '/schedules/019a-entry-1'
const runs = fake(scheduleRuns, () => ({ list: [aRun()], next: null }))

beforeEach(() => useSettings.setState({ timeZone: 'utc' }))

describe('the page of schedules', () => {
  it('[schedules.page] shows the rule in words with its zone, the next and the last run, and in whose name', async () => {
    fakeApi([fake(scheduleList, () => ({ list: [anEntry()], next: null }))])
    await open('/schedules')
    const row = within(await screen.findByRole('row', { name: /清理旧邮件/ }))
    expect(row.getByText('每周：星期一，09:00 · Europe/Berlin')).toBeTruthy()
    expect(row.getByText('2026-11-30 08:00:00')).toBeTruthy()
    expect(row.getByText('完成')).toBeTruthy()
    expect(row.getByText('lin')).toBeTruthy()
  })

  it('says where schedules come from while there are none', async () => {
    fakeApi([fake(scheduleList, () => ({ list: [], next: null }))])
    await open('/schedules')
    expect(await screen.findByText('还没有定时计划')).toBeTruthy()
  })

  it('says why nothing can be shown, and asks again', async () => {
    let isBroken = true
    fakeApi([
      fake(scheduleList, () => {
        if (isBroken) return new FakeFailure(503, 'store_unavailable', '数据库没有响应')
        return { list: [anEntry()], next: null }
      }),
    ])
    const { user } = await open('/schedules')
    expect(await screen.findByText('数据库没有响应')).toBeTruthy()
    isBroken = false
    await user.click(screen.getByRole('button', { name: /重\s?试/ }))
    expect(await screen.findByRole('row', { name: /清理旧邮件/ })).toBeTruthy()
  })

  it('[schedules.page] asks for the state and the owner of its address', async () => {
    const asked: unknown[] = []
    fakeApi([
      fake(scheduleList, ({ body }) => {
        asked.push([body.owner, body.state])
        return { list: [], next: null }
      }),
    ])
    const { user } = await open('/schedules?state=stopped')
    await user.click(await screen.findByRole('radio', { name: '系统' }))
    await waitFor(() => expect(asked).toContainEqual(['system', 'stopped']))
    expect(asked[0]).toEqual(['all', 'stopped'])
  })
})

describe('one entry', () => {
  it('[schedules.page] shows its times on the clock of its zone and on the reader’s, each with its name', async () => {
    fakeApi([fake(scheduleGet, () => anEntryInFull()), runs])
    await open(ENTRY)
    const next = (await screen.findByText('2026-11-30 09:00:00')).closest('li')!
    expect(within(next).getByText('Europe/Berlin')).toBeTruthy()
    expect(next.textContent).toContain('2026-11-30 08:00:00 UTC+00:00')
    expect(screen.getByText('2 名玩家')).toBeTruthy()
    const link = await screen.findByRole('link', { name: '打开作业' })
    expect(link.getAttribute('href')).toBe('/jobs/019a-job-1')
  })

  it('[schedules.owner] says why the program stopped it, and lets it go on', async () => {
    const resumed: string[] = []
    const may = { pause: false, resume: true, runNow: false, edit: true, delete: true }
    const stopped = {
      state: 'stopped',
      why: 'rights_lost',
      fault: '账号 lin 在这里已没有所需的权限',
      may,
    } as const
    fakeApi([
      fake(scheduleGet, () => anEntryInFull({ ...stopped, nextAt: null, upcoming: [] })),
      fake(scheduleResume, ({ body }) => {
        resumed.push(body.scheduleId)
        return anEntryInFull()
      }),
      runs,
    ])
    const { user } = await open(ENTRY)
    expect(await screen.findByText(/账号 lin 在这里已没有所需的权限.*恢复权限后，可在此恢复/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '立即执行' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '恢复' }))
    await waitFor(() => expect(resumed).toEqual(['019a-entry-1']))
  })

  it('[schedules.now] asks before it runs once more, and says in whose name', async () => {
    const keys: string[] = []
    fakeApi([
      fake(scheduleGet, () => anEntryInFull()),
      fake(scheduleRunNow, ({ body }) => {
        keys.push(body.idempotencyKey)
        return anEntryInFull()
      }),
      runs,
    ])
    const { user } = await open(ENTRY)
    await user.click(await screen.findByRole('button', { name: '立即执行' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/以 lin 的名义执行一次“清理旧邮件”/)).toBeTruthy()
    expect(keys).toEqual([])
    await user.click(dialog.getByRole('button', { name: '立即执行' }))
    await waitFor(() => expect(keys).toHaveLength(1))
  })

  it('pauses at once, and deletes after a question', async () => {
    const done: string[] = []
    fakeApi([
      fake(scheduleGet, () => anEntryInFull()),
      fake(schedulePause, () => {
        done.push('paused')
        return anEntryInFull({ state: 'paused' })
      }),
      fake(scheduleDelete, () => {
        done.push('deleted')
        return null
      }),
      fake(scheduleList, () => ({ list: [], next: null })),
      runs,
    ])
    const { user } = await open(ENTRY)
    await user.click(await screen.findByRole('button', { name: '暂停' }))
    expect(done).toEqual(['paused'])
    await user.click(screen.getByRole('button', { name: '删除' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/已启动的作业会继续/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: /^删\s?除$/ }))
    await waitFor(() => expect(done).toEqual(['paused', 'deleted']))
  })

  it('[schedules.edit] changes the rule with the next times in view, from the revision it began with', async () => {
    const sent: unknown[] = []
    fakeApi([
      fake(scheduleGet, () => anEntryInFull()),
      fake(schedulePreview, () => ({ upcoming: [NEXT] })),
      fake(scheduleEdit, ({ body }) => {
        sent.push([body.revision, body.timing.rule, body.timing.zone])
        return anEntryInFull()
      }),
      runs,
    ])
    const { user } = await open(ENTRY)
    await user.click(await screen.findByRole('button', { name: '修改时间' }))
    const dialog = within(await screen.findByRole('dialog'))
    const save = dialog.getByRole('button', { name: /^保\s?存$/ })
    expect((save as HTMLButtonElement).disabled).toBe(true)
    await user.click(dialog.getByRole('checkbox', { name: '周三' }))
    const at = dialog.getByRole('textbox', { name: '时间' })
    await user.clear(at)
    await user.type(at, '25:00')
    await user.tab()
    // What is no time of a day leaves the rule as it was.
    expect((at as HTMLInputElement).value).toBe('09:00')
    await user.clear(at)
    await user.type(at, '7:30')
    expect(dialog.getByText('每周：星期一和星期三，07:30')).toBeTruthy()
    expect(await dialog.findByText('2026-11-30 09:00:00')).toBeTruthy()
    await user.click(save)
    await waitFor(() =>
      expect(sent).toEqual([[3, { kind: 'weekly', days: [1, 3], at: '07:30' }, 'Europe/Berlin']]),
    )
  })

  it('[schedules.input] shows what the server says of a rule nobody can read', async () => {
    fakeApi([
      fake(scheduleGet, () =>
        anEntryInFull({ timing: { ...anEntry().timing, rule: { kind: 'cron', expression: '0 9 * * 1' } } }),
      ),
      fake(schedulePreview, ({ body }) => {
        const { rule } = body.timing
        if (rule.kind === 'cron' && rule.expression.startsWith('61')) {
          return new FakeFailure(422, 'schedule_cron_invalid', '看不懂这个 cron 表达式')
        }
        return { upcoming: [NEXT] }
      }),
      runs,
    ])
    const { user } = await open(ENTRY)
    await user.click(await screen.findByRole('button', { name: '修改时间' }))
    const field = within(await screen.findByRole('dialog')).getByRole('textbox', { name: /表达式/ })
    await user.clear(field)
    await user.type(field, '61 * * * *')
    expect(await screen.findByText('看不懂这个 cron 表达式')).toBeTruthy()
  })
})
