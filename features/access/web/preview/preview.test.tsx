import { gameList, lineList, operatorList, serverList } from '@qd/scope/contract'
import { logout } from '@qd/session/contract'
import { FakeFailure, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import type { WebFeature } from '@qd/web-frame'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { permissionList, roleList, roleOptions, rolePreview } from '../../contract/index.ts'
import RolesPage from '../roles/roles-page.tsx'
import { PreviewBanner } from './preview-banner.tsx'

const night = {
  code: 'night',
  name: 'Night shift',
  isBuiltIn: false,
  codes: ['index.data.read'],
  version: 2,
  holders: 3,
  mayEdit: false,
}
/** May look at roles and give what they hold, in one game. */
const lead = testUser({
  roles: ['lead'],
  grants: [
    {
      scope: 'lantern',
      environment: '*',
      codes: ['roles.role.read', 'users.grant.assign', 'index.data.read'],
    },
  ],
})

let api: FakeApi
beforeEach(() => {
  api = fakeApi([
    fake(roleList, () => [night]),
    fake(permissionList, () => []),
    fake(gameList, () => [{ id: 'lantern', name: '灯海', code: 'lantern', environment: 'test' as const }]),
    fake(operatorList, () => []),
    fake(lineList, () => []),
    fake(serverList, () => []),
  ])
})

it('a role is looked through for a few things where its permissions say so', async () => {
  const codes = ['vault.key.read']
  const vault: WebFeature = {
    name: 'access',
    pages: [],
    resources: [{ kind: 'vault', parts: ['box', 'key'] }],
  }
  const keeper = { ...night, codes: [...night.codes, ...codes] }
  api.on(roleList, () => [keeper])
  api.on(permissionList, () => [
    {
      routerName: 'vault',
      functionList: [
        { code: 'key.read', type: 'button', title: 'Read keys', risk: 'R0' as const, resource: 'vault' },
      ],
    },
  ])
  api.on(roleOptions, () => [{ ...keeper, narrowed: [{ kind: 'vault', codes }] }])
  api.on(rolePreview, () => new FakeFailure(503, 'store_unavailable', 'The database is away'))
  const user = testUser({
    roles: ['lead'],
    grants: [
      {
        scope: 'lantern',
        environment: '*',
        codes: ['roles.role.read', 'users.grant.assign', 'users.user.read'],
      },
      { scope: 'lantern', environment: '*', codes, resource: { kind: 'vault', pattern: 'blue/*' } },
    ],
  })
  const { user: hand } = await renderWithApp(<RolesPage />, {
    path: '/roles?role=night',
    user,
    language: 'en',
    features: [vault],
  })
  await screen.findByText('can be limited: vault')
  await hand.click(await screen.findByRole('button', { name: 'Actions for the role Night shift' }))
  await hand.click(screen.getByRole('menuitem', { name: 'View as this role' }))
  const dialog = within(await screen.findByRole('dialog'))
  const start = dialog.getByRole<HTMLButtonElement>('button', { name: 'Start viewing' })
  // As a whole it has more than they hold.
  expect(start.disabled).toBe(true)
  await hand.click(await dialog.findByRole('combobox', { name: 'Only for' }))
  await hand.click(await screen.findByTitle('vault'))
  expect(start.disabled).toBe(true)
  await hand.type(dialog.getByRole('textbox', { name: 'box' }), 'blue')
  await hand.click(start)
  await dialog.findByText(/The database is away$/)
  expect(api.callsOf(rolePreview)[0]?.body).toEqual({
    role: 'night',
    scope: 'lantern',
    environment: '*',
    resource: { kind: 'vault', pattern: 'blue/*' },
  })
})

const overlay = () => screen.queryByText('Loading')
const isOutOfReach = (part: HTMLElement) => part.closest('[inert][aria-busy="true"]') !== null

it('[S9.03] going over to the view of a role lays Loading over the whole page, and gives the focus back', async () => {
  const answer = Promise.withResolvers<FakeFailure>()
  api.on(rolePreview, () => answer.promise)
  const { user } = await renderWithApp(<RolesPage />, {
    path: '/roles?role=night',
    user: lead,
    language: 'en',
  })
  await user.click(await screen.findByRole('button', { name: 'Actions for the role Night shift' }))
  await user.click(screen.getByRole('menuitem', { name: 'View as this role' }))
  const dialog = await screen.findByRole('dialog')
  const start = within(dialog).getByRole('button', { name: 'Start viewing' })
  expect(overlay()).toBeNull()
  // A dialog that still opens takes the focus once more; here, where nothing is inert, also from what lies over it.
  await waitFor(() => expect(dialog.querySelector(':focus')).not.toBeNull())
  await user.click(start)

  await screen.findByText('Loading')
  expect(overlay()?.getAttribute('role')).toBe('status')
  expect(document.activeElement).toBe(overlay())
  expect([isOutOfReach(start), isOutOfReach(screen.getByText('night')), isOutOfReach(overlay()!)]).toEqual([
    true,
    true,
    false,
  ])
  await user.keyboard('{Tab}{Escape}')
  expect(document.activeElement).toBe(overlay())
  expect(start.isConnected).toBe(true)

  await act(async () => answer.resolve(new FakeFailure(503, 'store_unavailable', 'The database is away')))
  await within(dialog).findByText(/The database is away$/)
  expect(overlay()).toBeNull()
  expect(isOutOfReach(start)).toBe(false)
  await waitFor(() => expect(document.activeElement).toBe(start))
})

it('[S9.03] leaving the view of a role blocks the whole page until the own session is back', async () => {
  api.on(logout, () => new Promise<never>(() => {}))
  const preview = testUser({ ...lead, preview: { label: 'Night shift' } })
  const { user } = await renderWithApp(<PreviewBanner />, { user: preview, language: 'en' })
  const leave = screen.getByRole('button', { name: 'Leave' })
  expect(overlay()).toBeNull()
  await user.click(leave)
  await screen.findByText('Loading')
  expect(isOutOfReach(leave)).toBe(true)
})
