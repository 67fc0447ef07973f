import { switchLanguage, useSettings } from '@qd/web-base'
import type { Language } from '@qd/i18n'
import { TEST_SCOPE, fake, fakeApi, renderWithApp, showWideScreen, testUser } from '@qd/web-testing'
import { useQueryClient } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { checkChanges, tipProtocol } from '../../contract/index.ts'
import { useEditor } from '../state/editor-store.ts'
import { fakePlayer } from '../testing/fake-player.ts'
import { U_ID, protocol } from '../testing/sample-player.ts'
import { PlayerPage } from './player-page.tsx'

const operator = testUser({
  username: 'lin',
  roles: ['operator'],
  grants: [
    {
      scope: 'lantern/northwind',
      environment: '*',
      codes: ['index.player.read', 'index.data.read', 'index.data.edit', 'index.data.edit.sensitive'],
    },
  ],
})

/** The definition as the console tells it in a language. */
function toldIn(language: string) {
  const isChinese = language === 'cn'
  const [diamond] = protocol.diffInfos.Currency.fields
  const currency = {
    ...protocol.diffInfos.Currency,
    comment: isChinese ? '货币' : 'Wallet',
    fields: [{ ...diamond!, name: isChinese ? '钻石' : 'Diamonds' }],
  }
  return { ...protocol, diffInfos: { ...protocol.diffInfos, Currency: currency } }
}

beforeEach(() => useEditor.setState({ sessions: {} }))

function Page(): ReactNode {
  const queries = useQueryClient()
  return (
    <>
      <button onClick={() => void queries.invalidateQueries()}>ask again</button>
      <PlayerPage uId={U_ID} />
    </>
  )
}

/** As the page around does it. */
async function readIn(language: Language): Promise<void> {
  await act(async () => {
    useSettings.getState().setLanguage(language)
    await switchLanguage(language)
    screen.getByText('ask again').click()
  })
}

it('names of the game follow the language, and what was changed stays', async () => {
  const definition = fake(tipProtocol, ({ query }) => ({
    md5: 'b1',
    ...(query.protocolJson ? { protocol: toldIn(useSettings.getState().language) } : {}),
  }))
  const checked = fake(checkChanges, () => ({
    actions: [{ text: 'adds 5 diamonds', code: 'add' }],
    warnings: [],
    refused: [{ index: 0, status: 422, code: '2004', msg: 'too many' }],
    risk: 'R2' as const,
  }))
  fakeApi([...fakePlayer(), definition, checked], { isGuarded: true })
  showWideScreen()
  const { user } = await renderWithApp(
    <Routes>
      <Route path="/index/:uId?" element={<Page />} />
    </Routes>,
    { path: `/index/${U_ID}`, scope: TEST_SCOPE, user: operator, language: 'en' },
  )
  await user.click(await screen.findByRole('button', { name: /^Wallet/ }))
  const input = await screen.findByRole('textbox', { name: /Diamonds/ })
  await user.clear(input)
  await user.type(input, '77{Enter}')
  await user.click(screen.getByRole('button', { name: 'Check' }))
  await screen.findByText('adds 5 diamonds')
  await screen.findAllByText('too many')
  await readIn('cn')
  await screen.findByRole('button', { name: /^货币/ })
  // What was said in the other language can be asked for again.
  expect(screen.queryByText('adds 5 diamonds')).toBeNull()
  expect(screen.queryAllByText('too many')).toEqual([])
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /钻石/ }).value).toBe('77')
  within(screen.getByRole('region', { name: /待提交/ })).getByText('钻石')
  await readIn('de')
  await screen.findByRole('button', { name: /^Wallet/ })
})
