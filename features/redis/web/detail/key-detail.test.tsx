import { fakeApi } from '@qd/web-testing'
import { forgetKept } from '@qd/web-frame'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { keyShow } from '../../contract/index.ts'
import RedisPage from '../page/redis-page.tsx'
import { fakeEdits, fakeKey, openKeys, shownKey } from '../testing/fake-redis.ts'
import { ROWS, button, dialog, show, spaced } from '../testing/show-detail.tsx'
import { useWorkspace } from '../workspace/workspace.ts'

const KEY = 'game:s123:hero:45'

afterEach(() => {
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
  forgetKept()
})

describe('the head', () => {
  it('[S4.13] a time to live of 0 or less deletes after a question', async () => {
    openKeys([KEY])
    const { route, edits } = fakeEdits()
    fakeApi([...fakeKey(shownKey({ type: 'hash', ttlMs: 60_000 }), ROWS['hash']), route])
    const user = await show(<RedisPage />)
    await user.click(await button(/^TTL/))
    const amount = await screen.findByRole('spinbutton', { name: '时长' })
    await user.clear(amount)
    await user.type(amount, '0')
    await screen.findByText('0 或更小：保存将删除')
    await user.click(await button(spaced('保存')))
    await screen.findByText(/将立即被删除/)
    expect(edits).toEqual([])
    const [question] = screen.getAllByRole('dialog').slice(-1)
    await user.click(within(question!).getByRole('button', { name: spaced('删除') }))
    await waitFor(() => expect(edits).toEqual([{ kind: 'expire', ttlMs: 0 }]))
  })

  it('[S9.06] refreshes by itself, every 2 s unless somebody chose', async () => {
    openKeys([KEY])
    const api = fakeApi(fakeKey(shownKey({ type: 'hash' }), ROWS['hash']))
    const user = await show(<RedisPage />)
    await user.click(await button('自动刷新'))
    const popup = within(await screen.findByRole('group', { name: '自动刷新' }))
    const seconds = popup.getByRole('spinbutton')
    expect(seconds).toHaveProperty('value', '2')
    await user.clear(seconds)
    await user.type(seconds, '1')
    const before = api.callsOf(keyShow).length
    await user.click(popup.getByRole('switch'))
    await button('自动刷新：每 1 秒')
    await waitFor(() => expect(api.callsOf(keyShow).length).toBeGreaterThan(before + 1))
  })

  it('a time to live in hours, or none any more', async () => {
    openKeys([KEY])
    const { route, edits } = fakeEdits()
    fakeApi([...fakeKey(shownKey({ type: 'hash', ttlMs: 7_200_000 }), ROWS['hash']), route])
    const user = await show(<RedisPage />)
    await user.click(await button(/^TTL/))
    const amount = await screen.findByRole('spinbutton', { name: '时长' })
    expect(amount).toHaveProperty('value', '2')
    await user.clear(amount)
    await user.type(amount, '3')
    await user.click(await button(spaced('保存')))
    await waitFor(() => expect(edits).toEqual([{ kind: 'expire', ttlMs: 10_800_000 }]))
    await user.click(await button(/^TTL/))
    await user.click(await button('永不过期'))
    await waitFor(() => expect(edits.at(-1)).toEqual({ kind: 'expire', ttlMs: null }))
  })

  it('a renamed key stays in its tab under the new name', async () => {
    openKeys([KEY])
    const { route, edits } = fakeEdits({ kind: 'rename', to: KEY })
    fakeApi([...fakeKey(shownKey({ type: 'hash' }), ROWS['hash']), route])
    const user = await show(<RedisPage />)
    await user.click(await button('重命名'))
    const box = await screen.findByRole('textbox', { name: '键名' })
    await user.type(box, '6')
    const question = await dialog()
    await user.click(within(question).getByRole('button', { name: '重命名' }))
    await waitFor(() =>
      expect(useWorkspace.getState().keys).toEqual([{ databaseId: 'c1/0', key: `${KEY}6` }]),
    )
    expect(edits).toEqual([{ kind: 'rename', to: `${KEY}6` }])
    await user.click(await button(spaced('撤销')))
    await waitFor(() => expect(useWorkspace.getState().key?.key).toBe(KEY))
  })

  it('[S5.05] a read-only connection offers no change and says why, once', async () => {
    openKeys([KEY], { readOnly: true })
    fakeApi(fakeKey(shownKey({ type: 'hash', mayEdit: false }), ROWS['hash']))
    const user = await show(<RedisPage />)
    await user.click(await screen.findByText('level'))
    expect(await screen.findByRole('textbox', { name: 'level' })).toHaveProperty('readOnly', true)
    expect(screen.getAllByText('只读连接：不能修改')).toHaveLength(1)
    for (const name of ['重命名', '删除键', '添加字段']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
    expect(await button(/^TTL/)).toHaveProperty('disabled', true)
    expect(screen.queryByRole('checkbox', { name: '选择本页全部' })).toBeNull()
  })
})

describe('open keys', () => {
  it('are tabs; the middle button closes one, the menu the others', async () => {
    openKeys(['a', 'b', 'c'])
    fakeApi(fakeKey(shownKey({ type: 'hash' }), ROWS['hash']))
    const user = await show(<RedisPage />)
    const tab = (name: string) => screen.getByRole('tab', { name })
    await user.pointer({ keys: '[MouseMiddle]', target: tab('b') })
    expect(useWorkspace.getState().keys.map(({ key }) => key)).toEqual(['a', 'c'])
    await user.pointer({ keys: '[MouseRight]', target: tab('a') })
    await user.click(await screen.findByRole('menuitem', { name: '关闭其他' }))
    expect(useWorkspace.getState().keys.map(({ key }) => key)).toEqual(['a'])
  })

  it('what was typed in one waits while another is in view, and is asked about before it closes', async () => {
    openKeys(['a', 'b'])
    fakeApi(fakeKey(shownKey({ type: 'string' }), [], '72'))
    const user = await show(<RedisPage />)
    await user.type(await screen.findByRole('textbox', { name: '值' }), '3')
    await user.click(screen.getByRole('tab', { name: 'a' }))
    await user.click(screen.getByRole('tab', { name: 'b' }))
    await waitFor(() => expect(screen.getByRole('textbox', { name: '值' })).toHaveProperty('value', '723'))
    await user.click(await button('关闭 b'))
    await dialog()
    expect(useWorkspace.getState().keys).toHaveLength(2)
  })
})
