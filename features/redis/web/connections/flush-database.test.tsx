import { TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { closeConnection, flushDatabase, listConnections, openConnection } from '../../contract/index.ts'
import { OPENED, sampleConnection } from '../testing/sample-connection.ts'
import { whenChanged } from '../workspace/workspace.ts'
import type { KeyChange } from '../workspace/workspace.ts'
import { ConnectionsPanel } from './connections-panel.tsx'

const LINES = [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }]

async function open(mayFlush: boolean) {
  const api = fakeApi([
    fake(listConnections, () => [sampleConnection({ mayFlush })]),
    fake(openConnection, () => OPENED),
    fake(closeConnection, () => ({})),
    fake(flushDatabase, () => ({ keys: 1_204 })),
  ])
  const user = testUser({ grants: [{ scope: '*', environment: '*', codes: ['redis.redis.read'] }] })
  const shown = await renderWithApp(<ConnectionsPanel />, { user, scope: { ...TEST_SCOPE, lines: LINES } })
  await shown.user.dblClick(await screen.findByText('game-s123'))
  await screen.findByRole('img', { name: '已打开' })
  await shown.user.click(screen.getByRole('button', { name: 'game-s123：操作' }))
  return { api, ...shown }
}

it('empties a database only after the name of its connection was typed', async () => {
  const changes: KeyChange[] = []
  const stop = whenChanged((change) => changes.push(change))
  const { api, user } = await open(true)
  await user.click(await screen.findByRole('menuitem', { name: '清空数据库 · DB0' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/将删除“game-s123”的 DB0 中的所有键/)).toBeTruthy()
  const go = dialog.getByRole('button', { name: '清空数据库' })
  await user.click(go)
  expect(api.callsOf(flushDatabase)).toEqual([])
  await user.type(dialog.getByLabelText(/^请输入以确认/), 'game-s123')
  await user.type(dialog.getByLabelText(/原因/), 'a new season')
  await user.click(go)
  await waitFor(() => expect(api.callsOf(flushDatabase)).toHaveLength(1))
  expect(api.callsOf(flushDatabase)[0]?.body).toMatchObject({ db: 0, confirm: 'game-s123' })
  await waitFor(() => expect(changes).toMatchObject([{ databaseId: 'c1/0', isFlushed: true }]))
  stop()
})

it('offers it to nobody without the right', async () => {
  await open(false)
  await screen.findByRole('menuitem', { name: '关闭' })
  expect(screen.queryByRole('menuitem', { name: /清空/ })).toBeNull()
})
