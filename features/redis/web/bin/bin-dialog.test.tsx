import { FakeFailure, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { listBin, restoreBin } from '../../contract/index.ts'
import { DetailPanel } from '../detail/detail-panel.tsx'
import { openKeys } from '../testing/fake-redis.ts'
import { useWorkspace } from '../workspace/workspace.ts'

afterEach(() => useWorkspace.setState({ databases: [], active: null, keys: [], key: null }))

const entry = {
  binId: 'b1',
  key: 'session:7',
  db: 0,
  type: 'hash',
  action: 'deleted',
  bytes: 300,
  ttlMs: -1,
  by: 'lin',
  at: 1_763_675_971_000,
  until: 1_763_762_371_000,
  restoredAt: null,
}

describe('the bin', () => {
  it('lists what was deleted, searches it, and gives it back under another name', async () => {
    openKeys([])
    const api = fakeApi([
      fake(listBin, ({ body }) => ({ list: body.search === 'none' ? [] : [entry], hasMore: false })),
      fake(restoreBin, ({ body }) =>
        body.to === undefined ? new FakeFailure(409, 'redis_key_exists', '名称已存在') : { key: body.to },
      ),
    ])
    const { user } = await renderWithApp(<DetailPanel />)
    await user.click(screen.getByRole('button', { name: '回收站' }))
    const grid = within(await screen.findByRole('grid', { name: 'Redis 回收站' }))
    await grid.findByText('session:7')
    grid.getByText('已删除')
    grid.getByText('lin')
    await user.click(grid.getByRole('button', { name: /^恢\s?复$/ }))
    const box = await screen.findByRole('textbox', { name: '恢复为' })
    const dialog = within(screen.getAllByRole('dialog').at(-1)!)
    await user.click(dialog.getByRole('button', { name: /^恢\s?复$/ }))
    expect((await dialog.findByRole('alert')).textContent).toContain('名称已存在')
    await user.type(box, 'b')
    await user.click(dialog.getByRole('button', { name: /恢\s?复$/ }))
    await waitFor(() =>
      expect(useWorkspace.getState().key).toEqual({ databaseId: 'c1/0', key: 'session:7b' }),
    )
    expect(api.callsOf(restoreBin).map(({ body }) => (body as { to?: string }).to)).toEqual([
      undefined,
      'session:7b',
    ])
    await user.type(screen.getByRole('searchbox', { name: '搜索键名' }), 'none')
    await grid.findByText('没有符合筛选条件的内容')
  })
})
