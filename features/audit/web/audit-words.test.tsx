import type { WebFeature } from '@qd/web-frame'
import { renderWithApp, showWideScreen } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { auditExport, auditGet, auditList } from '../contract/index.ts'
import AuditPage from './audit-page.tsx'
import { auditor, entry, fakeAudit } from './testing/sample-audit.ts'

const table = () => screen.findByRole('grid')

describe('what the audit page tells and gives', () => {
  it('[T25] tells a change of rights by names: fields, roles, places, permissions, and whose links ended', async () => {
    const fakes = fakeAudit()
    const change = { action: 'access.userGrants', target: 'id-7', targetName: 'mei' }
    fakes.on(auditGet, ({ body }) => ({
      ...entry(body.seq, change),
      address: '10.0.0.7',
      detail: {
        before: { grants: [], codes: ['users.user.read'], mustUseSecondFactor: false },
        after: {
          grants: [
            'night @ lantern/northwind (test)',
            'day @ lantern/northwind (test) only vault:blue/a b:*',
          ],
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
    expect(detail.textContent).toContain('角色 day · Northwind 测试 · vault blue/a b:*')
    expect(detail.textContent).toContain('必须使用两步验证')
    expect(detail.textContent).toContain('否 → 是')
    expect(detail.textContent).toContain('权限新增unknown.code')
    expect(detail.textContent).toContain('失效的链接')
    // What has no words keeps its own.
    expect(detail.textContent).toContain('somethingNewas it is')
    expect(detail.textContent).toContain('灯海: 查看用户')
  })

  it('[audit.names] tells the end of a job by names: what it is called, its kind, how it ended, where', async () => {
    const id = '019ab0c1-0000-7000-8000-00000000beef'
    const ended = {
      action: 'jobs.ended',
      actionTitle: '作业结束',
      target: id,
      targetName: '批量修改 语音 → 61',
    }
    const fakes = fakeAudit([entry(9, ended)])
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
    const fakes = fakeAudit()
    const { user, unmount } = await renderWithApp(<AuditPage />, { user: auditor, path: '/audit' })
    await screen.findByText('#9')
    await user.click(screen.getByRole('button', { name: '关闭详情' }))
    expect(screen.queryByRole('region', { name: /详情/ })).toBeNull()
    unmount()
    await renderWithApp(<AuditPage />, { user: auditor, path: '/audit?seq=8' })
    await screen.findByText('#8')
    expect(fakes.callsOf(auditGet).map(({ body }) => body)).toEqual([{ seq: 9 }, { seq: 8 }])
  })

  it('on a phone the filter is one button that counts, with all conditions behind it', async () => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: /max-width/.test(media),
      media,
      addEventListener: () => {},
      removeEventListener: () => {},
    }))
    const fakes = fakeAudit()
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
    const fakes = fakeAudit()
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
