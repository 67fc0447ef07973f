import { TEST_SCOPE, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getData, tipProtocol } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { PLAYER, U_ID } from '../testing/sample-player.ts'

const EDITOR = testUser({
  roles: [],
  grants: [
    { scope: '*', environment: '*', codes: ['index.player.read', 'index.data.read', 'index.data.edit'] },
  ],
})
const field = (fieldName: string, type = 'int') => ({ fieldName, name: '', type, comment: '' })
const table = (name: string, netKey: string, fields: object[]) => ({
  name,
  comment: '',
  netKey,
  key: 'id',
  names: {},
  fields: [field('id'), ...fields],
})
const ODD = ['toString', 'a.b', '道具 数', 'valueOf']
const PROTOCOL = {
  diffInfos: {
    'Odd.Row': table(
      'Odd.Row',
      'hasOwnProperty',
      ODD.map((name) => field(name)),
    ),
    Curse: { ...table('Curse', 'curse', [field('power')]), leftOut: ['constructor'] },
  },
  protocols: [],
  leftOut: ['prototype'],
}
const DATA = {
  hasOwnProperty: { 1: { id: 1, 'a.b': 5, '道具 数': 6 }, 2: { id: 2, toString: 3, 'a.b': 7 } },
  curse: { 1: { id: 1, power: 2 } },
}

let api: FakeApi

beforeEach(() => {
  showWideScreen()
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900)
  useEditor.setState({ sessions: {} })
  api = fakeApi(fakePlayer())
  api.on(
    tipProtocol,
    ({ query }) => ({ md5: 'odd', ...(query.protocolJson ? { protocol: PROTOCOL } : {}) }) as never,
  )
  api.on(getData, () => ({ version: 'v1', online: true, data: DATA, leftOut: [] }))
})

async function openModule(name: RegExp) {
  const { user } = await renderWithApp(<PlayerPage uId={U_ID} />, { scope: TEST_SCOPE, user: EDITOR })
  await user.click(await screen.findByRole('button', { name }))
  return user
}

const cells = (row: number): string[] =>
  within(within(screen.getByRole('grid')).getAllByRole('row')[row]!)
    .getAllByRole('gridcell')
    .map((cell) => cell.textContent ?? '')

describe('a game that names its fields as it likes', () => {
  it('[ED.60] shows a cell a row does not have as empty, whatever its field is called', async () => {
    await openModule(/^Odd\.Row/)
    await screen.findByRole('grid', { name: 'Odd.Row' })
    expect(cells(1).slice(1, 6)).toEqual(['1', '–', '5', '6', '–'])
    expect(cells(2).slice(1, 6)).toEqual(['2', '3', '7', '–', '–'])
  })

  it('a typed value is pending under its field`s own name', async () => {
    const user = await openModule(/^Odd\.Row/)
    await screen.findByRole('grid', { name: 'Odd.Row' })
    const cell = within(within(screen.getByRole('grid')).getAllByRole('row')[2]!).getAllByRole('gridcell')[2]!
    await user.dblClick(cell.firstElementChild ?? cell)
    const input = within(cell).getByRole('textbox')
    await user.clear(input)
    await user.type(input, '9{Enter}')
    const { changes } = useEditor.getState().sessions[PLAYER]!.draft
    expect(changes).toEqual([{ diff: 'Odd.Row', key: '2', path: ['toString'], op: 'set', value: 9, old: 3 }])
  })

  it('names what is left out, and offers neither to add nor to remove rows that hold it', async () => {
    await openModule(/^Curse/)
    await screen.findByRole('grid', { name: 'Curse' })
    expect(screen.getByText(/prototype, constructor/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: '添加' })).toBeNull()
    expect(screen.queryByRole('button', { name: /删除行/ })).toBeNull()
  })

  it('offers both where rows hold nothing of the kind', async () => {
    await openModule(/^Odd\.Row/)
    await screen.findByRole('grid', { name: 'Odd.Row' })
    expect(screen.getByRole('button', { name: '添加' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /删除行/ })).toHaveLength(2)
  })
})
