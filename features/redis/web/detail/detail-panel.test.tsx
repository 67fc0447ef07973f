import { FakeFailure, fakeApi } from '@qd/web-testing'
import { forgetKept } from '@qd/web-frame'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { editKey, keyPage, keyShow, keyWindow } from '../../contract/index.ts'
import RedisPage from '../page/redis-page.tsx'
import { OTHER_SHA1, SHA1, fakeEdits, fakeKey, hashRow, openKeys, shownKey } from '../testing/fake-redis.ts'
import { ROWS, button, dialog, show, spaced } from '../testing/show-detail.tsx'
import { tellChange, useWorkspace } from '../workspace/workspace.ts'

const KEY = 'game:s123:hero:45'

afterEach(() => {
  useWorkspace.setState({ databases: [], active: null, keys: [], key: null })
  forgetKept()
})

describe('each type is drawn', () => {
  it.each([
    ['hash', ['level', '72', '\\xff\\x00', '{"star":5}']],
    ['list', ['7', 'first']],
    ['set', ['one']],
    ['zset', ['9007199254740993', 'top']],
    ['stream', ['1763675971123-0', 'f=1 f=2']],
  ] as const)('%s, with its head and facts', async (type, texts) => {
    openKeys([KEY])
    fakeApi(fakeKey(shownKey({ type, hasFieldTtl: true }), ROWS[type]))
    await show(<RedisPage />)
    const grid = await screen.findByRole('grid')
    for (const text of texts) await within(grid).findByText(text)
    screen.getByRole('heading', { level: 2, name: KEY })
    screen.getByText(type.toUpperCase())
    screen.getByText('12.4 KB')
    screen.getByText('listpack')
    screen.getByText('空闲 3 秒')
    screen.getByText('已连接 1.2 ms')
  })

  it('a string as text, hex and bits', async () => {
    openKeys([KEY])
    fakeApi(fakeKey(shownKey({ type: 'string', length: 2 }), [], '72'))
    const user = await show(<RedisPage />)
    expect(await screen.findByRole('textbox', { name: '值' })).toHaveProperty('value', '72')
    await user.click(screen.getByRole('radio', { name: '十六进制' }))
    await screen.findByText('37 32')
    await user.click(screen.getByRole('radio', { name: '位图' }))
    expect(screen.getAllByRole('button', { pressed: true })).toHaveLength(8)
  })

  it('JSON of several windows as JSON: it is read to its end before it is called a text', async () => {
    openKeys([KEY])
    const text = JSON.stringify({ first: 77_123, pad: 'x'.repeat(150_000) })
    const api = fakeApi(fakeKey(shownKey({ type: 'string', length: text.length }), [], text))
    api.on(keyWindow, ({ body: { offset } }) => {
      const part = text.slice(offset, offset + 65_536)
      return { base64: btoa(part), bytes: text.length, sha1: SHA1 }
    })
    const user = await show(<RedisPage />)
    await user.click(await screen.findByRole('radio', { name: '树' }))
    await screen.findByText('77123')
    expect(api.callsOf(keyWindow).map(({ body }) => (body as { offset: number }).offset)).toEqual([
      0, 65_536, 131_072,
    ])
  })

  it('a JSON document without the list around it, with every digit', async () => {
    openKeys([KEY])
    fakeApi(fakeKey(shownKey({ type: 'ReJSON-RL' }), [], '[{"exp":9007199254740993}]'))
    const user = await show(<RedisPage />)
    await user.click(await screen.findByRole('radio', { name: '树' }))
    await screen.findByText('9007199254740993')
    screen.getByText('{1}')
    expect(screen.queryByText('[1]')).toBeNull()
  })

  it('a type of a module by what it tells of itself', async () => {
    openKeys([KEY])
    const info = [{ name: 'Capacity', value: '100' }]
    const items = [{ name: { base64: '/w==' }, value: '7' }]
    fakeApi(fakeKey(shownKey({ type: 'TopK-TYPE', info, items })))
    await show(<RedisPage />)
    await screen.findByText('暂不支持显示类型 TopK-TYPE')
    screen.getByText('Capacity')
    within(screen.getByLabelText('部分内容')).getByText('\\xff')
  })

  it('a key that is gone says so, with the ways on', async () => {
    openKeys([KEY])
    const api = fakeApi(fakeKey(shownKey({ type: 'hash' }), ROWS['hash']))
    const user = await show(<RedisPage />)
    await screen.findByText('level')
    api.on(keyShow, () => shownKey({ type: 'none', length: null }))
    await user.click(await button('刷新'))
    await screen.findByText('键已不存在')
    expect(screen.queryByRole('grid')).toBeNull()
    await user.click(await button(spaced('关闭')))
    expect(useWorkspace.getState().keys).toEqual([])
  })

  it('another type meanwhile is drawn as what it is, and said', async () => {
    openKeys([KEY])
    const api = fakeApi(fakeKey(shownKey({ type: 'hash' }), ROWS['hash']))
    await show(<RedisPage />)
    await screen.findByText('level')
    api.on(keyShow, () => shownKey({ type: 'string' }))
    tellChange({ databaseId: 'c1/0', added: [], removed: [], changed: [KEY] })
    await screen.findByText(/类型已从 hash 变为 string/)
    await screen.findByRole('textbox', { name: '值' })
  })
})

