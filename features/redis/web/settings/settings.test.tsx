import { readStored, writeStored } from '@qd/web-base'
import { startLive } from '@qd/web-calls'
import { forgetKept, keep, keptNow } from '@qd/web-frame'
import { fakeApi, fake, liveServer, renderWithApp } from '@qd/web-testing'
import type { LiveServer } from '@qd/web-testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listConnections } from '../../contract/index.ts'
import { forgetAllOpen } from '../connections/openings.ts'
import { noteHistory } from '../console/history.ts'
import { usePanelSizes } from '../page/panel-sizes.ts'
import RedisPage from '../page/redis-page.tsx'
import { KEYS, databaseIn, fakeKeys } from '../testing/fake-keys.ts'
import { useWorkspace } from '../workspace/workspace.ts'

let live: LiveServer
let stop: () => void

beforeEach(() => {
  forgetKept()
  window.localStorage.clear()
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
  fakeApi([fake(listConnections, () => [])])
  live = liveServer()
  fakeKeys(live, { 'game:eu:1': { type: 'hash' }, tick: {} })
  stop = startLive(
    async () => 'ticket',
    () => {},
  )
})
afterEach(() => {
  act(() => forgetAllOpen())
  act(() => useWorkspace.setState({ databases: [], active: null, keys: [], key: null }))
  stop()
})

/** Draws the page with a database whose keys are read. */
async function show(): Promise<UserEvent> {
  const database = databaseIn({})
  const { user } = await renderWithApp(<RedisPage />)
  live.ready()
  await act(async () => {
    useWorkspace.setState({ databases: [database], active: database.id })
    await new Promise((resolve) => {
      setTimeout(resolve, 0)
    })
  })
  await within(await screen.findByRole('treeitem', { name: 'tick' })).findByText('∞')
  return user
}

async function open(user: UserEvent) {
  await user.click(screen.getByRole('button', { name: 'Redis 设置' }))
  return within(await screen.findByRole('dialog', { name: 'Redis 设置' }))
}
const save = (user: UserEvent) => user.click(screen.getByRole('button', { name: /^保\s?存$/ }))
const scans = () => live.asked(KEYS, 'scan')

