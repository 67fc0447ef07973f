import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { approvalApprovers } from '../../contract/index.ts'
import type { WhatIsAsked } from '../slots.ts'
import { Approvers } from './approvers.tsx'

const asked: WhatIsAsked = {
  lineId: 'northwind-test',
  type: 'mail.send',
  risk: 'R3',
  value: { rows: 100, worth: { atLeast: '0', isComplete: true } },
  effects: { known: ['items'], isComplete: true },
}
const sees = testUser({
  roles: ['operator'],
  permissions: [{ routerName: 'approvals', functionList: [{ code: 'see', type: 'button' }] }],
  grants: [{ scope: 'lantern', environment: '*', codes: ['approvals.see'] }],
})
const stage = { name: '复核', need: 1, groups: ['运营主管'], people: [{ id: 'u1', name: '沈岸' }], more: 2 }
const open = (user = sees) => renderWithApp(<Approvers {...asked} />, { user, scope: TEST_SCOPE })

it('names who would have to agree, and how many more', async () => {
  const api = fakeApi([
    fake(approvalApprovers, () => ({ policy: { name: '大批量', decideWithinHours: 72, stages: [stage] } })),
  ])
  await open()
  expect(await screen.findByText(/大批量/)).toBeTruthy()
  expect(screen.getByText('沈岸 + 2')).toBeTruthy()
  expect(api.callsOf(approvalApprovers)[0]).toMatchObject({ body: asked })
})

it('says when nobody can agree', async () => {
  const nobody = { ...stage, people: [], more: 0 }
  fakeApi([
    fake(approvalApprovers, () => ({ policy: { name: '大批量', decideWithinHours: 72, stages: [nobody] } })),
  ])
  await open()
  expect(await screen.findByText('没有人可以批准')).toBeTruthy()
})

it('is silent where nobody is asked', async () => {
  const api = fakeApi([fake(approvalApprovers, () => ({ policy: null }))])
  await open()
  await waitFor(() => expect(api.callsOf(approvalApprovers)).toHaveLength(1))
  expect(screen.queryByRole('region', { name: '送交审批' })).toBeNull()
})

it('asks nothing for somebody who may not see approvals', async () => {
  const api = fakeApi([fake(approvalApprovers, () => ({ policy: null }))])
  await open(testUser({ roles: ['reader'], permissions: [], grants: [] }))
  expect(api.callsOf(approvalApprovers)).toHaveLength(0)
})

it('tells a failure', async () => {
  fakeApi([fake(approvalApprovers, () => new FakeFailure(422, 'wrong', '出错了'))])
  await open()
  expect(await screen.findByText(/出错了/)).toBeTruthy()
})
