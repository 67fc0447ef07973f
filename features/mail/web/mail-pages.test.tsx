import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { mailChecks, mailGet, mailList, mailReport, mailSave, testAccountList } from '../contract/index.ts'
import type { MailRecord } from '../contract/index.ts'
import EmailPage from './email-page.tsx'
import { emptyDraft } from './parts/empty-draft.ts'

const codes = (given: string[]) =>
  testUser({
    roles: ['operator'],
    permissions: [
      { routerName: 'mail', functionList: given.map((code) => ({ code, type: 'button' as const })) },
    ],
    grants: [{ scope: 'lantern', environment: '*', codes: given.map((code) => `mail.${code}`) }],
  })
const operator = codes(['see', 'edit', 'send', 'recall'])
const reader = codes(['see'])

const aMail = (more: Partial<MailRecord> = {}): MailRecord => ({
  id: 'm1',
  revision: 3,
  name: '召回礼',
  isTemplate: false,
  state: 'draft',
  sendType: 2,
  emailType: 'system',
  platform: 1,
  serverId: [],
  sendAt: null,
  expireAt: null,
  tags: [],
  createdBy: 'lin',
  createdAt: 1,
  updatedBy: 'lin',
  updatedAt: 1,
  releasedBy: null,
  releasedAt: null,
  jobId: null,
  approval: null,
  progress: null,
  draft: {
    ...emptyDraft('召回礼'),
    content: { cn: { title: '欢迎 {name}', body: '正文' } },
    fallback: 'cn',
    playerObj: [{ id: '30123000045' }],
  },
  recipients: null,
  contentHash: 'c1',
  test: null,
  reason: null,
  recallJobId: null,
  ...more,
})
const checks = (blockedBy: string | null) => ({
  checks: [
    { key: 'texts', state: 'ok' as const, text: '标题与正文齐全', detail: null },
    ...(blockedBy === null ? [] : [{ key: 'limits', state: 'fail' as const, text: blockedBy, detail: null }]),
  ],
  blockedBy,
  players: 1,
  isEstimate: false,
  risk: 'R3' as const,
  value: { rows: 1, worth: '0' },
  totals: [{ number: '1', quantity: '5', name: '钻石', total: '5', limit: null }],
  languages: [],
})
const page = (
  <Routes>
    <Route path="/email/:mailId?" element={<EmailPage />} />
  </Routes>
)
const open = (path: string, user = operator) => renderWithApp(page, { path, user, scope: TEST_SCOPE })
const draftCalls = (blockedBy: string | null = null) => [
  fake(mailGet, () => aMail()),
  fake(mailChecks, () => checks(blockedBy)),
  fake(testAccountList, () => ({ list: [] })),
]
/** The checks stand in a drawer where the screen is narrow. */
const openChecks = async (user: { click: (element: Element) => Promise<void> }) => {
  const opener = await screen.findByRole('button', { name: '检查' })
  await user.click(opener)
}

describe('the list of mails', () => {
  it('says what mails are for while there are none', async () => {
    fakeApi([fake(mailList, () => ({ list: [], next: null }))])
    await open('/email')
    expect(await screen.findByText('还没有邮件')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: '新建邮件' }).length).toBeGreaterThan(0)
  })

  it('begins nothing for somebody who may only read', async () => {
    fakeApi([fake(mailList, () => ({ list: [], next: null }))])
    await open('/email', reader)
    await screen.findByText('还没有邮件')
    expect(screen.queryByRole('button', { name: '新建邮件' })).toBeNull()
  })

  it('tells why it cannot be read', async () => {
    fakeApi([fake(mailList, () => new FakeFailure(422, 'wrong', '出错了'))])
    await open('/email')
    expect(await screen.findByText(/出错了/)).toBeTruthy()
  })
})

describe('the editor of a mail', () => {
  it('saves over the revision that was read', async () => {
    const api = fakeApi([...draftCalls(), fake(mailSave, () => ({ id: 'm1', revision: 4 }))])
    const { user } = await open('/email/m1')
    const title = await screen.findByRole('textbox', { name: '标题' })
    await user.type(title, '!')
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    await waitFor(() => expect(api.callsOf(mailSave)).toHaveLength(1))
    expect(api.callsOf(mailSave)[0]).toMatchObject({
      body: { id: 'm1', revision: 3, draft: { content: { cn: { title: '欢迎 {name}!' } } } },
    })
  })

  it('keeps what was typed when somebody saved meanwhile', async () => {
    fakeApi([...draftCalls(), fake(mailSave, () => new FakeFailure(409, 'mail_changed', '已被他人保存'))])
    const { user } = await open('/email/m1')
    const title = await screen.findByRole('textbox', { name: '标题' })
    await user.type(title, '!')
    await user.click(screen.getByRole('button', { name: '保存草稿' }))
    expect(await screen.findByText(/你输入的内容仍在这里/)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: '标题' }).value).toBe('欢迎 {name}!')
  })

  it('does not send while a check fails, and says which', async () => {
    fakeApi(draftCalls('超过上限：钻石'))
    const { user } = await open('/email/m1')
    await openChecks(user)
    expect((await screen.findAllByText('超过上限：钻石')).length).toBeGreaterThan(0)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '发送邮件' }).disabled).toBe(true)
  })

  it('wants a reason before it sends', async () => {
    fakeApi(draftCalls())
    const { user } = await open('/email/m1')
    await openChecks(user)
    await user.type(await screen.findByRole('textbox', { name: '原因' }), 'OPS-1')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '发送邮件' }).disabled).toBe(false)
  })

  it('shows it to a reader without a way to save or send', async () => {
    fakeApi(draftCalls())
    await open('/email/m1', reader)
    const title = await screen.findByRole<HTMLInputElement>('textbox', { name: '标题' })
    expect(title.disabled).toBe(true)
    expect(screen.queryByRole('button', { name: '保存草稿' })).toBeNull()
  })
})

describe('a mail that was sent', () => {
  const progress = { total: 10, delivered: 7, already: 0, failed: 3, unknown: 0, waiting: 0 }
  it('shows what came of it, and can be sent again to those it did not reach', async () => {
    fakeApi([
      fake(mailGet, () => aMail({ state: 'partly_sent', progress, jobId: 'j1' })),
      fake(mailReport, () => ({
        progress,
        now: { delivered: 7, read: 5, claimed: 4, expired: 0, recalled: 0 },
        servers: [],
        over: [],
        recalled: null,
      })),
    ])
    await open('/email/m1')
    expect(await screen.findByText('已领取')).toBeTruthy()
    expect(screen.getByRole('button', { name: '重发失败的' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '查看作业' })).toBeTruthy()
  })
})
