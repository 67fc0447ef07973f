import { approvalSubmit } from '@qd/approvals/contract'
import { gameList, lineList, operatorList, serverList } from '@qd/scope/contract'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { giveBackRight, ownRights, roleOptions, rolesToAskFor } from '../../contract/index.ts'
import AskButton from './ask-button.tsx'
import OwnRightsPanel from './own-rights-panel.tsx'

const HOUR_MS = 3_600_000
const PLACE = { scope: 'lantern', environment: 'test' as const }
const lasting = {
  ...PLACE,
  role: 'reader',
  roleName: '只读',
  isBuiltIn: true,
  group: { id: 'g', name: '夜班' },
  codes: [],
  mayGiveBack: false,
}
const ending = {
  ...lasting,
  role: 'night',
  roleName: '夜班值守',
  isBuiltIn: false,
  group: null,
  until: Date.now() + 2 * HOUR_MS,
  mayGiveBack: true,
}
/** Who holds next to nothing: the one this is for. */
const newcomer = testUser({ roles: [], grants: [] })

let api: FakeApi
beforeEach(() => {
  api = fakeApi([
    fake(ownRights, () => [lasting, ending]),
    fake(rolesToAskFor, () => [
      { code: 'operator', name: '运营', isBuiltIn: true, givesIt: true },
      { code: 'reader', name: '只读', isBuiltIn: true, givesIt: false },
    ]),
    fake(roleOptions, () => new FakeFailure(403, 'forbidden', '没有权限')),
    fake(gameList, () => []),
    fake(operatorList, () => []),
    fake(lineList, () => []),
    fake(serverList, () => []),
    fake(approvalSubmit, () => ({
      id: 'r1',
      number: 12,
      hash: 'a'.repeat(64),
      replayed: false,
      conflicts: 0,
    })),
    fake(giveBackRight, () => null),
  ])
})

it('the page of the own account shows what one holds, until when and why; what ends is given back', async () => {
  const { user } = await renderWithApp(<OwnRightsPanel />, { user: newcomer })
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first?.textContent).toContain('来自 夜班')
  expect(within(first!).queryByRole('button', { name: /交\s?还/ })).toBeNull()
  expect(second?.textContent).toContain('夜班值守')
  // Two hours that were given a moment ago are two hours.
  expect(second?.textContent).toMatch(/2 小时后/)
  await user.click(within(second!).getByRole('button', { name: /交\s?还/ }))
  api.on(ownRights, () => [lasting])
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /交\s?还/ }))
  await waitFor(() => expect(api.callsOf(giveBackRight)[0]?.body).toEqual({ ...PLACE, role: 'night' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  // Nobody without the right is refused again and again for the names of roles.
  expect(api.callsOf(roleOptions)).toEqual([])
})

it('an empty account says so, and a failure can be tried again', async () => {
  api.on(ownRights, () => [])
  const { unmount } = await renderWithApp(<OwnRightsPanel />, { user: newcomer })
  await screen.findByText('你还没有权限')
  unmount()
  api.on(ownRights, () => new FakeFailure(503, 'storage_unavailable', '暂时不可用'))
  const { user } = await renderWithApp(<OwnRightsPanel />, { user: newcomer })
  await screen.findByText(/暂时不可用/)
  api.on(ownRights, () => [ending])
  await user.click(screen.getByRole('button', { name: /重\s?试/ }))
  await screen.findByText('夜班值守')
})

it('where a permission is missing, a role that gives it is asked for: at a place one does not see', async () => {
  const { user } = await renderWithApp(<AskButton permission="index.data.edit" />, { user: newcomer })
  await user.click(screen.getByRole('button', { name: '申请权限' }))
  const dialog = await screen.findByRole('dialog', { name: '申请临时权限' })
  // Only one role gives it, so it is chosen already.
  await within(dialog).findByText('运营')
  expect(within(dialog).queryByText('只读')).toBeNull()
  await user.click(within(dialog).getByRole('switch', { name: '列表中没有该范围' }))
  const place = within(dialog).getByRole('textbox', { name: /^范围/ })
  await user.clear(place)
  await user.type(place, 'lantern/harbour')
  const hours = within(dialog).getByRole('textbox', { name: /^时长/ })
  await user.clear(hours)
  await user.type(hours, '73')
  await user.type(within(dialog).getByRole('textbox', { name: /^原因/ }), '值班')
  const send = within(dialog).getByRole('button', { name: '发送申请' })
  await user.click(send)
  expect(api.callsOf(approvalSubmit)).toEqual([])
  await user.clear(hours)
  await user.type(hours, '3')
  await user.click(send)
  await within(dialog).findByText(/第 12 号申请已发送/)
  expect(api.callsOf(approvalSubmit)[0]?.body).toEqual({
    route: 'POST /platform/user/rights/ask',
    input: { body: { role: 'operator', scope: 'lantern/harbour', environment: '*', hours: 3 } },
    reason: '值班',
    window: { from: null, to: null, auto: true },
  })
})

it('a preview asks for nothing', async () => {
  const preview = testUser({ session: { ...testUser().session, kind: 'preview' } })
  const { container } = await renderWithApp(<AskButton permission="index.data.edit" />, { user: preview })
  expect(container.querySelector('button')).toBeNull()
})

it('at a place one may not see, the place is written as the link named it', async () => {
  const { user } = await renderWithApp(<AskButton scope="lantern/harbour/harbour-prod" />, { user: newcomer })
  await user.click(await screen.findByRole('button', { name: '申请权限' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect((await dialog.findByRole<HTMLInputElement>('textbox', { name: /^范围/ })).value).toBe(
    'lantern/harbour/harbour-prod',
  )
})
