import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { exportConnections, importConnections, listConnections } from '../../contract/index.ts'
import { sampleConnection } from '../testing/sample-connection.ts'
import RedisPage from '../page/redis-page.tsx'

const LINES = [{ lineId: 'northwind-test', lineCode: 'test', name: '测试线', environment: 'test' as const }]
const scope = { ...TEST_SCOPE, lines: LINES }
const manager = testUser({
  grants: [
    {
      scope: 'lantern/northwind',
      environment: '*',
      codes: ['redis.redis.read', 'redis.redis.connections'],
    },
  ],
})
const COUNTS = { added: 1, exists: 1, refused: 1 }
const ROWS = [
  { line: 1, name: 'game', address: 'a.example:6379', state: 'added' as const, field: '', note: '' },
  { line: 2, name: 'game-s123', address: 'b.example:6379', state: 'exists' as const, field: '', note: '' },
  { line: 3, name: 'odd', address: '', state: 'refused' as const, field: 'host', note: '主机为空' },
]

let api: FakeApi
beforeEach(() => {
  api = fakeApi(
    [
      fake(listConnections, () => [sampleConnection()]),
      fake(importConnections, ({ body }) => ({ rows: ROWS, counts: COUNTS, isApplied: body.apply })),
      fake(exportConnections, () => ({ fileName: 'northwind-test.json', text: '{}', connections: 1 })),
    ],
    { isGuarded: true },
  )
})

const dialog = () => within(screen.getByRole('dialog'))

async function open(item: string) {
  const page = await renderWithApp(<RedisPage />, { user: manager, scope })
  await screen.findByText('game-s123')
  await page.user.click(screen.getByRole('button', { name: '导入与导出' }))
  await page.user.click(await screen.findByRole('menuitem', { name: item }))
  await screen.findByRole('dialog')
  return page
}

const give = (user: UserEvent) =>
  user.upload(dialog().getByLabelText('选择文件', { selector: 'input' }), new File(['[]'], 'a.json'))

describe('connections of a file', () => {
  it('[S2.30] are listed before any is added, then added', async () => {
    const { user } = await open('导入连接')
    expect(dialog().getByRole('button', { name: '导入 0 个' }).hasAttribute('disabled')).toBe(true)
    await give(user)
    expect(await dialog().findByText('将添加')).toBeTruthy()
    expect(dialog().getByText('已存在')).toBeTruthy()
    expect(dialog().getByText('主机为空')).toBeTruthy()
    const body = { lineId: 'northwind-test', text: '[]' }
    expect(api.callsOf(importConnections).map((each) => each.body)).toEqual([{ ...body, apply: false }])
    await user.click(dialog().getByRole('button', { name: '导入 1 个' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf(importConnections).at(-1)?.body).toEqual({ ...body, apply: true })
    expect(api.callsOf(listConnections)).toHaveLength(2)
  })

  it('are not added while the file cannot be read; its passphrase is tried again', async () => {
    api.on(importConnections, ({ body }) =>
      body.passphrase === 'long enough'
        ? { rows: ROWS, counts: COUNTS, isApplied: false }
        : new FakeFailure(422, 'redis_import_passphrase', '口令不对'),
    )
    const { user } = await open('导入连接')
    await give(user)
    expect(await dialog().findByText('口令不对')).toBeTruthy()
    await user.type(dialog().getByLabelText(/^文件的口令/), 'long enough')
    await user.tab()
    expect(await dialog().findByText('将添加')).toBeTruthy()
    expect(dialog().queryByText('口令不对')).toBeNull()
  })
})

describe('an export', () => {
  beforeEach(() => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  })

  it('has no secrets unless they are asked for', async () => {
    const { user } = await open('导出连接')
    expect(dialog().getByText('文件中不含任何密码和私钥。')).toBeTruthy()
    await user.click(dialog().getByRole('button', { name: '保存文件' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf(exportConnections)[0]?.body).toEqual({ lineId: 'northwind-test' })
  })

  it('with secrets wants a passphrase that is long enough', async () => {
    const { user } = await open('导出连接')
    await user.click(dialog().getByRole('switch', { name: '包含密码和私钥' }))
    await user.type(dialog().getByLabelText(/^口令/), 'short')
    await user.click(dialog().getByRole('button', { name: '保存文件' }))
    expect(await dialog().findByText('口令至少 8 个字符')).toBeTruthy()
    expect(api.callsOf(exportConnections)).toEqual([])
    await user.type(dialog().getByLabelText(/^口令/), ' no longer')
    await user.click(dialog().getByRole('button', { name: '保存文件' }))
    await waitFor(() =>
      expect(api.callsOf(exportConnections)[0]?.body).toMatchObject({ passphrase: 'short no longer' }),
    )
  })
})
