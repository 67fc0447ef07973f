import { FakeFailure, TEST_SCOPE, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import type { WebFeature } from '@qd/web-frame'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { scheduleFunction } from '../../contract/index.ts'
import FunctionsPage from '../page/functions-page.tsx'
import { fakeFunctions } from '../testing/fake-functions.ts'
import { U_ID } from '../testing/sample-functions.ts'

const RIGHTS = ['dataModify.function.run', 'index.player.read']
const holding = (...codes: string[]) =>
  testUser({ roles: ['operator'], grants: [{ scope: 'lantern/northwind', environment: '*', codes }] })

/** Stands for the fields of the feature that knows about time. */
const timing: WebFeature = {
  name: 'schedules',
  pages: [],
  slots: {
    scheduleTiming: ({ value, onChange }) => (
      <button type="button" onClick={() => onChange({ ...value, rule: { kind: 'daily', at: '04:00' } })}>
        {value.rule.kind}
      </button>
    ),
  },
}

let api: FakeApi
beforeEach(() => {
  api = fakeApi(fakeFunctions(), { isGuarded: true })
})

async function openFor(title: string, codes: string[]) {
  const { user } = await renderWithApp(
    <Routes>
      <Route path="/dataModify/:uId?" element={<FunctionsPage />} />
    </Routes>,
    { scope: TEST_SCOPE, user: holding(...codes), path: `/dataModify/${U_ID}`, features: [timing] },
  )
  const [listed] = await screen.findAllByRole('button', { name: new RegExp(title) })
  await user.click(listed!)
  return user
}

it('schedules the function for the player in view, and keeps the same key when it is asked again', async () => {
  let isBroken = true
  api.on(scheduleFunction, () =>
    isBroken
      ? new FakeFailure(503, 'store_unavailable', '数据库没有响应')
      : { scheduleId: 's1', nextAt: 1, players: 1, replayed: false },
  )
  const user = await openFor('发放道具', [...RIGHTS, 'dataModify.function.job'])
  await user.type(screen.getByRole('textbox', { name: /itemId/ }), '10007{Enter}')
  await user.click(screen.getByRole('button', { name: '定时执行' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/对 1 名玩家执行/)).toBeTruthy()
  await user.click(await dialog.findByRole('button', { name: 'weekly' }))
  const make = dialog.getByRole('button', { name: /^建\s?立$/ })
  expect((make as HTMLButtonElement).disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: '原因' }), '每日补偿')
  await user.click(make)
  expect((await dialog.findByRole('alert')).textContent).toContain('数据库没有响应')
  isBroken = false
  await user.click(make)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, again] = api.callsOf(scheduleFunction)
  expect(first).toMatchObject({
    text: U_ID,
    body: { reason: '每日补偿', timing: { rule: { kind: 'daily', at: '04:00' } } },
  })
  expect(again?.body).toEqual(first?.body)
})

it('is not offered without the right to run functions on many', async () => {
  await openFor('发放道具', RIGHTS)
  expect(screen.queryByRole('button', { name: '定时执行' })).toBeNull()
})
