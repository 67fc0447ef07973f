import { fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { TabContext } from '@qd/web-frame'
import type { WebFeature } from '@qd/web-frame'
import { policyList, policySave } from '../../contract/index.ts'
import { PoliciesPage } from './policies-page.tsx'

/** Stands for the picker of rights: chooses one line at once. */
function OneLine({ scope, onChange }: { scope: string; onChange: (scope: string) => void }): ReactNode {
  return <button onClick={() => onChange('lantern/northwind/northwind-test')}>{`picker ${scope}`}</button>
}
const places: WebFeature = { name: 'access', pages: [], slots: { placePicker: OneLine } }

const policy = {
  id: 'p1',
  version: 2,
  updatedAt: 1,
  updatedBy: 'lin',
  name: '大批量',
  isActive: true,
  isWidened: false,
  match: {
    effects: [],
    types: [],
    environments: ['test' as const],
    scopes: ['lantern/harbour'],
    leastRisk: 'R3' as const,
    limits: null,
  },
  stages: [{ name: '复核', need: 1, groups: [] }],
  differentPeople: true,
  decideWithinHours: 72,
}
const list = {
  isOn: true,
  settingsVersion: 1,
  list: [policy],
  types: [],
  groups: [],
  places: [{ scope: 'lantern/harbour', placeName: ['灯海', 'Harbour'] }],
  mayEdit: true,
}
const user = testUser({
  roles: ['admin'],
  permissions: [
    {
      routerName: 'approvals',
      functionList: ['see', 'policies'].map((code) => ({ code, type: 'button' as const })),
    },
  ],
  grants: [{ scope: '*', environment: '*', codes: ['approvals.see', 'approvals.policies'] }],
})

it('names scopes in words, and takes further ones from the picker', async () => {
  const api = fakeApi([fake(policyList, () => list), fake(policySave, () => ({ id: 'p1', version: 3 }))])
  const app = await renderWithApp(<PoliciesPage />, { user, features: [places] })
  expect(await screen.findByText(/灯海 \/ Harbour/)).toBeTruthy()
  await app.user.click(screen.getByRole('button', { name: '编辑策略' }))
  await app.user.click(await screen.findByRole('button', { name: '添加范围' }))
  await app.user.click(screen.getByRole('button', { name: 'picker *' }))
  await app.user.click(screen.getByRole('button', { name: '移除第 1 个范围' }))
  await app.user.type(screen.getByRole('textbox', { name: /原因/ }), '调整')
  await app.user.click(screen.getByRole('button', { name: '保存策略' }))
  await waitFor(() => expect(api.callsOf(policySave)).toHaveLength(1))
  expect(api.callsOf(policySave)[0]).toMatchObject({
    body: { policy: { match: { scopes: ['lantern/northwind/northwind-test'] } } },
  })
})

it('is no longer called by the request that its tab showed before', async () => {
  fakeApi([fake(policyList, () => list)])
  const rename = vi.fn()
  const page = (
    <TabContext value={{ id: 't1', isShown: true, rename }}>
      <PoliciesPage />
    </TabContext>
  )
  await renderWithApp(page, { user, features: [places] })
  await screen.findByText(/灯海 \/ Harbour/)
  expect(rename.mock.calls).toEqual([['']])
})
