import { TEST_SCOPE, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { lookup } from '@qd/scope/contract'
import { useQueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getData, tipProtocol } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID, playerData, protocol } from '../testing/sample-player.ts'

const EDITOR = testUser({
  roles: [],
  grants: [{ scope: '*', environment: '*', codes: ['index.data.read', 'index.data.edit'] }],
})

let api: FakeApi

async function openWith(data: Record<string, unknown>) {
  api.on(getData, () => ({ version: 'v1', online: true, data }))
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE, user: EDITOR })
  await screen.findByRole('region', { name: /^玩家/ })
  return user
}

beforeEach(() => {
  useEditor.setState({ sessions: {} })
  api = fakeApi(fakePlayer())
  showWideScreen()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900)
})

describe('a player after a merge', () => {
  it('the page says where he is read and written now', async () => {
    const found = { id: U_ID, sId: 124, name: '岚', level: 1, online: true, channel: '' }
    const home = { game: 'lantern', partnerCode: 'northwind', lineId: 'northwind-test', movedFrom: 123 }
    api.on(lookup, () => ({ ...found, ...home }))
    await openWith(playerData())
    expect(await screen.findByText(/uId 属于 S123，合服后玩家在 S124/)).toBeTruthy()
  })
})

describe('data that is not what the definition says', () => {
  it('a value of the wrong type is marked in the form with what was expected, and can be put right', async () => {
    const user = await openWith({ ...playerData(), role: { name: 5, level: 'high', tags: { a: 1 } } })
    expect(await screen.findByText('类型不对：应为 string，收到 5')).toBeTruthy()
    expect(screen.getByText('类型不对：应为 int，收到 "high"')).toBeTruthy()
    expect(screen.getByText('类型不对：应为 array，收到 object')).toBeTruthy()
    const level = screen.getByRole('textbox', { name: '等级 level' })
    await user.clear(level)
    await user.type(level, '9{Enter}')
    expect(screen.queryByText('类型不对：应为 int，收到 "high"')).toBeNull()
    expect(within(screen.getByRole('list', { name: '待提交' })).getByText('role.level')).toBeTruthy()
  })

  it('[ED.174] typing that Esc takes back leaves no step where an object stands', async () => {
    const bag = { '10007': { itemId: 10007, count: [1] } }
    const user = await openWith({ ...playerData(), bag })
    const draft = () => useEditor.getState().sessions[PLAYER]!.draft
    await user.click(screen.getByRole('button', { name: /背包/ }))
    const grid = await screen.findByRole('grid', { name: '背包' })
    await user.dblClick(within(grid).getByTitle('类型不对：应为 int，收到 array').firstElementChild!)
    await user.type(within(grid).getByRole('textbox'), '8')
    await waitFor(() => expect(draft().changes).toMatchObject([{ value: 8 }]))
    await user.keyboard('{Escape}')
    expect([draft().changes, draft().past]).toEqual([[], []])
  })

  it('a cell and a row of the wrong type are marked in the table', async () => {
    const bag = { '10007': { itemId: 10007, count: [1] }, '10020': 'gone' }
    const user = await openWith({ ...playerData(), bag })
    await user.click(screen.getByRole('button', { name: /背包/ }))
    const grid = await screen.findByRole('grid', { name: '背包' })
    const cell = within(grid).getByTitle('类型不对：应为 int，收到 array')
    expect(cell.getAttribute('aria-invalid')).toBe('true')
    expect(within(grid).getByTitle('类型不对：应为 object，收到 "gone"')).toBeTruthy()
    // What stands at its key is no row, so the key is all that tells which one it is.
    expect(within(grid).getByRole('gridcell', { name: '10020' })).toBeTruthy()
  })

  it('only rows with faults are those with a cell or a whole row of the wrong type', async () => {
    const bag = {
      '10001': { itemId: 10001, count: 3 },
      '10007': { itemId: 10007, count: [1] },
      '10020': 'gone',
    }
    const user = await openWith({ ...playerData(), bag })
    await user.click(screen.getByRole('button', { name: /背包/ }))
    await screen.findByRole('grid', { name: '背包' })
    await user.click(screen.getByRole('button', { name: '仅错误' }))
    expect(await screen.findByText('2 / 3 行')).toBeTruthy()
    const grid = screen.getByRole('grid', { name: '背包' })
    expect(within(grid).queryByRole('gridcell', { name: '10001' })).toBeNull()
    expect(within(grid).getByRole('gridcell', { name: '10007' })).toBeTruthy()
  })

  it('the tree of JSON marks it too', async () => {
    const user = await openWith({ ...playerData(), role: { name: '岚', level: 'high', tags: [7] } })
    await user.click(await screen.findByText('JSON'))
    await user.click(await screen.findByText('树'))
    expect(await screen.findByText('类型不对：应为 int，收到 "high"')).toBeTruthy()
    expect(await screen.findByText('类型不对：应为 string，收到 7')).toBeTruthy()
  })

  it('a module the server left out is said to be missing, and one of the wrong type is not shown as empty', async () => {
    const { currency: _left, ...rest } = playerData()
    const user = await openWith({ ...rest, bag: [1, 2] })
    const missing = screen.getByRole('button', { name: /货币/ })
    expect(missing.textContent).toContain('未返回')
    await user.click(missing)
    expect(await screen.findByText('区服没有返回此模块')).toBeTruthy()
    expect(screen.queryByLabelText('钻石 diamond')).toBeNull()
    await user.click(screen.getByRole('button', { name: /背包/ }))
    expect(await screen.findByText('模块的数据类型不对')).toBeTruthy()
    expect(screen.getByText('类型不对：应为 object，收到 array')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '添加一行' })).toBeNull()
  })

  it('a single module of the wrong type still says which view it is in', async () => {
    await openWith({ ...playerData(), role: [1] })
    expect(await screen.findByText('模块的数据类型不对')).toBeTruthy()
    expect(screen.getByRole('radio', { name: '表单' }).getAttribute('aria-checked')).toBe('true')
  })
})

