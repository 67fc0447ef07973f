import { TEST_SCOPE, fakeApi, renderWithApp, showWideScreen } from '@qd/web-testing'
import { getConfig } from '@qd/system/contract'
import { fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { getData } from '../../contract/index.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { U_ID, playerData } from '../testing/sample-player.ts'
import { PlayerPage } from './player-page.tsx'

const DEEP = { one: { two: { three: { four: { five: 'deepest' } } } } }

/** The page as its address has it. */
async function openPlayer() {
  showWideScreen()
  const api = fakeApi(fakePlayer())
  const page = (
    <Routes>
      <Route path="/index/:uId?" element={<PlayerPage uId={U_ID} />} />
    </Routes>
  )
  const { user } = await renderWithApp(page, { scope: TEST_SCOPE, path: `/index/${U_ID}` })
  return { api, user }
}

describe('a player on the home page', () => {
  it('[S9.06] JSON as a tree opens two levels as the settings say, and three more with Alt', async () => {
    const { api, user } = await openPlayer()
    const settings = { status: 0, msg: '', data: { jsonDeep: 2, jsonExpand: 3 }, requestId: 'r' }
    api.on(getConfig, () => Response.json(settings))
    api.on(getData, () => ({ version: 'v1', online: true, data: { ...playerData(), event: DEEP } }))
    await user.click(await screen.findByRole('button', { name: /角色/ }))
    await user.click(screen.getByRole('radio', { name: 'JSON' }))
    await user.click(await screen.findByRole('combobox', { name: '显示范围' }))
    await user.click(await screen.findByTitle('协议未描述的数据'))
    expect(await screen.findByText('one')).toBeTruthy()
    expect(screen.queryByText('two')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^one/ }), { altKey: true })
    expect(screen.getByText('four')).toBeTruthy()
    expect(screen.queryByText('five')).toBeNull()
  })

  it('[S7.01] asks in JSON with the token under both headers', async () => {
    const { api } = await openPlayer()
    await screen.findByRole('region', { name: /^玩家/ })
    const sent = api.calls.filter(({ method }) => method === 'POST')
    expect(sent.length).toBeGreaterThan(0)
    for (const { headers } of api.calls) {
      expect([headers.get('token'), headers.get('authorization')]).toEqual(['test-token', 'test-token'])
    }
    for (const { headers, body } of sent) {
      expect(headers.get('content-type')).toBe('application/json')
      expect(typeof body).toBe('object')
    }
  })
})