describe('rows', () => {
  it('go on from the cursor of the answer before', async () => {
    openKeys([KEY])
    const first = Array.from({ length: 200 }, (_row, at) => hashRow(`f${at}`, 'v'))
    const api = fakeApi(fakeKey(shownKey({ type: 'hash', length: 201 })))
    api.on(keyPage, ({ body }) =>
      body.cursor === ''
        ? { rows: first, cursor: '0.200.5', examined: 200, length: 201 }
        : { rows: [hashRow('f0', 'v'), hashRow('last', 'v')], cursor: '', examined: 1, length: 201 },
    )
    const user = await show(<RedisPage />)
    await screen.findByText('f0')
    await user.click(await button('加载更多'))
    await screen.findByText('共 201 条')
    expect(api.callsOf(keyPage).map(({ body }) => (body as { cursor: string }).cursor)).toEqual([
      '',
      '0.200.5',
    ])
  })

  it('a word in the filter looks for names with it, in values as it is', async () => {
    openKeys([KEY])
    const api = fakeApi(fakeKey(shownKey({ type: 'hash' }), ROWS['hash']))
    const user = await show(<RedisPage />)
    await screen.findByText('level')
    await user.type(screen.getByRole('textbox', { name: '过滤字段' }), 'lev{Enter}')
    const asked = () => api.callsOf(keyPage).at(-1)?.body
    await waitFor(() => expect(asked()).toMatchObject({ filter: '*lev*', inValues: false }))
    await user.click(screen.getByRole('checkbox', { name: '搜索值' }))
    await waitFor(() => expect(asked()).toMatchObject({ filter: 'lev', inValues: true }))
  })

  it('what was checked is deleted after a question', async () => {
    openKeys([KEY])
    const { route, edits } = fakeEdits()
    fakeApi([...fakeKey(shownKey({ type: 'hash' }), ROWS['hash']), route])
    const user = await show(<RedisPage />)
    await screen.findByText('level')
    await user.click(screen.getByRole('checkbox', { name: '选择本页全部' }))
    await user.click(await button('删除（2）'))
    const question = await dialog()
    within(question).getByText('level')
    expect(edits).toEqual([])
    await user.click(within(question).getByRole('button', { name: spaced('删除') }))
    await waitFor(() =>
      expect(edits).toEqual([{ kind: 'removeFields', fields: ['level', { base64: btoa('\xff\0') }] }]),
    )
  })
})

