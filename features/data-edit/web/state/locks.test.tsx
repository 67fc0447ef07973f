import { TEST_SCOPE, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { tipProtocol } from '../../contract/index.ts'
import { PlayerPage } from '../player/player-page.tsx'
import { fakePlayer } from '../testing/fake-player.ts'
import { U_ID, protocol } from '../testing/sample-player.ts'
import { useEditor } from './editor-store.ts'

const READ = ['index.player.read', 'index.data.read']
const holding = (...codes: string[]) =>
  testUser({ roles: ['operator'], grants: [{ scope: 'lantern', environment: '*', codes }] })
const operator = holding(...READ, 'index.data.edit')
const reader = holding(...READ)

/** The sample with a sensitive column in the bag. */
function withPrices() {
  const { Bag } = protocol.diffInfos
  const price = { fieldName: 'price', name: '价格', type: 'int', comment: '', sensitive: true }
  return {
    ...protocol,
    diffInfos: { ...protocol.diffInfos, Bag: { ...Bag, fields: [...Bag.fields, price] } },
  }
}

async function open(user: typeof operator, view: string) {
  showWideScreen()
  const api = fakeApi(fakePlayer(), { isGuarded: true })
  api.on(tipProtocol, ({ query }) => ({
    md5: 'a41f0000000000009c2e',
    ...(query.protocolJson ? { protocol: withPrices() } : {}),
  }))
  const page = (
    <Routes>
      <Route path="/index/:uId?" element={<PlayerPage uId={U_ID} />} />
    </Routes>
  )
  const path = `/index/${U_ID}?uId=${U_ID}&game=lantern&${view}`
  const shown = await renderWithApp(page, { scope: TEST_SCOPE, path, user })
  await screen.findByRole('region', { name: /^玩家/ })
  return shown
}
const SENSITIVE = '需要权限：修改敏感字段（货币、订单、等级）'
const EDIT = '需要权限：修改玩家数据'

beforeEach(() => useEditor.setState({ sessions: {} }))

describe('what one may not edit', () => {
  it('[S6.02] a sensitive field has no input and names the right, its neighbours have one', async () => {
    await open(operator, 'module=Currency&view=form')
    await screen.findByRole('img', { name: SENSITIVE })
    expect(screen.queryByRole('textbox', { name: /diamond/ })).toBeNull()
    screen.getByText(`敏感字段${SENSITIVE}`)
  })

  it('[S6.02] cells of a sensitive column are locked before anything is typed, others are not', async () => {
    const { user } = await open(operator, 'module=Bag&view=table')
    const grid = await screen.findByRole('grid')
    const [price] = within(grid).getAllByTitle(SENSITIVE)
    expect(price?.getAttribute('aria-readonly')).toBe('true')
    const count = within(grid).getByRole('gridcell', { name: /1,250/ })
    expect(count.getAttribute('aria-readonly')).toBeNull()
    await user.dblClick(price as HTMLElement)
    expect(within(grid).queryByRole('textbox')).toBeNull()
    await user.dblClick(count)
    await within(grid).findByRole('textbox')
    // A new row would hold the sensitive field too.
    expect(screen.queryByRole('button', { name: /新增/ })).toBeNull()
  })

  it('[S6.02] JSON is read only for a reader, and the status line names the right in every view', async () => {
    const { user } = await open(reader, 'module=Bag&view=table')
    for (const view of ['表格', '表单', 'JSON']) {
      await user.click(screen.getByRole('radio', { name: view }))
      expect((await screen.findAllByText(EDIT)).length).toBeGreaterThan(0)
    }
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: /JSON/ }).getAttribute('aria-readonly')).toBe('true'),
    )
  })

  it('a form to read says at each field, one inside a list included, which right it needs', async () => {
    await open(reader, 'module=Role&view=form')
    expect((await screen.findAllByRole('img', { name: EDIT })).length).toBe(3)
    expect(screen.queryByRole('textbox', { name: /name/ })).toBeNull()
    expect(fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })).toBe(true)
  })
})
