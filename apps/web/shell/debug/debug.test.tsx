import { defineRoute, z } from '@qd/contract-kit'
import { useSettings } from '@qd/web-base'
import { call, useCallLog } from '@qd/web-calls'
import { FakeFailure, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import DebugBar from './debug-bar.tsx'

const route = { method: 'GET', permission: 'public', level: 0, risk: 'R0' } as const
const list = defineRoute({
  ...route,
  path: '/platform/list',
  title: 'l',
  query: z.object({ q: z.string() }),
  reply: z.unknown(),
})
const ask = (q: string) =>
  act(() => call(list, { query: { q } }, { tag: 'kit:retry', told: 'inline' }).catch(() => null))

describe('debug information', () => {
  it('[S2.29] shows the last calls with status, timing and request id, without what was asked', async () => {
    fakeApi([fake(list, ({ query }) => (query.q === 'bad' ? new FakeFailure(409, 'taken') : []))])
    const { user } = await renderWithApp(<DebugBar />)
    useSettings.getState().change({ debugging: true })
    await ask('secret words')
    await ask('bad')
    await user.click(await screen.findByRole('button', { name: '展开最近的请求' }))
    const table = within(screen.getByRole('grid'))
    const rows = table
      .getAllByRole('row')
      .map((row) => row.textContent ?? '')
      .filter((row) => row.includes('/platform/list'))
    expect(rows[0]).toMatch(/409.*GET \/platform\/list.*test-request/)
    expect(rows[1]).toMatch(/200.*GET \/platform\/list.*test-request/)
    expect(document.body.textContent).not.toContain('secret words')
  })

  it('nothing is kept while it is off, and what was kept goes when it is switched off', async () => {
    fakeApi([fake(list, () => [])])
    await renderWithApp(<p>page</p>)
    await ask('one')
    expect(useCallLog.getState().calls).toEqual([])
    useSettings.getState().change({ debugging: true })
    for (let count = 0; count < 105; count += 1) await ask(String(count))
    expect(useCallLog.getState().calls).toHaveLength(100)
    useSettings.getState().change({ debugging: false })
    expect(useCallLog.getState().calls).toEqual([])
  })

  it('a call without an answer is noted as such', async () => {
    fakeApi([fake(list, () => Promise.reject(new TypeError('network')))])
    await renderWithApp(<p>page</p>)
    useSettings.getState().change({ debugging: true })
    await ask('one')
    expect(useCallLog.getState().calls[0]).toMatchObject({ path: '/platform/list', status: 0, requestId: '' })
  })
})
