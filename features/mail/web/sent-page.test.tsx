import { provideApprovals, setApprovalsOn } from '@qd/web-calls'
import type { UnapprovedCall } from '@qd/web-calls'
import { FakeFailure, fake, fakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { mailGet, mailRecall, mailReport, mailRetry, mailTakeBack } from '../contract/index.ts'
import type { MailRecord } from '../contract/index.ts'
import { mailRefetchMs, reportRefetchMs } from './parts/refetch-ms.ts'
import { aMail, aSet, codes, open, reader } from './testing/mail-world.tsx'

const progress = { total: 10, delivered: 7, already: 0, failed: 3, unknown: 0, waiting: 0 }
const now = { delivered: 7, read: 5, claimed: 4, expired: 0, recalled: 0 }
const sentMail = (more: Partial<MailRecord> = {}) =>
  aMail({
    state: 'partly_sent',
    progress,
    jobId: 'j1',
    draft: { ...aMail().draft, attach: [{ number: '1', quantity: '5' }] },
    ...more,
  })
const page = (more: Partial<MailRecord> = {}) =>
  fakeApi([
    fake(mailGet, () => sentMail(more)),
    fake(mailReport, () => ({ progress, now, servers: [], over: [], recalled: null })),
  ])
const recaller = codes(['see', 'recall'])
const started = () => ({ jobId: 'j2', replayed: false })

async function ask(user: UserEvent, action: string) {
  await user.click(await screen.findByRole('button', { name: action }))
  const dialog = within(await screen.findByRole('dialog'))
  // It says what becomes of the mail, not its name alone.
  dialog.getByText(/邮箱中移除|再次发给/)
  await user.type(dialog.getByRole('textbox', { name: /原因/ }), 'OPS-9')
  await user.click(dialog.getByRole('button', { name: action }))
  return dialog
}

describe('a mail that was sent', () => {
  it('shows its items by name on the phone', async () => {
    page({ draft: { ...sentMail().draft, attach: [{ number: '1', quantity: '5' }] } })
    await open('/email/m1', reader)
    const phone = within(await screen.findByRole('region', { name: '玩家所见' }))
    expect(await phone.findByText('钻石')).toBeTruthy()
  })
})

const fact = async (name: string) => (await screen.findByText(name)).parentElement?.textContent

describe('whom a mail went to', () => {
  it('is said in players where it has a list', async () => {
    page({ sendType: 4, recipients: aSet({ players: 1_234 }) })
    await open('/email/m1', reader)
    expect(await fact('收件对象')).toContain('1,234')
  })

  it('is said part by part of its condition', async () => {
    const where = { level: { min: 10 }, vip: { min: 1, max: 3 } }
    page({ sendType: 3, serverId: [123], draft: { ...aMail().draft, where, exclude: ['5'] } })
    await open('/email/m1', reader)
    expect(await fact('收件对象')).toContain('S123')
    expect(await fact('等级')).toContain('≥ 10')
    expect(await fact('VIP 等级')).toContain('1 – 3')
    expect(await fact('排除的玩家')).toContain('1')
  })
})

describe('the report of a mail', () => {
  it('has a line for each server, and says why one has no counts', async () => {
    const api = page({ releasedBy: 'zhou' })
    const servers = [
      { sId: 1, name: '旧灯塔', state: 'counted' as const, counts: now },
      { sId: 2, name: '晨雾码头', state: 'not_offered' as const, counts: null },
      { sId: 3, name: '白帆湾', state: 'away' as const, counts: null },
    ]
    api.on(mailReport, () => ({ progress, now, servers, over: [], recalled: null }))
    await open('/email/m1', reader)
    const cells = async (name: RegExp) =>
      within(await screen.findByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    // A player is in one state at a time: those it reached are all of them.
    expect(await cells(/旧灯塔/)).toEqual(['16', '7', '5', '4', '0', '0'])
    expect(await cells(/晨雾码头/)).toEqual(['不支持统计'])
    expect(await cells(/白帆湾/)).toEqual(['无响应'])
    expect(screen.getByText('发送人').nextSibling?.textContent).toBe('zhou')
  })
})

describe('the curve of a mail', () => {
  it('says how many of those it reached have claimed', async () => {
    const api = page()
    const at = (minute: number, claimed: number) => ({
      at: minute * 60_000,
      delivered: 148 - claimed,
      read: 0,
      claimed,
      expired: 0,
      recalled: 2,
    })
    api.on(mailReport, () => ({ progress, now, servers: [], over: [at(1, 0), at(2, 2)], recalled: null }))
    await open('/email/m1', reader)
    expect((await screen.findByRole('figure')).textContent).toContain('2 / 150')
  })
})

describe('what is counted of a mail', () => {
  it.each([
    [1, '进度（按区服计）'],
    [2, '进度（按玩家计）'],
    [3, '进度（按区服计）'],
    [4, '进度（按玩家计）'],
  ] as const)('is said with its progress: type %s', async (sendType, head) => {
    page({ sendType, state: 'sent' })
    await open('/email/m1', reader)
    expect(await screen.findByRole('heading', { name: head })).toBeTruthy()
  })
})

describe('a recall', () => {
  it('begins with a reason', async () => {
    const api = page()
    api.on(mailRecall, started)
    const { user } = await open('/email/m1', recaller)
    const dialog = await ask(user, '撤回邮件')
    expect(dialog.getByText(/已领取的物品仍归玩家所有/)).toBeTruthy()
    expect(await screen.findByText('已开始')).toBeTruthy()
    expect(api.callsOf(mailRecall)).toMatchObject([{ body: { id: 'm1', reason: 'OPS-9' } }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('sends the same key again where an answer was refused, and says so in the dialog', async () => {
    const api = page()
    api.on(mailRecall, () => new FakeFailure(409, 'mail_not_sent', '该邮件尚未发送'))
    const { user } = await open('/email/m1', recaller)
    const dialog = await ask(user, '撤回邮件')
    expect(await dialog.findByText(/该邮件尚未发送/)).toBeTruthy()
    api.on(mailRecall, started)
    await user.click(dialog.getByRole('button', { name: '撤回邮件' }))
    expect(await screen.findByText('已开始')).toBeTruthy()
    const [first, second] = api.callsOf(mailRecall).map(({ body }) => body as { idempotencyKey: string })
    expect(second?.idempotencyKey).toBe(first?.idempotencyKey)
  })

  it('shows what it took and what players had claimed, with its job', async () => {
    const api = page({ state: 'recalled', recallJobId: 'j2' })
    const recalled = { isRunning: false, removed: 3, claimed: 4, takenBack: 18, missing: 2 }
    api.on(mailReport, () => ({ progress, now, servers: [], over: [], recalled }))
    await open('/email/m1', reader)
    expect(await fact('已从邮箱移除')).toContain('3')
    expect(await fact('已收回的物品')).toContain('18')
    expect(await fact('未能收回的物品')).toContain('2')
    expect(screen.getByRole('button', { name: '查看撤回作业' })).toBeTruthy()
  })

  it('by somebody else, in another window, is seen here with its figures as they grow', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const api = page({ state: 'sent' })
    await open('/email/m1', reader)
    await screen.findByText('已发送')
    const asked = api.callsOf(mailReport).length
    api.on(mailGet, () => sentMail({ state: 'recalled', recallJobId: 'j2' }))
    const recalled = { isRunning: true, removed: 3, claimed: 0, takenBack: 0, missing: 0 }
    api.on(mailReport, () => ({ progress, now, servers: [], over: [], recalled }))
    await vi.advanceTimersByTimeAsync(mailRefetchMs('sent'))
    await screen.findByText('已撤回', { selector: 'header *' })
    await waitFor(() => expect(api.callsOf(mailReport).length).toBeGreaterThan(asked))
    expect(await fact('已从邮箱移除')).toContain('3')
    const grown = { ...recalled, isRunning: false, removed: 9 }
    api.on(mailReport, () => ({ progress, now, servers: [], over: [], recalled: grown }))
    await vi.advanceTimersByTimeAsync(reportRefetchMs('recalled', true) || 0)
    await waitFor(async () => expect(await fact('已从邮箱移除')).toContain('9'))
    expect(reportRefetchMs('recalled', false)).toBe(false)
  })

  it('is offered neither while it is being sent nor to those who may not', async () => {
    page({ state: 'sending' })
    const { unmount } = await open('/email/m1', recaller)
    await screen.findByText('发送中')
    expect(screen.queryByRole('button', { name: /撤回/ })).toBeNull()
    unmount()
    page()
    await open('/email/m1', reader)
    await screen.findByText('部分发送')
    expect(screen.queryByRole('button', { name: /撤回|重发/ })).toBeNull()
  })
})

describe('taking items back', () => {
  const handed: UnapprovedCall[] = []
  beforeEach(() => {
    handed.length = 0
    provideApprovals(async () => async (refused) => handed.push(refused) > 0)
  })

  it('is a request of its own, of risk R4, with its reason', async () => {
    setApprovalsOn(true)
    onTestFinished(() => setApprovalsOn(false))
    const api = page()
    const policy = { name: '收回', stages: [{ name: '主管', need: 2, groups: [] }] }
    const details = { type: 'mail.takeBack', risk: 'R4' as const, policy }
    const err = { code: 'approval_required', retryable: false, details }
    api.on(mailTakeBack, () => new FakeFailure(428, 'approval_required', '需要审批', { err }))
    const { user } = await open('/email/m1', recaller)
    await ask(user, '撤回并收回物品')
    await waitFor(() => expect(handed).toHaveLength(1))
    expect(handed[0]).toMatchObject({
      ...details,
      route: 'POST /partner/mail/take-back',
      reason: 'OPS-9',
      input: { body: { id: 'm1', reason: 'OPS-9' } },
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // What waits for others has not begun.
    expect(screen.queryByText('已开始')).toBeNull()
    expect(api.callsOf(mailRecall)).toEqual([])
  })

  it('begins where nobody has to approve it', async () => {
    const api = page()
    api.on(mailTakeBack, started)
    const { user } = await open('/email/m1', recaller)
    await ask(user, '撤回并收回物品')
    expect(await screen.findByText('已开始')).toBeTruthy()
    expect(handed).toEqual([])
  })

  it('tells a refusal in its dialog', async () => {
    const api = page()
    api.on(mailTakeBack, () => new FakeFailure(422, 'wrong', '不能收回'))
    const { user } = await open('/email/m1', recaller)
    const dialog = await ask(user, '撤回并收回物品')
    expect(await dialog.findByText(/不能收回/)).toBeTruthy()
  })

  it('is not offered for a mail without items', async () => {
    page({ draft: aMail().draft })
    await open('/email/m1', recaller)
    expect(await screen.findByRole('button', { name: '撤回邮件' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '撤回并收回物品' })).toBeNull()
  })
})

describe('sending again', () => {
  it('goes to those it did not reach, for senders alone', async () => {
    const api = page()
    api.on(mailRetry, () => ({ jobId: 'j3', players: 3, replayed: false }))
    const { user } = await open('/email/m1', codes(['see', 'send']))
    await ask(user, '重发失败的')
    expect(await screen.findByText('已开始')).toBeTruthy()
    expect(api.callsOf(mailRetry)).toMatchObject([{ body: { id: 'm1', reason: 'OPS-9' } }])
  })

  it('is not offered where it reached everybody', async () => {
    page({ state: 'sent', progress: { ...progress, failed: 0, delivered: 10 } })
    await open('/email/m1', codes(['see', 'send']))
    await screen.findByText('已发送')
    expect(screen.queryByRole('button', { name: '重发失败的' })).toBeNull()
  })

  it('keeps its facts where the report cannot be read', async () => {
    const api = page()
    api.on(mailReport, () => new FakeFailure(422, 'wrong', '读不到报表'))
    await open('/email/m1', reader)
    expect(await screen.findByText(/读不到报表/)).toBeTruthy()
    expect(screen.getByText('发送方式')).toBeTruthy()
  })
})