describe('the settings', () => {
  it('[S5.09] [S9.08] warns of large loads with the number, keeps the bounds, and reads what is in view again', async () => {
    const user = await show()
    const dialog = await open(user)
    const box = dialog.getByRole('textbox', { name: /每次加载的键数/ })
    await user.clear(box)
    await user.type(box, '20001{Enter}')
    expect(await dialog.findByText(/20,001 超过 5,000/)).toBeTruthy()
    expect(dialog.getAllByText('10 到 20,000 之间的整数').length).toBeGreaterThan(1)
    expect(scans()).toHaveLength(1)
    await user.clear(box)
    await user.type(box, '6000{Enter}')
    await waitFor(() => expect(scans().at(-1)).toMatchObject({ load: 6_000, mode: 'quick' }))
    expect(keptNow('redis.keyLoad')).toMatchObject({ load: 6_000, isTree: true })
  })

  it('open from the menu of the list too, and change it into a list of sizes', async () => {
    const user = await show()
    await user.click(screen.getByRole('button', { name: '显示方式' }))
    await user.click(screen.getByRole('menuitem', { name: '更多设置…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Redis 设置' }))
    await user.click(dialog.getByRole('combobox', { name: /显示方式/ }))
    await user.click(await screen.findByText('列表', { selector: '.ant-select-item-option-content' }))
    await user.click(dialog.getByRole('switch', { name: '显示内存占用' }))
    await save(user)
    await waitFor(() => expect(scans().at(-1)).toMatchObject({ separators: [] }))
    expect(keptNow('redis.keyLoad')).toMatchObject({ isTree: false, hasSizes: true })
  })

  it('[S9.06] say how often a key and a server are read again, within an hour, and scan nothing for it', async () => {
    const user = await show()
    const dialog = await open(user)
    const box = dialog.getByRole('textbox', { name: /两次读取间隔的秒数/ })
    expect(box).toHaveProperty('value', '2')
    await user.clear(box)
    await user.type(box, '3601')
    await save(user)
    expect((await dialog.findAllByText('1 到 3,600 之间的整数')).length).toBeGreaterThan(1)
    await user.clear(box)
    await user.type(box, '30')
    await save(user)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(keptNow('redis.refreshSeconds')).toBe(30)
    expect(scans()).toHaveLength(1)
  })

  it('write keys and values in a font of the computer, and take nothing that is no name of one', async () => {
    const user = await show()
    const tree = () => screen.getByRole('tree').closest<HTMLElement>('[style*="--qd-mono"]')
    expect(tree()).toBeNull()
    const dialog = await open(user)
    const box = dialog.getByRole('textbox', { name: /键与值的字体/ })
    await user.type(box, 'x"; color: red')
    await save(user)
    expect((await dialog.findAllByText(/字体名称只能包含/)).length).toBeGreaterThan(0)
    await user.clear(box)
    await user.type(box, ' Noto Sans Mono ')
    await save(user)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(keptNow('redis.font')).toBe('Noto Sans Mono')
    expect(tree()?.style.getPropertyValue('--qd-mono')).toMatch(/^"Noto Sans Mono", /)
  })

  it('draw keys and values larger, within bounds, and keep it', async () => {
    const user = await show()
    const zoomOf = () => screen.getByRole('tree').closest<HTMLElement>('[style*="zoom"]')?.style.zoom
    expect(zoomOf()).toBeUndefined()
    const dialog = await open(user)
    const box = dialog.getByRole('textbox', { name: /键与值的缩放/ })
    await user.clear(box)
    await user.type(box, '151')
    await save(user)
    expect((await dialog.findAllByText('80 到 150 之间的整数')).length).toBeGreaterThan(1)
    await user.clear(box)
    await user.type(box, '125')
    await save(user)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(keptNow('redis.zoom')).toBe(125)
    expect(zoomOf()).toBe('1.25')
  })

  it('[S9.08] list the limits with their numbers', async () => {
    const dialog = await open(await show())
    const limits = dialog
      .getAllByRole('term')
      .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`)
    expect(limits).toEqual([
      expect.stringMatching(/^此连接每秒扫描的键数 [\d,]+$/),
      '一个文件夹列出的名称数 20,000',
      '键列表的行数 600,000',
      '逐个选中的键数 10,000',
      '一个作业的键数 1,000,000',
    ])
  })
})

describe('clear cache', () => {
  it('forgets what the page remembered by itself, reads again, and keeps favourites, snippets and settings', async () => {
    const user = await show()
    const favourites = [{ kind: 'key', name: 'tick' }]
    act(() => {
      keep('redis.searches.c1', { history: ['game:*'], favourites })
      keep('redis.searches.c2', { history: ['*lost*'], favourites: [] })
      keep('redis.foldedGroups', ['a/b'])
      keep('redis.snippets', [{ name: 'all', text: 'KEYS *' }])
      keep('redis.refreshSeconds', 7)
      keep('home.other', 'stays')
      noteHistory('c1', 'GET tick')
      writeStored('other', 'stays')
      usePanelSizes.getState().setSize({ keys: 500 })
    })
    const dialog = await open(user)
    await user.click(dialog.getByRole('button', { name: '清除缓存' }))
    const asked = within(
      (await screen.findByText(/连接、收藏、片段和这些设置会保留/)).closest('[role=dialog]') as HTMLElement,
    )
    expect(keptNow('redis.foldedGroups')).toEqual(['a/b'])
    await user.click(asked.getByRole('button', { name: '清除缓存' }))
    expect(await screen.findByText('缓存已清除')).toBeTruthy()
    expect(keptNow('redis.searches.c1')).toEqual({ history: [], favourites })
    expect(keptNow('redis.searches.c2')).toEqual({ history: [], favourites: [] })
    expect(keptNow('redis.foldedGroups')).toBeUndefined()
    expect(readStored('redis.console.c1')).toBeNull()
    expect(usePanelSizes.getState().keys).toBe(330)
    expect([keptNow('redis.refreshSeconds'), keptNow('home.other'), readStored('other')]).toEqual([
      7,
      'stays',
      'stays',
    ])
    expect(keptNow('redis.snippets')).toEqual([{ name: 'all', text: 'KEYS *' }])
    await waitFor(() => expect(scans()).toHaveLength(2))
  })
})