/** What the page does by itself every minute. */
function LookAgain() {
  const queries = useQueryClient()
  const look = () => void queries.refetchQueries({ queryKey: [tipProtocol.path] })
  return <button onClick={look}>look again</button>
}

describe('a definition that changes under the open editor', () => {
  it('is shown only together with data that was read by it', async () => {
    const definition = structuredClone(protocol)
    let version = 'one'
    const gate = Promise.withResolvers<void>()
    api.on(tipProtocol, ({ query }) => ({
      md5: version,
      ...(query.protocolJson ? { protocol: definition } : {}),
    }))
    const role = { name: '岚', level: 7, tags: [] as string[] }
    api.on(getData, async () => {
      if (version === 'one')
        return { version: 'v1', online: true, md5: 'one', data: { ...playerData(), role } }
      await gate.promise
      return {
        version: 'v2',
        online: true,
        md5: 'two',
        data: { ...playerData(), role: { ...role, title: '船长' } },
      }
    })
    const page = (
      <>
        <LookAgain />
        <PlayerPage uId={U_ID} />
      </>
    )
    const { user } = await renderWithApp(page, { scope: TEST_SCOPE, user: EDITOR })
    await screen.findByRole('textbox', { name: '等级 level' })
    definition.diffInfos.Role.fields.push({
      fieldName: 'title',
      name: '头衔',
      type: 'string',
      comment: '',
    } as (typeof definition.diffInfos.Role.fields)[number])
    version = 'two'
    const asked = api.callsOf(getData).length
    await user.click(screen.getByRole('button', { name: 'look again' }))
    await waitFor(() => expect(api.callsOf(getData).length).toBeGreaterThan(asked))
    expect(screen.queryByText('头衔')).toBeNull()
    expect(useEditor.getState().sessions[PLAYER]?.md5).toBe('one')
    gate.resolve()
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: '头衔 title' })
    expect(title.value).toBe('船长')
    expect(useEditor.getState().sessions[PLAYER]?.md5).toBe('two')
  })
})
