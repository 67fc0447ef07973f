import type { RouteReplyGiven } from '@qd/contract-kit'
import type { WebFeature } from '@qd/web-frame'
import { FakeFailure, fake, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { auditChain, auditChoices, auditExport, auditGet, auditList, auditVerify } from '../contract/index.ts'
import type { AuditListEntry } from '../contract/index.ts'
import AuditPage from './audit-page.tsx'

/** May read, export and verify the audit, and nothing else. */
const auditor = testUser({
  roles: ['auditor'],
  grants: [
    { scope: '*', environment: '*', codes: ['audit.entry.read', 'audit.entry.export', 'audit.chain.verify'] },
  ],
})

type Chain = RouteReplyGiven<typeof auditChain>

const entry = (seq: number, rest: Partial<AuditListEntry> = {}): AuditListEntry => ({
  seq,
  at: Date.UTC(2026, 10, 21, 12, 0, seq),
  actorId: 'u7',
  actor: 'lin',
  action: 'data-edit.commit',
  actionTitle: '修改玩家数据',
  scope: 'lantern/northwind/nw-test/123',
  placeName: ['灯塔', 'Northwind', '测试线', 'S123 潮汐之门'],
  target: '30123000045',
  targetName: '',
  risk: 'R2',
  result: 'ok',
  status: 0,
  code: 'ok',
  durationMs: 40,
  reason: '客服工单 8812',
  requestId: 'aaaaaaaaaa-1',
  sessionId: 's-session1',
  ...rest,
})

const chain = (rest: Partial<Chain> = {}): Chain => ({
  head: { seq: 9, hash: 'a'.repeat(64) },
  verify: {
    state: 'ok',
    startedAt: 1,
    finishedAt: 2,
    done: 9,
    total: 9,
    brokenSeq: null,
    reason: null,
    differences: [],
    differenceCount: 0,
  },
  ship: { at: null, seq: 0, sinks: [] },
  unknown: 0,
  ...rest,
})

const choices = {
  actions: [{ action: 'data-edit.commit', title: '修改玩家数据' }],
  people: [{ id: 'u7', name: 'lin' }],
  places: [
    { scope: 'lantern', name: '灯海', depth: 0 },
    { scope: 'lantern/northwind', name: 'Northwind', depth: 1 },
    { scope: 'lantern/northwind/nw-test', name: '测试线', depth: 2 },
  ],
}

let rows: AuditListEntry[]
const api = () =>
  fakeApi([
    fake(auditList, ({ body }) => ({
      list: rows.filter(({ seq }) => seq > (body.after ?? 0)),
      next: null,
      searchedTo: null,
    })),
    fake(auditChoices, () => choices),
    fake(auditChain, () => chain()),
    fake(auditGet, ({ body }) => ({
      ...entry(body.seq),
      address: '10.0.0.7',
      detail: { changes: [{ diff: 'RoleInfo', path: ['level'], op: 'set', old: 71, value: 72 }] },
      outcome: null,
      prevHash: 'b'.repeat(64),
      hash: 'c'.repeat(64),
      neighbours: [entry(3, { action: 'session.login', actionTitle: '登录' })],
    })),
  ])

beforeEach(() => {
  rows = [entry(9), entry(8, { result: 'unknown', status: null, durationMs: null })]
})
const table = () => screen.findByRole('grid')

describe('audit page', () => {
  it('[T25] tells in words who did what to whom, and marks what nobody knows', async () => {
    api()
    await renderWithApp(<AuditPage />, { user: auditor, path: '/audit' })
    const grid = await table()
    await within(grid).findAllByText('修改玩家数据')
    expect(within(grid).getAllByText('Northwind / 测试线 / S123 潮汐之门')).toHaveLength(2)
    expect(within(grid).getAllByText('R2 中')).toHaveLength(2)
    expect(within(grid).getByText('结果未知')).toBeTruthy()
    expect(screen.getByText('记录链完整')).toBeTruthy()
  })

  it('[T25] opens an entry with old and new value, and leads on to the same person', async () => {
    const fakes = api()
    const { user } = await renderWithApp(<AuditPage />, { user: auditor, path: '/audit' })
    await user.click((await within(await table()).findAllByText('30123000045'))[0]!)
    const detail = await screen.findByRole('region', { name: /详情/ })
    expect(await within(detail).findByText('RoleInfo.level')).toBeTruthy()
    expect(within(detail).getByText('71').tagName).toBe('DEL')
    expect(within(detail).getByText('72').tagName).toBe('INS')
    await user.click(within(detail).getByRole('button', { name: '此人的记录' }))
    await waitFor(() =>
      expect(fakes.callsOf(auditList).some(({ body }) => (body as { actor?: string }).actor === 'u7')).toBe(
        true,
      ),
    )
  })

  it('tells what a bulk edit does in words, and what the game said of a row', async () => {
    const fakes = api()
    const changes = [
      { diff: 'SettingsInfo', path: ['voice'], op: 'set', old: 49, value: 71 },
      { diff: 'BagItem', key: '10007', path: ['count'], op: 'set', old: 5, by: '3' },
    ]
    const detail = {
      set: { changes, existing: 'skip', onlyUnchanged: false },
      onlinePolicy: 'live',
      jobId: 'j1',
      results: [
        { index: 0, status: 0, code: '0', msg: '' },
        { index: 1, status: 2005, code: '2005', msg: '超过上限' },
      ],
    }
    fakes.on(auditGet, ({ body }) => ({
      ...entry(body.seq, { action: 'data-edit.bulkStart' }),
      address: '10.0.0.7',
      detail,
      outcome: null,
      prevHash: 'b'.repeat(64),
      hash: 'c'.repeat(64),
      neighbours: [],
    }))
    await renderWithApp(<AuditPage />, { user: auditor, path: '/audit?seq=9' })
    const shown = await screen.findByRole('region', { name: /详情/ })
    const noted = (await within(shown).findByRole('heading', { name: '其他内容' })).parentElement
    const words = [...(noted?.querySelectorAll('dt') ?? [])].map(
      (term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`,
    )
    expect(words).toEqual([
      '修改内容: SettingsInfo.voice = 71, BagItem[10007].count += 3',
      '已有该行时: 跳过',
      '仅当原值未变时修改: 否',
      '玩家在线时: 立即生效',
      '作业编号: j1',
      '结果: 成功, 被拒绝 2005 超过上限',
    ])
  })

  it('[T25] a link holds filter and entry; what means nothing in it is left out', async () => {
    const fakes = api()
    await renderWithApp(<AuditPage />, {
      path: '/audit?action=data-edit.commit&result=nonsense&from=x&seq=9',
    })
    await table()
    expect(fakes.callsOf(auditList)[0]?.body).toEqual({ action: 'data-edit.commit', limit: 100 })
    expect(fakes.callsOf(auditGet)[0]?.body).toEqual({ seq: 9 })
  })

  it('[T25] an answer that ran out of time is followed by the next until all is looked through', async () => {
    const fakes = api()
    fakes.on(auditList, ({ body }) =>
      body.before === undefined
        ? { list: [], next: 500, searchedTo: Date.UTC(2026, 1, 1) }
        : { list: rows, next: null, searchedTo: null },
    )
    await renderWithApp(<AuditPage />, { user: auditor, path: '/audit?text=needle' })
    await within(await table()).findAllByText('修改玩家数据')
    expect(fakes.callsOf(auditList).map(({ body }) => (body as { before?: number }).before)).toContain(500)
  })

  it('[T25] nothing yet, nothing found and a failure each say what they are', async () => {
    const fakes = api()
    rows = []
    const { unmount } = await renderWithApp(<AuditPage />, { user: auditor, path: '/audit' })
    expect(await screen.findByText('还没有审计记录')).toBeTruthy()
    unmount()
    const second = await renderWithApp(<AuditPage />, { user: auditor, path: '/audit?risk=R4' })
    expect((await screen.findAllByRole('button', { name: /清空|清除/ })).length).toBeGreaterThan(0)
    second.unmount()
    fakes.on(auditList, () => new FakeFailure(503, 'store_unavailable', '数据库没有响应'))
    await renderWithApp(<AuditPage />, { user: auditor, path: '/audit' })
    expect(await screen.findByText('数据库没有响应')).toBeTruthy()
  })

  it('[T25] a broken chain, a silent receiver and open intents stand above the list', async () => {
    const fakes = api()
    fakes.on(auditChain, () =>
      chain({
        unknown: 3,
        verify: { ...chain().verify, state: 'broken', brokenSeq: 5, reason: 'row_missing' },
        ship: { at: 1, seq: 4, sinks: [{ address: 'file:/x', downSince: 5, error: 'EACCES', waiting: 2 }] },
      }),
    )
    const { user } = await renderWithApp(<AuditPage />, { user: auditor, path: '/audit' })
    expect(await screen.findByText(/从第 5 行起不可信：有行缺失/)).toBeTruthy()
    expect(screen.getByText(/file:\/x（EACCES），待送：2/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '查看' }))
    await waitFor(() => expect(fakes.callsOf(auditList).at(-1)?.body).toMatchObject({ result: 'unknown' }))
  })

  it('[T25] a list that differs from the chain is said to, with the rows; without every place only that it is so', async () => {
    const fakes = api()
    const broken = { ...chain().verify, state: 'broken' as const }
    const differences = [3, 4, 5, 6, 7, 8].map((seq) => ({ seq, reason: 'search_missing' as const }))
    fakes.on(auditChain, () =>
      chain({
        verify: { ...broken, brokenSeq: 3, reason: 'search_missing', differences, differenceCount: 200 },
      }),
    )
    const { unmount } = await renderWithApp(<AuditPage />, { user: auditor, path: '/audit' })
    expect(await screen.findByText(/有 200 处不符：#3 列表里找不到 · .*#7 列表里找不到 · …。/)).toBeTruthy()
    expect(screen.getByText('列表与记录链不符')).toBeTruthy()
    unmount()
    fakes.on(auditChain, () => chain({ head: null, ship: null, verify: broken }))
    const grants = [{ scope: 'lantern', environment: '*' as const, codes: ['audit.entry.read'] }]
    await renderWithApp(<AuditPage />, { path: '/audit', user: testUser({ roles: [], grants }) })
    expect(await screen.findByText(/这里看到的记录可能不完整/)).toBeTruthy()
    expect(screen.getByText('审计校验未通过')).toBeTruthy()
  })

  it('[T25] the chain is verified on request; without the right there is neither button nor export', async () => {
    const fakes = api()
    fakes.on(auditVerify, () => null)
    const { user, unmount } = await renderWithApp(<AuditPage />, { user: auditor, path: '/audit' })
    await user.click(await screen.findByRole('button', { name: '立即校验' }))
    await waitFor(() => expect(fakes.callsOf(auditVerify)).toHaveLength(1))
    unmount()
    const grants = [{ scope: '*', environment: '*' as const, codes: ['audit.entry.read'] }]
    await renderWithApp(<AuditPage />, { path: '/audit', user: testUser({ roles: [], grants }) })
    await table()
    expect(screen.queryByRole('button', { name: '立即校验' })).toBeNull()
    expect(screen.queryByRole('button', { name: '导出' })).toBeNull()
  })
})

describe('what the audit page tells and gives', () => {
  it('[T25] tells a change of rights by names: fields, roles, places, permissions, and whose links ended', async () => {
    const fakes = api()
    const change = { action: 'access.userGrants', target: 'id-7', targetName: 'mei' }
    fakes.on(auditGet, ({ body }) => ({
      ...entry(body.seq, change),
      address: '10.0.0.7',
      detail: {
        before: { grants: [], codes: ['users.user.read'], mustUseSecondFactor: false },
        after: {
          grants: ['night @ lantern/northwind (test)'],
          codes: ['users.user.read', 'unknown.code'],
          mustUseSecondFactor: true,
        },
        voidedLinks: ['mei'],
        somethingNew: 'as it is',
        grants: [{ scope: 'lantern', environment: '*', codes: ['users.user.read'] }],
      },
      outcome: null,
      prevHash: 'b'.repeat(64),
      hash: 'c'.repeat(64),
      neighbours: [],
    }))
    const named: WebFeature = {
      name: 'access',
      pages: [],
      slots: { roleNames: ({ codes }) => codes.map((code) => `角色 ${code}`).join() },
    }
    await renderWithApp(<AuditPage />, { user: auditor, path: '/audit?seq=9', features: [named] })
    const detail = await screen.findByRole('region', { name: /详情/ })
    await within(detail).findAllByText('授权')
    expect(detail.textContent).toContain('→ mei')
    expect(detail.textContent).toContain('角色 night · Northwind 测试')
    expect(detail.textContent).toContain('必须使用两步验证')
    expect(detail.textContent).toContain('否 → 是')
    expect(detail.textContent).toContain('权限新增unknown.code')
    expect(detail.textContent).toContain('失效的链接')
    // What has no words keeps its own.
    expect(detail.textContent).toContain('somethingNewas it is')
    expect(detail.textContent).toContain('灯海: 查看用户')
  })

  it('[audit.names] tells the end of a job by names: what it is called, its kind, how it ended, where', async () => {
    const fakes = api()
    const id = '019ab0c1-0000-7000-8000-00000000beef'
    const ended = {
      action: 'jobs.ended',
      actionTitle: '作业结束',
      target: id,
      targetName: '批量修改 语音 → 61',
    }
    rows = [entry(9, ended)]
    fakes.on(auditGet, ({ body }) => ({
      ...entry(body.seq, { ...ended, risk: 'R3' }),
      address: '10.0.0.7',
      detail: { kind: 'data-edit.bulk', state: 'partly_failed', done: 3, total: 4, which: 'failed' },
      outcome: null,
      prevHash: 'b'.repeat(64),
      hash: 'c'.repeat(64),
      neighbours: [],
    }))
    await renderWithApp(<AuditPage />, { user: auditor, path: '/audit?seq=9' })
    const grid = within(await table())
    expect((await grid.findByText('批量修改 语音 → 61')).textContent).toBe('批量修改 语音 → 61 00beef')
    const detail = await screen.findByRole('region', { name: /详情/ })
    await within(detail).findByText('R3 高')
    for (const words of [
      '作业结束',
      '类型批量修改玩家数据',
      '状态部分失败',
      '成功3',
      '行数4',
      '处理的行失败',
      'S123 潮汐之门 lantern/northwind/nw-test/123',
    ]) {
      expect(detail.textContent).toContain(words)
    }
  })

  it('[audit.first] with room for it the first entry is open; the address wins, and a closed one stays closed', async () => {
    showWideScreen()
    const fakes = api()
    const { user, unmount } = await renderWithApp(<AuditPage />, { user: auditor, path: '/audit' })
    await within(await screen.findByRole('region', { name: /详情/ })).findByText('#9')
    await user.click(screen.getByRole('button', { name: '关闭详情' }))
    expect(screen.queryByRole('region', { name: /详情/ })).toBeNull()
    unmount()
    await renderWithApp(<AuditPage />, { user: auditor, path: '/audit?seq=8' })
    await within(await screen.findByRole('region', { name: /详情/ })).findByText('#8')
    expect(fakes.callsOf(auditGet).map(({ body }) => body.seq)).toEqual([9, 8])
  })

  it('on a phone the filter is one button that counts, with all conditions behind it', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: /max-width/.test(media),
      media,
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    const fakes = api()
    const { user } = await renderWithApp(<AuditPage />, { user: auditor, path: '/audit?risk=R2&from=1&to=2' })
    await table()
    expect(screen.queryByRole('textbox', { name: '对象' })).toBeNull()
    await user.click(screen.getByRole('button', { name: '筛选（2）' }))
    await user.type(await screen.findByRole('textbox', { name: '对象' }), '30123000045{Enter}')
    await waitFor(() =>
      expect(fakes.callsOf(auditList).at(-1)?.body).toMatchObject({ target: '30123000045', risk: 'R2' }),
    )
    await screen.findByRole('button', { name: '筛选（3）' })
    await user.click(screen.getByRole('button', { name: '清空条件' }))
    await screen.findByRole('button', { name: '筛选' })
    expect(fakes.callsOf(auditList).some(({ body }) => JSON.stringify(body) === '{"limit":100}')).toBe(true)
  })

  it('[T25] exports what is filtered', async () => {
    const fakes = api()
    fakes.on(auditExport, () => new Response('seq\r\n9\r\n', { headers: { 'content-type': 'text/csv' } }))
    URL.createObjectURL = () => 'blob:test'
    URL.revokeObjectURL = () => undefined
    const { user } = await renderWithApp(<AuditPage />, { user: auditor, path: '/audit?risk=R2' })
    await user.click(await screen.findByRole('button', { name: '导出' }))
    await user.click(screen.getByRole('menuitem', { name: 'CSV 表格' }))
    await waitFor(() => expect(fakes.callsOf(auditExport)[0]?.body).toEqual({ risk: 'R2', fileType: 'csv' }))
    expect(await screen.findAllByText('已导出')).not.toHaveLength(0)
  })
})
