import { FakeFailure, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { auditChain, auditGet, auditList, auditVerify } from '../contract/index.ts'
import AuditPage from './audit-page.tsx'
import { auditor, chain, entry, fakeAudit } from './testing/sample-audit.ts'

const table = () => screen.findByRole('grid')

describe('audit page', () => {
  it('[T25] tells in words who did what to whom, and marks what nobody knows', async () => {
    fakeAudit()
    await renderWithApp(<AuditPage />, { user: auditor, path: '/audit' })
    const grid = await table()
    await within(grid).findAllByText('修改玩家数据')
    expect(within(grid).getAllByText('Northwind / 测试线 / S123 潮汐之门')).toHaveLength(2)
    expect(within(grid).getAllByText('R2 中')).toHaveLength(2)
    expect(within(grid).getByText('结果未知')).toBeTruthy()
    expect(screen.getByText('记录链完整')).toBeTruthy()
  })

  it('[T25] opens an entry with old and new value, and leads on to the same person', async () => {
    const fakes = fakeAudit()
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
    const fakes = fakeAudit()
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
    const fakes = fakeAudit()
    await renderWithApp(<AuditPage />, {
      path: '/audit?action=data-edit.commit&result=nonsense&from=x&seq=9',
    })
    await table()
    expect(fakes.callsOf(auditList)[0]?.body).toEqual({ action: 'data-edit.commit', limit: 100 })
    expect(fakes.callsOf(auditGet)[0]?.body).toEqual({ seq: 9 })
  })

  it('[T25] an answer that ran out of time is followed by the next until all is looked through', async () => {
    const fakes = fakeAudit()
    fakes.on(auditList, ({ body }) =>
      body.before === undefined
        ? { list: [], next: 500, searchedTo: Date.UTC(2026, 1, 1) }
        : { list: [entry(9)], next: null, searchedTo: null },
    )
    await renderWithApp(<AuditPage />, { user: auditor, path: '/audit?text=needle' })
    await within(await table()).findAllByText('修改玩家数据')
    expect(fakes.callsOf(auditList).map(({ body }) => (body as { before?: number }).before)).toContain(500)
  })

  it('[T25] nothing yet, nothing found and a failure each say what they are', async () => {
    const fakes = fakeAudit([])
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
    const fakes = fakeAudit()
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
    const fakes = fakeAudit()
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
    const fakes = fakeAudit()
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