/** Opens the value of the field `level` and types into it. */
async function typeInto(user: UserEvent, text: string): Promise<HTMLElement> {
  await user.click(await screen.findByText('level'))
  const box = await screen.findByRole('textbox', { name: 'level' })
  await user.clear(box)
  await user.type(box, text)
  return box
}

describe('a value is saved', () => {
  it('with what was read as its condition, and can be taken back', async () => {
    openKeys([KEY])
    const back = { kind: 'setField' as const, field: 'level', value: '72', expect: OTHER_SHA1 }
    const { route, edits } = fakeEdits(back)
    fakeApi([...fakeKey(shownKey({ type: 'hash' }), ROWS['hash']), route])
    const user = await show(<RedisPage />)
    await typeInto(user, '73')
    await user.click(await button(spaced('保存')))
    await waitFor(() =>
      expect(edits).toEqual([{ kind: 'setField', field: 'level', value: '73', expect: SHA1 }]),
    )
    await user.click(await button(spaced('撤销')))
    await waitFor(() => expect(edits.at(-1)).toEqual(back))
  })

  it('[S5.06] characters nobody sees are asked about first', async () => {
    openKeys([KEY])
    const { route, edits } = fakeEdits()
    fakeApi([...fakeKey(shownKey({ type: 'hash' }), ROWS['hash']), route])
    const user = await show(<RedisPage />)
    await typeInto(user, '7\u200b3')
    await user.click(await button(spaced('保存')))
    const question = await screen.findByRole('dialog', { name: /不可见|看不见|隐藏/ })
    within(question).getByText('U+200B')
    expect(edits).toEqual([])
    const [, remove] = within(question).getAllByRole('button')
    await user.click(remove!)
    await waitFor(() => expect(edits).toMatchObject([{ value: '73' }]))
  })

  it('somebody else was faster: both are shown, nothing is lost, and mine can still be saved', async () => {
    openKeys([KEY])
    const api = fakeApi(fakeKey(shownKey({ type: 'hash' }), ROWS['hash']))
    const sent: unknown[] = []
    api.on(editKey, ({ body }) => {
      sent.push(body.edit)
      const isFirst = sent.length === 1
      return isFirst ? new FakeFailure(409, 'redis_key_changed') : { changed: 1, undo: null, binId: '' }
    })
    api.on(keyWindow, () => ({ base64: btoa('99'), bytes: 2, sha1: OTHER_SHA1 }))
    const user = await show(<RedisPage />)
    const box = await typeInto(user, '73')
    await user.click(await button(spaced('保存')))
    const question = await dialog()
    expect((await within(question).findByText('99')).tagName).toBe('DEL')
    expect(within(question).getByText('73').tagName).toBe('INS')
    expect(box).toHaveProperty('value', '73')
    await user.click(within(question).getByRole('button', { name: '仍保存我的' }))
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ value: '73', expect: OTHER_SHA1 }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('a string is compared before it is saved', async () => {
    openKeys([KEY])
    const { route, edits } = fakeEdits()
    fakeApi([...fakeKey(shownKey({ type: 'string' }), [], 'a\nb\nc'), route])
    const user = await show(<RedisPage />)
    const box = await screen.findByRole('textbox', { name: '值' })
    await user.type(box, 'd')
    await user.click(await button(spaced('保存')))
    const question = await dialog()
    await within(question).findByText('cd')
    expect(edits).toEqual([])
    await user.click(within(question).getByRole('button', { name: spaced('保存') }))
    await waitFor(() => expect(edits).toEqual([{ kind: 'setString', value: 'a\nb\ncd', expect: SHA1 }]))
  })

  it('another row is not shown over what was typed without a question', async () => {
    openKeys([KEY])
    fakeApi(fakeKey(shownKey({ type: 'hash' }), [hashRow('level', '72'), hashRow('name', 'x')]))
    const user = await show(<RedisPage />)
    await typeInto(user, '73')
    await user.click(screen.getByText('name'))
    await dialog()
    expect(screen.getByRole('textbox', { name: 'level' })).toHaveProperty('value', '73')
  })
})
