import { fake, fakeApi } from '@qd/web-testing'
import { forgetKept } from '@qd/web-frame'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { deleteLayout, listViewers } from '../../../contract/index.ts'
import type { BoundViewer } from '../../../contract/index.ts'
import RedisPage from '../../page/redis-page.tsx'
import { fakeKey, hashRow, openKeys, shownKey } from '../../testing/fake-redis.ts'
import { show, spaced } from '../../testing/show-detail.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { AUTO } from './bound-views.ts'

const SAVED = { revision: 3, by: 'ann', at: 1 }
type Bound = Pick<BoundViewer, 'keyPattern' | 'fieldPattern' | 'format' | 'decoderId'>
const viewer = (given: Bound): BoundViewer => ({ ...AUTO, ...SAVED, ...given, viewerId: given.keyPattern })
const VIEWERS = [
  viewer({ keyPattern: 'hero:*', fieldPattern: 'bag', format: 'record', decoderId: 'l1' }),
  viewer({ keyPattern: 'mail:*', fieldPattern: '', format: 'record', decoderId: 'l1' }),
  viewer({ keyPattern: 'skin:*', fieldPattern: '', format: 'own', decoderId: 'd1' }),
  viewer({ keyPattern: 'pet:*', fieldPattern: '', format: 'record', decoderId: 'other' }),
]
const layout = (layoutId: string, name: string) => ({ layoutId, name, text: 'id uint64\n', ...SAVED })

afterEach(() => {
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
  forgetKept()
})

async function openList(): Promise<{ user: UserEvent; deleted: unknown[] }> {
  openKeys(['hero:1'])
  const deleted: unknown[] = []
  const api = fakeApi([
    ...fakeKey(shownKey({ type: 'hash' }), [hashRow('level', '72')]),
    fake(deleteLayout, ({ body }) => {
      deleted.push(body)
      return {}
    }),
  ])
  api.on(listViewers, () => ({
    list: VIEWERS,
    decoders: [{ decoderId: 'd1', name: 'skins', sha256: 'a'.repeat(64), bytes: 90, ...SAVED }],
    layouts: [layout('l1', 'heroes'), layout('free', 'unused')],
    mayEdit: true,
    mayManage: true,
  }))
  const user = await show(<RedisPage />)
  await user.click(await within(await screen.findByRole('grid')).findByText('level'))
  const value = within(await screen.findByRole('region', { name: 'level' }))
  await user.click(value.getByRole('button', { name: '更多查看方式' }))
  await user.click(await screen.findByRole('menuitem', { name: '查看器…' }))
  return { user, deleted }
}

/** Presses the button and gives the question it asks; antd calls all dialogs of a test alike. */
async function ask(user: UserEvent, name: string) {
  await user.click(await screen.findByRole('button', { name }))
  const text = await screen.findByText(/所有人都不能再使用/)
  return within(text.closest<HTMLElement>('[role="dialog"]')!)
}
type Question = Awaited<ReturnType<typeof ask>>
const patterns = (question: Question) => question.queryAllByRole('listitem').map((each) => each.textContent)

it('deleting a record layout or an own decoder names the viewers that use it, and nothing where none does', async () => {
  const { user, deleted } = await openList()
  let question = await ask(user, '删除记录格式 unused')
  question.getByText('所有人都不能再使用“unused”。')
  expect(patterns(question)).toEqual([])
  expect(question.queryByText(/正在使用/)).toBeNull()
  await user.click(question.getByRole('button', { name: spaced('取消') }))
  await waitFor(() => expect(screen.queryByText(/所有人都不能再使用/)).toBeNull())

  question = await ask(user, '删除解码器 skins')
  question.getByText(/查看器正在使用它/)
  expect(patterns(question)).toEqual(['skin:*'])
  await user.click(question.getByRole('button', { name: spaced('取消') }))
  await waitFor(() => expect(screen.queryByText(/所有人都不能再使用/)).toBeNull())

  question = await ask(user, '删除记录格式 heroes')
  expect(patterns(question)).toEqual(['hero:* · bag', 'mail:*'])
  await user.click(question.getByRole('button', { name: '删除记录格式' }))
  await waitFor(() => expect(deleted).toEqual([{ lineId: 'northwind-test', layoutId: 'l1', revision: 3 }]))
})
