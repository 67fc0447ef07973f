import { fake, fakeApi, renderWithApp, TEST_SCOPE, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { bulkJobs, bulkPlayers, bulkPreview, bulkStart } from '../contract/index.ts'
import { EMPTY_DRAFT, useBulkDraft } from './bulk-draft.ts'
import BulkPage from './bulk-page.tsx'

const none = { count: 0, lines: [] }
const servers = [
  {
    sId: 123,
    name: '潮汐之门',
    players: 1_200_000,
    lineId: 'northwind-test',
    environment: 'test' as const,
  },
  { sId: 7, name: '远海', players: 300, lineId: 'northwind-live', environment: 'production' as const },
]
const policies = ['live' as const]
const LINES = [
  { lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const },
  { lineId: 'northwind-live', lineCode: 'live', name: '正式线', environment: 'production' as const },
  { lineId: 'northwind-dev', lineCode: 'dev', name: '开发线', environment: 'dev' as const },
]
const server = (sId: number, serviceName: string) => ({
  sId,
  serviceName,
  status: 'running' as const,
  openedAt: null,
})
const scope = {
  ...TEST_SCOPE,
  lines: LINES,
  servers: [server(123, '潮汐之门'), server(124, '琥珀礁')],
}
/** Bulk edits on two lines of three. */
const editor = testUser({
  roles: ['bulk'],
  grants: ['northwind-test', 'northwind-live'].map((line) => ({
    scope: `lantern/northwind/${line}`,
    environment: '*',
    codes: ['index.data.bulk'],
  })),
})

let api: FakeApi
beforeEach(() => {
  useBulkDraft.setState({
    ...EMPTY_DRAFT,
    text: '30123000045',
    reason: 'ticket 7',
    changes: [
      {
        change: { diff: 'Role', path: ['level'], op: 'set', value: 80, old: 72 },
        label: '等级',
        isWhole: true,
      },
    ],
  })
  api = fakeApi(
    [
      fake(bulkPlayers, () => ({
        players: 1_200_300,
        duplicates: 0,
        wrong: none,
        notFound: none,
        servers,
        policies,
        samples: [],
      })),
      fake(bulkPreview, () => ({
        hash: 'h1',
        players: 1_200_300,
        servers,
        policies,
        samples: [],
        versions: [],
      })),
      fake(bulkStart, () => ({ jobId: 'job-1', players: 1_200_300, replayed: false })),
      fake(bulkJobs, () => ({ list: [] })),
    ],
    { isGuarded: true },
  )
})
async function open() {
  const { user } = await renderWithApp(<BulkPage />, { scope, user: editor })
  await screen.findByRole('region', { name: '玩家' })
  return user
}
const press = (name: RegExp | string) => screen.getByRole('button', { name })

describe('players of several places', () => {
  it('offers the other servers and lines where they may be changed, and says how many each server has', async () => {
    const user = await open()
    const choice = screen.getByRole('combobox', { name: '还包括的线路和区服' })
    await user.click(choice)
    const offered = (await screen.findAllByRole('option')).map((option) => option.getAttribute('aria-label'))
    expect(offered).toEqual(['S124 琥珀礁', '正式线'])
    await user.click(screen.getByTitle('正式线'))
    await user.click(press('读取名单'))
    const list = within(await screen.findByRole('region', { name: '玩家' }))
    expect((await list.findByText('S7 远海')).closest('li')?.textContent).toContain('300')
    expect(api.callsOf(bulkPlayers)[0]?.body).toEqual({ also: [{ lineId: 'northwind-live' }] })

    await user.click(press(/^预\s?览$/))
    expect(await screen.findByText('已读取 0 名玩家的数据；其余仅统计数量，共 1,200,300 名')).toBeTruthy()
    await user.click(press(/^为 .* 名玩家开始/))
    await waitFor(() => expect(useBulkDraft.getState().text).toBe(''))
    expect(api.callsOf(bulkStart)[0]?.body).toMatchObject({ also: [{ lineId: 'northwind-live' }] })
  })

  it('a preview without the further line does not count for it', async () => {
    const user = await open()
    await user.click(press(/^预\s?览$/))
    await screen.findByText(/其余仅统计数量/)
    await user.click(screen.getByRole('combobox', { name: '还包括的线路和区服' }))
    await user.click(await screen.findByTitle('正式线'))
    expect(screen.queryByText(/其余仅统计数量/)).toBeNull()
  })
})

describe('some players first', () => {
  const start = async (user: Awaited<ReturnType<typeof open>>) => {
    await user.click(press(/^预\s?览$/))
    await screen.findByText(/其余仅统计数量/)
    await user.click(press(/^为 .* 名玩家开始/))
    await waitFor(() => expect(useBulkDraft.getState().text).toBe(''))
    return api.callsOf(bulkStart)[0]?.body
  }

  it('are sent with what is waited for', async () => {
    const user = await open()
    await user.click(screen.getByRole('switch', { name: '先用部分玩家试行' }))
    const players = screen.getByRole('spinbutton', { name: '试行的玩家数' })
    await user.clear(players)
    await user.type(players, '25')
    await user.click(screen.getByRole('radio', { name: '等待一段时间' }))
    const minutes = screen.getByRole('spinbutton', { name: '等待分钟数' })
    await user.clear(minutes)
    await user.type(minutes, '3')
    expect(await start(user)).toMatchObject({
      tryFirst: { players: 25, mostFailedPercent: 0, waitMinutes: 3 },
    })
  })

  it('wait for a go-ahead unless told otherwise, and are not sent where they are not wanted', async () => {
    const user = await open()
    const toggle = screen.getByRole('switch', { name: '先用部分玩家试行' })
    await user.click(toggle)
    expect(screen.queryByRole('spinbutton', { name: '等待分钟数' })).toBeNull()
    expect(await start(user)).toMatchObject({ tryFirst: { players: 100, mostFailedPercent: 0 } })
  })

  it('nothing is tried without the switch', async () => {
    expect(await start(await open())).not.toHaveProperty('tryFirst')
  })
})
