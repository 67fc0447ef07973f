import { fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { proofKeyList, proofKeyRenew, proofKeyRevoke } from '../../contract/index.ts'
import { ProofKeysPage } from './proof-keys-page.tsx'

const [FIRST, SECOND] = ['a'.repeat(64), 'b'.repeat(64)] as const
const key = { publicKey: '-----BEGIN PUBLIC KEY-----', madeAt: 1_790_000_000_000 }
const keys = [
  { ...key, fingerprint: SECOND, state: 'active' as const, from: 40, to: null, endedAt: null },
  { ...key, fingerprint: FIRST, state: 'retired' as const, from: 7, to: 40, endedAt: 1_790_000_900_000 },
]
const userWith = (...codes: string[]) =>
  testUser({
    roles: [],
    permissions: [
      { routerName: 'approvals', functionList: codes.map((code) => ({ code, type: 'button' as const })) },
    ],
    grants: [{ scope: '*', environment: '*', codes: codes.map((code) => `approvals.${code}`) }],
  })

it('shows each key with its span, and renews and revokes them for those who may', async () => {
  const api = fakeApi([
    fake(proofKeyList, () => ({ keys, isSealed: false, mayEdit: true })),
    fake(proofKeyRenew, () => ({ fingerprint: 'c'.repeat(64) })),
    fake(proofKeyRevoke, () => null),
  ])
  const app = await renderWithApp(<ProofKeysPage />, { user: userWith('see', 'policies') })
  const [active, retired] = await screen.findAllByRole('listitem')
  expect(active!.textContent).toContain(SECOND)
  expect(within(active!).getByText('使用中')).toBeTruthy()
  expect(retired!.textContent).toContain('审计第 7 至 40 行')
  expect(within(retired!).queryByRole('button', { name: '更换密钥' })).toBeNull()
  const withReason = async (button: HTMLElement, action: string) => {
    await app.user.click(button)
    const dialog = await screen.findByRole('dialog')
    await app.user.type(within(dialog).getByRole('textbox'), '年度更换')
    await app.user.click(within(dialog).getByRole('button', { name: action }))
  }
  await withReason(within(active!).getByRole('button', { name: '更换密钥' }), '更换密钥')
  await waitFor(() => expect(api.callsOf(proofKeyRenew)).toHaveLength(1))
  expect(api.callsOf(proofKeyRenew)[0]).toMatchObject({ body: { fingerprint: SECOND, reason: '年度更换' } })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await withReason(within(retired!).getByRole('button', { name: '作废密钥' }), '作废密钥')
  await waitFor(() => expect(api.callsOf(proofKeyRevoke)[0]).toMatchObject({ body: { fingerprint: FIRST } }))
})

it.each([
  ['no key', { keys: [], isSealed: false, mayEdit: true }, '还没有存证密钥', '现在生成'],
  ['no master key', { keys: [], isSealed: true, mayEdit: true }, /主密钥缺失/, null],
  ['no right to change', { keys: [], isSealed: false, mayEdit: false }, '还没有存证密钥', null],
] as const)('with %s says so', async (_case, answer, text, button) => {
  fakeApi([fake(proofKeyList, () => ({ ...answer, keys: [] }))])
  await renderWithApp(<ProofKeysPage />, { user: userWith('see') })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '现在生成' }) !== null).toBe(button !== null)
})

it('names the missing permission', async () => {
  fakeApi([])
  await renderWithApp(<ProofKeysPage />, { user: userWith('decide') })
  expect(await screen.findByText('没有权限')).toBeTruthy()
})
