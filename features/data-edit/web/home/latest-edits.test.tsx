import { recentPlayers } from '@qd/players/contract'
import { setNavigator } from '@qd/web-base'
import { FakeFailure, TEST_SCOPE, fakeApi, fake, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { latestEdits, tipProtocol } from '../../contract/index.ts'
import type { LatestEdit } from '../../contract/index.ts'
import { useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID, playerData, protocol } from '../testing/sample-player.ts'
import { readProtocol } from '@qd/player-edit'
import { LatestEdits } from './latest-edits.tsx'

const AT = { game: 'lantern', lineId: 'northwind-test', sId: 123 }
const grant = (...codes: string[]) =>
  testUser({ roles: ['operator'], grants: [{ scope: 'lantern/northwind', environment: '*', codes }] })
const reader = grant('index.data.read')
const operator = grant('index.data.read', 'index.data.edit', 'index.data.undo')
const auditor = grant('index.data.read', 'audit.entry.read')

const edit = (more: Partial<LatestEdit> = {}): LatestEdit => ({
  id: 'e1',
  uId: U_ID,
  at: Date.now() - 180_000,
  actorId: 'u7',
  actor: 'chengyu',
  reason: '工单 4711',
  status: 'applied',
  undoOf: null,
  jobId: null,
  changes: [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value: 680, old: 480 }],
  changeCount: 1,
  results: [{ index: 0, status: 0, code: 'ok', msg: '' }],
  versionBefore: '1',
  versionAfter: '2',
  ...more,
})

let api: FakeApi
const show = (user = reader) => renderWithApp(<LatestEdits at={AT} />, { user, scope: TEST_SCOPE })
const row = async () => within((await screen.findByText('chengyu')).closest('li')!)

beforeEach(() => {
  useEditor.setState({ sessions: {} })
  const lan = { uId: U_ID, name: '岚夜听潮', level: 72, sId: 123, lineId: 'x', game: 'lantern', at: 0 }
  api = fakeApi([
    ...fakePlayer(),
    fake(recentPlayers, () => [lan]),
    fake(latestEdits, () => ({ list: [edit()] })),
  ])
})

describe('latest changes of a server', () => {
  it('[ED.163] say when, who, whose, which field in words, and from what to what', async () => {
    await show()
    const found = await row()
    expect(await found.findByText('潮汐晶石 · 数量')).toBeTruthy()
    for (const text of ['3 分钟前', 'bag[10007].count', '工单 4711', '已生效']) {
      expect(found.getByText(text)).toBeTruthy()
    }
    expect(found.getByText('480').tagName).toBe('DEL')
    expect(found.getByText('680').tagName).toBe('INS')
    expect(found.getByRole('link', { name: '岚夜听潮' }).getAttribute('href')).toBe(
      `/index/${U_ID}?uId=${U_ID}&game=lantern`,
    )
    // Who may only read neither undoes nor looks into the audit.
    expect(found.queryByRole('button')).toBeNull()
    expect(api.callsOf(latestEdits)).toMatchObject([
      { query: { sId: '123', lineId: 'northwind-test' }, body: { owner: 'all' } },
    ])
  })

  it.each([
    ['refused' as const, [{ index: 0, status: 7, code: 'too_much', msg: '' }]],
    ['unknown' as const, []],
    ['undone' as const, [{ index: 0, status: 0, code: 'ok', msg: '' }]],
    ['partly' as const, [{ index: 0, status: 7, code: 'too_much', msg: '' }]],
  ])('[ED.163] colour nothing that did not take effect or is gone again: %s', async (status, results) => {
    api.on(latestEdits, () => ({ list: [edit({ status, results })] }))
    await show(operator)
    const found = await row()
    const values = await found.findByText('480 → 680')
    expect(values.querySelector('del, ins')).toBeNull()
    expect(found.queryByRole('button', { name: '到时间线中撤销' }) !== null).toBe(status === 'partly')
  })

  it('[ED.163] lead to the edit in the time line for an undo, which is in view when the player opens', async () => {
    const gone: string[] = []
    setNavigator((path) => void gone.push(path))
    const { user } = await show(operator)
    await user.click((await row()).getByRole('button', { name: '到时间线中撤销' }))
    expect(gone).toEqual([`/index/${U_ID}?uId=${U_ID}&game=lantern`])
    const parsed = readProtocol(protocol)
    if (!parsed.ok) throw new Error(parsed.reason)
    const loaded = { uId: U_ID, game: 'lantern', md5: 'a', version: 'v1', online: true, loadedAtMs: 1 }
    useEditor.getState().load({ ...loaded, protocol: parsed.protocol, data: playerData() })
    expect(useEditor.getState().sessions[PLAYER]?.history).toEqual({ place: null, entry: 'e1' })
  })

  it('[ED.163] lead whoever may read the audit to the entry', async () => {
    const gone: string[] = []
    setNavigator((path) => void gone.push(path))
    const { user } = await show(auditor)
    await user.click((await row()).getByRole('button', { name: '查看审计' }))
    expect(gone[0]).toMatch(new RegExp(`^/audit\\?actor=u7&target=${U_ID}&from=\\d+&to=\\d+$`))
  })

  it('[ED.163] of a job lead to the job; of a long edit tell how much more there is', async () => {
    api.on(latestEdits, () => ({ list: [edit({ jobId: 'j-1', changeCount: 4 })] }))
    await show(grant('index.data.read', 'index.data.undo', 'audit.entry.read'))
    const found = await row()
    expect(found.getByRole('link', { name: '多名玩家' }).getAttribute('href')).toBe('/jobs/j-1')
    expect(found.getByText('另 3 处')).toBeTruthy()
    expect(found.queryByRole('button')).toBeNull()
  })

  it('[ED.163] can be narrowed to the own ones, and back from there', async () => {
    api.on(latestEdits, ({ body }) => ({ list: body.owner === 'mine' ? [] : [edit()] }))
    const { user } = await show()
    await row()
    await user.click(screen.getByRole('radio', { name: '我的' }))
    await screen.findByText('你还没有在此区服提交过修改')
    await user.click(screen.getByRole('button', { name: '查看所有人的' }))
    await row()
  })

  it('stand in the names of the game while its definition cannot be had', async () => {
    api.on(tipProtocol, () => new FakeFailure(503, 'upstream_down', '连不上'))
    await show()
    const found = await row()
    expect(found.getByText('Bag[10007].count')).toBeTruthy()
    expect(found.getByText('680').tagName).toBe('INS')
  })

  it('say so while there are none, and what failed', async () => {
    api.on(latestEdits, () => new FakeFailure(503, 'store_unavailable', '数据库不可用'))
    const { user } = await show()
    await screen.findByText('数据库不可用')
    api.on(latestEdits, () => ({ list: [] }))
    await user.click(screen.getByRole('button', { name: /重\s?试/ }))
    await screen.findByText('还没有通过控制台修改过')
  })

  it('[ED.163] are not there for somebody who may not read the players of the server', async () => {
    await show(grant('index.data.edit'))
    expect(screen.queryByRole('region')).toBeNull()
    expect(api.callsOf(latestEdits)).toEqual([])
  })
})
