import { fake, fakeApi, FakeFailure, renderWithApp, testUser } from '@qd/web-testing'
import { useScope } from '@qd/web-calls'
import { act, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { batchList } from '../contract/index.ts'
import type { BatchView } from '../contract/index.ts'
import CodesPage from './codes-page.tsx'

const aBatch: BatchView = {
  id: '019a-batch',
  number: 7,
  name: '春节礼包',
  kind: 'once',
  state: 'active',
  isUnfinished: false,
  approval: null,
  lineId: 'northwind-test',
  environment: 'test',
  quantity: 1_000,
  validFrom: null,
  validTo: null,
  zone: 'UTC',
  exportOnce: false,
  exports: 1,
  funnel: { generated: 1_000, exported: 1_000, redeemed: 12, confirmed: 11 },
  total: null,
  createdBy: 'lin',
  createdAt: 1_790_000_000_000,
}
const user = testUser()
async function open() {
  const shown = await renderWithApp(<CodesPage />, { path: '/redeemCode', user })
  act(() => useScope.setState({ partnerCode: 'northwind', lineId: 'northwind-test' }))
  return shown
}

describe('the page of redemption codes', () => {
  it('lists batches with how far their codes got', async () => {
    fakeApi([fake(batchList, () => ({ list: [aBatch], next: null }))])
    await open()
    expect(await screen.findByText('7 · 春节礼包')).toBeTruthy()
    expect(screen.getByText('生效中')).toBeTruthy()
  })

  it('says how to begin while there are none, and why where it cannot tell', async () => {
    let isBroken = true
    fakeApi([
      fake(batchList, () =>
        isBroken ? new FakeFailure(503, 'store_unavailable', '数据库没有响应') : { list: [], next: null },
      ),
    ])
    const { user: hand } = await open()
    expect(await screen.findByText('数据库没有响应')).toBeTruthy()
    isBroken = false
    await hand.click(screen.getByRole('button', { name: /重\s?试/ }))
    expect(await screen.findByText('还没有兑换码批次')).toBeTruthy()
  })
})
