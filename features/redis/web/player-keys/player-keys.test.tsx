import { serverList } from '@qd/scope/contract'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findPlayerKeys, listPlayerPatterns, savePlayerPatterns } from '../../contract/index.ts'
import { PlayerKeysButton } from './player-keys-button.tsx'

const UID = '30123000045'
const at = { game: 'lantern', operator: 'northwind', lineId: 'northwind-test', sId: 123 }
const holding = (...codes: string[]) =>
  testUser({ grants: [{ scope: 'lantern/northwind', environment: '*', codes }] })
const READ = 'redis.redis.read'
const pattern = { db: 1, pattern: 'session:{uId}', label: '会话' }
const found = { ...pattern, keys: [], examined: 0, isIncomplete: false, msg: '' }

const open = (...codes: string[]) =>
  renderWithApp(<PlayerKeysButton uId={UID} at={at} />, { user: holding(...codes), scope: TEST_SCOPE })

const listed = (patterns: object[] = [pattern]) =>
  fake(listPlayerPatterns, () => [
    { connectionId: 'c1', name: 'game-s123', patterns: patterns as never, revision: 4 },
    { connectionId: 'c2', name: 'rank', patterns: [], revision: 0 },
  ])

describe('the Redis keys of a player', () => {
  it('are not offered to who may not read Redis', async () => {
    fakeApi([])
    await open('index.player.read')
    expect(screen.queryByRole('button', { name: /Redis/ })).toBeNull()
  })

  it('lead to the Redis page; what is not there, not complete or refused says so', async () => {
    const api = fakeApi([
      listed(),
      fake(serverList, () => []),
      fake(findPlayerKeys, () => ({
        found: [
          { ...found, keys: [{ key: `session:${UID}`, type: 'string', ttlMs: 60_000 }] },
          {
            ...found,
            pattern: 'cart:{uId}',
            label: '',
            keys: [{ key: `cart:${UID}`, type: 'none', ttlMs: -1 }],
          },
          { ...found, pattern: '*{uId}', label: '全部', examined: 100_000, isIncomplete: true },
          { ...found, pattern: 'b:{uId}', label: '关闭', isIncomplete: true, msg: '你的权限不允许' },
        ],
      })),
    ])
    const { user } = await open(READ)
    await user.click(screen.getByRole('button', { name: 'Redis 键' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText(new RegExp(`${UID} 的 Redis 键`))
    const session = within(await dialog.findByRole('region', { name: '会话' }))
    within(dialog.getByRole('region', { name: 'cart:{uId}' })).getByText(/不存在/)
    within(dialog.getByRole('region', { name: '全部' })).getByText(/100,000/)
    expect(within(dialog.getByRole('region', { name: '关闭' })).getByRole('alert').textContent).toBe(
      '你的权限不允许',
    )
    within(dialog.getByRole('region', { name: 'rank' })).getByText(/还没有玩家键的模式/)
    expect(dialog.queryByRole('button', { name: '编辑模式' })).toBeNull()
    expect(api.callsOf(findPlayerKeys).map(({ body }) => body)).toEqual([
      { lineId: at.lineId, connectionId: 'c1', uId: UID, sId: 123 },
    ])
    await user.click(session.getByRole('button', { name: new RegExp(`session:${UID}`) }))
    await waitFor(() => expect(window.location.hash).toBe(`#/redis?connection=c1&db=1&key=session%3A${UID}`))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('of a connection that fails say so, beside the others', async () => {
    fakeApi([
      listed(),
      fake(findPlayerKeys, () => new FakeFailure(502, 'redis_unreachable', 'redis.example 无法连接')),
    ])
    const { user } = await open(READ)
    await user.click(screen.getByRole('button', { name: 'Redis 键' }))
    const dialog = within(await screen.findByRole('dialog'))
    await within(await dialog.findByRole('region', { name: 'game-s123' })).findByText(/无法连接/)
    dialog.getByRole('region', { name: 'rank' })
  })

  it('patterns are edited by who manages connections; one without a uId is refused at its field', async () => {
    const api = fakeApi([listed([]), fake(savePlayerPatterns, () => ({ revision: 5 }))])
    const { user } = await open(READ, 'redis.redis.connections')
    await user.click(screen.getByRole('button', { name: 'Redis 键' }))
    const first = within(await screen.findByRole('region', { name: 'game-s123' }))
    await user.click(first.getByRole('button', { name: '编辑模式' }))
    await user.click(await screen.findByRole('button', { name: '添加模式' }))
    const box = screen.getByRole('textbox', { name: /^模式 1/ })
    await user.type(box, 'session:')
    const save = screen.getByRole('button', { name: /保\s?存/ })
    await user.click(save)
    await screen.findByText('键名须包含 {uId}，最多 300 个字符')
    expect(api.callsOf(savePlayerPatterns)).toEqual([])
    await user.type(box, '{{uId}')
    await user.click(save)
    await waitFor(() =>
      expect(api.callsOf(savePlayerPatterns).map(({ body }) => body)).toEqual([
        {
          lineId: at.lineId,
          connectionId: 'c1',
          revision: 4,
          patterns: [{ db: 0, pattern: 'session:{uId}', label: '' }],
        },
      ]),
    )
  })
})
