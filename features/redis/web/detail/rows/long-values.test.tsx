import { FakeFailure, fake, fakeApi } from '@qd/web-testing'
import { forgetKept } from '@qd/web-frame'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { EDIT_BYTES, editKey, keyWindow } from '../../../contract/index.ts'
import type { KeyEdit, PageRow } from '../../../contract/index.ts'
import RedisPage from '../../page/redis-page.tsx'
import { SHA1, fakeEdits, fakeKey, hashRow, openKeys, shownKey } from '../../testing/fake-redis.ts'
import { button, dialog, show, spaced } from '../../testing/show-detail.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

const HEAD = 'm'.repeat(4_096)
const WHOLE = `${HEAD}the rest`
const long = (at: string, bytes = WHOLE.length) => ({ at, bytes, mark: SHA1 })
const SET: PageRow = { type: 'set', member: HEAD, bytes: WHOLE.length, isCut: true, long: long('0.200') }
const ZSET: PageRow = { ...SET, type: 'zset', score: '9007199254740993', long: long('9007199254740993') }

afterEach(() => {
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
  forgetKept()
})

type Window = { base64: string; bytes: number; sha1: string }
const whole = (text: string): Window => ({ base64: btoa(text), bytes: text.length, sha1: SHA1 })

/** Answers windows by the place they are of. */
function open(
  row: PageRow,
  windowOf: (place: { kind: string }) => Window | FakeFailure,
  edits = fakeEdits(),
) {
  openKeys(['k'])
  const asked: unknown[] = []
  const window = fake(keyWindow, ({ body }) => {
    asked.push(body.place)
    return windowOf(body.place)
  })
  const reads = fakeKey(shownKey({ type: row.type, length: 1 }), [row]).filter(
    ({ route }) => route !== keyWindow,
  )
  const api = fakeApi([...reads, window, edits.route])
  return { asked, edits: edits.edits, api }
}
const chooseRow = async (user: UserEvent) => {
  const grid = await screen.findByRole('grid')
  await user.click(await within(grid).findByText(/m{200,}…/))
}
async function write(user: UserEvent, name: string | RegExp, text: string) {
  const box = await screen.findByRole('textbox', { name })
  await user.clear(box)
  await user.type(box, text)
  await user.click(await button(spaced('保存')))
  await user.click(within(await dialog()).getByRole('button', { name: spaced('保存') }))
}

describe('what is longer than a cell', () => {
  it.each<[string, PageRow, RegExp, KeyEdit]>([
    ['a member of a set', SET, /^成员$/, { kind: 'replaceMember', member: WHOLE, by: 'new' }],
    [
      'a member of a sorted set',
      ZSET,
      /^成员 · 分数/,
      {
        kind: 'setScored',
        member: WHOLE,
        by: 'new',
        score: '9007199254740993',
        expectScore: '9007199254740993',
      },
    ],
  ])('%s is read by its mark, compared and replaced by all of it', async (_name, row, name, edit) => {
    const { asked, edits } = open(row, () => whole(WHOLE))
    const user = await show(<RedisPage />)
    await chooseRow(user)
    const box = await screen.findByRole('textbox', { name })
    expect(box).toHaveProperty('value', WHOLE)
    expect(asked[0]).toEqual({ kind: 'name', type: row.type, ...(row as { long: object }).long })
    await write(user, name, 'new')
    await waitFor(() => expect(edits).toEqual([edit]))
  })

  it('a member that is gone meanwhile is not written, and what was typed stays', async () => {
    let isGone = false
    const { api } = open(SET, () => {
      if (isGone) return new FakeFailure(409, 'redis_key_changed', '已被他人修改')
      return whole(WHOLE)
    })
    const user = await show(<RedisPage />)
    await chooseRow(user)
    await screen.findByRole('textbox', { name: '成员' })
    isGone = true
    api.on(editKey, () => new FakeFailure(409, 'redis_key_changed', '已被他人修改'))
    await write(user, '成员', 'mine')
    expect(await screen.findByText('值已不存在。没有写入任何内容，这是你输入的内容：')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: '成员' })).toHaveProperty('value', 'mine')
    expect(screen.queryByRole('button', { name: '仍保存我的' })).toBeNull()
  })

  it('a field with such a name is read first, then its value; deleting it sends all of the name', async () => {
    const row: PageRow = { ...hashRow(HEAD, 'v'), isCut: true, bytes: 9, long: long('0.200') } as PageRow
    const { asked, edits } = open(row, ({ kind }) => (kind === 'name' ? whole(WHOLE) : whole('value of')))
    const user = await show(<RedisPage />)
    await chooseRow(user)
    expect(await screen.findByDisplayValue('value of')).toBeTruthy()
    expect(asked).toEqual([
      { kind: 'name', type: 'hash', ...long('0.200') },
      { kind: 'field', field: WHOLE },
    ])
    await user.click(screen.getAllByRole('checkbox').at(-1)!)
    await user.click(await button('删除（1）'))
    await user.click(within(await dialog()).getByRole('button', { name: spaced('删除') }))
    await waitFor(() => expect(edits).toEqual([{ kind: 'removeFields', fields: [WHOLE] }]))
  })

  it('beyond the limit is shown only, and the limit is said', async () => {
    const bytes = EDIT_BYTES + 1
    open({ ...SET, bytes, long: long('0.200', bytes) } as PageRow, () => ({
      ...whole(HEAD),
      bytes,
      sha1: '',
    }))
    const user = await show(<RedisPage />)
    await chooseRow(user)
    expect(await screen.findByText('大于 1.0 MB 的内容在此只读')).toBeTruthy()
    expect(screen.queryByRole('button', { name: spaced('保存') })).toBeNull()
  })

  it('a value of a stream entry is read whole, to look at', async () => {
    const row: PageRow = {
      type: 'stream',
      id: '1-1',
      fields: [{ name: 'body', value: HEAD, bytes: WHOLE.length }],
      isCut: true,
    }
    const { asked } = open(row, () => whole(WHOLE))
    const user = await show(<RedisPage />)
    await chooseRow(user)
    const box = await screen.findByRole('textbox', { name: '1-1' })
    expect(box).toHaveProperty('value', WHOLE)
    expect(box).toHaveProperty('readOnly', true)
    expect(asked).toEqual([{ kind: 'entry', id: '1-1', at: 0 }])
  })
})
