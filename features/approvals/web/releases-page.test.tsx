import { TabContext } from '@qd/web-frame'
import type { WebFeature } from '@qd/web-frame'
import { fake, fakeApi, renderWithApp, showWideScreen } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { useSearchParams } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  approvalCompare,
  approvalCount,
  approvalDecide,
  approvalDecideMany,
  approvalGet,
  approvalList,
  delegationList,
} from '../contract/index.ts'
import type { ApprovalDetail } from '../contract/index.ts'
import ReleasesPage from './releases-page.tsx'
import { aRequest, aRequestInFull, reviewer } from './testing/sample-approvals.ts'

const NONE = { list: [], next: null, types: [] }
const COUNTS = { toDecide: 1, mine: 0, watching: 0, isOn: true }

function server(shown: () => ApprovalDetail = () => aRequestInFull()) {
  return fakeApi([
    fake(approvalCount, () => COUNTS),
    fake(approvalList, ({ body }) => (body.inbox === 'to_decide' ? { ...NONE, list: [aRequest()] } : NONE)),
    fake(approvalGet, shown),
    fake(approvalDecide, () => ({ status: 5 as const })),
  ])
}

/** Chooses a line below what is chosen. */
const places: WebFeature = {
  name: 'access',
  pages: [],
  slots: {
    placePicker: ({ scope, onChange }) => <button onClick={() => onChange(`${scope}/h1`)}>{scope}</button>,
  },
}

const open = () => renderWithApp(<ReleasesPage />, { user: reviewer, path: '/releaseApply' })
const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

beforeEach(() => showWideScreen())

describe('the inbox', () => {
  it('[S2.31] is narrowed to the place of a menu entry, and by what is chosen, which stands in its address', async () => {
    const api = server()
    api.on(approvalList, () => ({ ...NONE, types: [{ type: 'mail.send', title: '发送邮件' }] }))
    const bodies = () => api.callsOf(approvalList).map(({ body }) => body as Record<string, unknown>)
    const asked = () => bodies().findLast(({ inbox }) => inbox === 'to_decide')
    function Address() {
      return <output aria-label="address">{useSearchParams()[0].toString()}</output>
    }
    const { user } = await renderWithApp(
      <>
        <ReleasesPage />
        <Address />
      </>,
      { user: reviewer, path: '/releaseApply?game=lantern&pid=harbour&type=tide', features: [places] },
    )
    await waitFor(() => expect(asked()).toMatchObject({ scope: 'lantern/harbour', order: 'risk' }))
    // What a project of the menu is called is no kind of request.
    expect(asked()).not.toHaveProperty('type')
    const choose = async (label: RegExp, option: string) => {
      await user.click(screen.getByRole('button', { name: label }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    await choose(/^申请类型/, '发送邮件')
    await choose(/^风险/, '极高风险')
    await choose(/^环境/, '正式')
    await choose(/^排序/, '先到期的在前')
    await user.click(screen.getByRole('button', { name: 'lantern/harbour' }))
    await waitFor(() =>
      expect(asked()).toMatchObject({
        type: 'mail.send',
        risk: 'R4',
        environment: 'production',
        order: 'end',
        scope: 'lantern/harbour/h1',
      }),
    )
    const address = screen.getByRole('status', { name: 'address' }).textContent
    expect(address).toContain('kind=mail.send&risk=R4&env=production&order=end')
    expect(screen.getByText('没有符合的申请')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '清除筛选' }))
    await waitFor(() => expect(asked()).toEqual({ inbox: 'to_decide', limit: 50, order: 'risk' }))
  })

  it('goes on after the first part of what is to be decided', async () => {
    const api = server()
    api.on(approvalList, ({ body }) =>
      body.inbox !== 'to_decide'
        ? NONE
        : body.skip === undefined
          ? { ...NONE, list: [aRequest()], next: 1 }
          : { ...NONE, list: [aRequest({ id: 'r9', title: '后面的' })] },
    )
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: /更多/ }))
    await screen.findByText('后面的')
    const bodies = api.callsOf(approvalList).map(({ body }) => body as Record<string, unknown>)
    expect(bodies.find(({ skip }) => skip === 1)).not.toHaveProperty('before')
  })

  it('tells an author that their request waits, and only who may decide that it is theirs to', async () => {
    const api = server(() => aRequestInFull({ isMine: true, isToDecide: false }))
    api.on(approvalList, ({ body }) =>
      body.inbox === 'mine' ? { ...NONE, list: [aRequest({ isMine: true, isToDecide: false })] } : NONE,
    )
    await renderWithApp(<ReleasesPage />, { user: reviewer, path: '/releaseApply?box=mine' })
    expect((await screen.findAllByText('等待他人审核')).length).toBeGreaterThan(0)
    expect(screen.queryByText('待审核')).toBeNull()
  })
})

describe('the page of release approvals', () => {
  it('calls its tab by the request while one is open, and by its title beside the requests', async () => {
    const api = server()
    api.on(delegationList, () => ({ list: [], people: [] }))
    const rename = vi.fn()
    function Page() {
      const [, setQuery] = useSearchParams()
      return (
        <TabContext value={{ id: 'releaseApply', isShown: true, rename }}>
          <button onClick={() => setQuery({ tab: 'delegations' })}>elsewhere</button>
          <ReleasesPage />
        </TabContext>
      )
    }
    const { user } = await renderWithApp(<Page />, { user: reviewer, path: '/releaseApply' })
    await waitFor(() => expect(rename).toHaveBeenLastCalledWith(`#${aRequest().number}`))
    await user.click(screen.getByRole('button', { name: 'elsewhere' }))
    await waitFor(() => expect(rename).toHaveBeenLastCalledWith(''))
  })

  it('says that nothing waits', async () => {
    const api = server()
    api.on(approvalList, () => NONE)
    await open()
    await screen.findByText('没有等你决定的申请')
  })

  it('opens with their own requests for who decides on nothing, and tells them of no approval of theirs', async () => {
    const api = server(() => aRequestInFull({ isToDecide: false, isMine: true }))
    api.on(approvalList, ({ body }) => (body.inbox === 'mine' ? { ...NONE, list: [aRequest()] } : NONE))
    const grants = [{ scope: '*', environment: '*' as const, codes: ['approvals.see'] }]
    await renderWithApp(<ReleasesPage />, { user: { ...reviewer, grants }, path: '/releaseApply' })
    expect(await screen.findByText(/^送审的就是下面的第 2 版/)).toBeTruthy()
    expect(screen.getByRole('radio', { name: /^我送审的/ }).getAttribute('aria-checked')).toBe('true')
    expect(screen.queryByText(/^你批准的就是/)).toBeNull()
  })

  it('approves nothing before the code is there, and then exactly the hash that was read', async () => {
    const api = server()
    const { user } = await open()
    await user.click(await screen.findByRole('radio', { name: /^批准/ }))
    const act = button(/^批准第 2 版/)
    expect(act.disabled).toBe(true)
    await user.type(screen.getByRole('textbox', { name: /二次验证码/ }), '417062')
    await user.click(act)
    await waitFor(() => expect(api.callsOf(approvalDecide)).toHaveLength(1))
    expect(api.callsOf(approvalDecide)[0]?.body).toMatchObject({
      decision: 'approve',
      hash: aRequestInFull().hash,
    })
  })

  it('rejects only with a reason', async () => {
    server()
    const { user } = await open()
    await user.click(await screen.findByRole('radio', { name: /^驳回/ }))
    expect(button(/^驳回第 2 版/).disabled).toBe(true)
    await user.type(screen.getByRole('textbox', { name: /^原因/ }), '名单不对')
    expect(button(/^驳回第 2 版/).disabled).toBe(false)
  })

  it('keys choose and never vote', async () => {
    const api = server()
    const { user } = await open()
    await screen.findByRole('radio', { name: /^批准/ })
    await user.keyboard('r{Enter}')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^驳回/ }).checked).toBe(true)
    expect(api.callsOf(approvalDecide)).toEqual([])
  })

  it('tells an excluded person why, and offers no decision', async () => {
    const may = { ...aRequestInFull().may, approve: false, reject: false }
    const excluded = [{ person: { id: 'u9', name: '周帆' }, why: 'token_owner' as const }]
    server(() => aRequestInFull({ may, voices: [], whyNot: 'author', isToDecide: false, excluded }))
    await open()
    await screen.findByText(/这是你送审的申请/)
    expect(screen.getByRole('region', { name: '不能参与决定的人' }).textContent).toContain('周帆使用了其令牌')
    expect(screen.queryByRole('radio', { name: /^批准/ })).toBeNull()
  })

  it('a delegate decides for the first whose vote counts, or for whom they choose', async () => {
    const voices = [
      { id: 'u7', name: '苏晴' },
      { id: 'u8', name: '韩立' },
    ]
    const api = server(() => aRequestInFull({ voices, whyNot: 'not_in_group', asksProof: false }))
    const { user } = await open()
    await user.click(await screen.findByRole('radio', { name: /^批准/ }))
    await user.click(button(/^批准第 2 版/))
    await waitFor(() => expect(api.callsOf(approvalDecide)).toHaveLength(1))
    expect(api.callsOf(approvalDecide)[0]?.body).toMatchObject({ onBehalfOf: 'u7' })
    await user.click(screen.getByRole('combobox', { name: '以谁的名义' }))
    await user.click(await screen.findByText('韩立'))
    await user.click(button(/^批准第 2 版/))
    await waitFor(() => expect(api.callsOf(approvalDecide)).toHaveLength(2))
    expect(api.callsOf(approvalDecide)[1]?.body).toMatchObject({ onBehalfOf: 'u8' })
    expect(screen.queryByText(/当前阶段由其他用户组审批/)).toBeNull()
  })

  it('who decides for themselves alone is asked for no name and sends none', async () => {
    const api = server(() => aRequestInFull({ asksProof: false }))
    const { user } = await open()
    await user.click(await screen.findByRole('radio', { name: /^批准/ }))
    expect(screen.queryByRole('combobox', { name: '以谁的名义' })).toBeNull()
    await user.click(button(/^批准第 2 版/))
    await waitFor(() => expect(api.callsOf(approvalDecide)).toHaveLength(1))
    expect(api.callsOf(approvalDecide)[0]?.body).not.toHaveProperty('onBehalfOf')
  })
})

describe('several requests, and several revisions', () => {
  it('decides on several at once by their own hashes, says first what that touches, and leaves R4 out', async () => {
    const api = server()
    const list = [
      {
        ...aRequest({ id: 'a', number: 1, title: '补偿', risk: 'R2', hash: '1'.repeat(64) }),
        brief: {
          preview: [
            { kind: 'changes' as const, rows: [{ what: '钻石', before: '100', after: '300' }], more: 5 },
          ],
          places: [
            {
              scope: 'lantern/harbour/h1',
              placeName: ['灯海', 'Harbour', '一线'],
              environment: 'production' as const,
            },
            {
              scope: 'lantern/harbour/h2',
              placeName: ['灯海', 'Harbour', '二线'],
              environment: 'production' as const,
            },
          ],
        },
      },
      aRequest({
        id: 'b',
        number: 2,
        title: '活动',
        risk: 'R3',
        hash: '2'.repeat(64),
        voice: { id: 'u7', name: '苏晴' },
      }),
      aRequest({ id: 'c', number: 3, title: '大额', risk: 'R4' }),
    ]
    api.on(approvalList, () => ({ ...NONE, list }))
    api.on(approvalDecideMany, () => ({
      results: [
        { id: 'a', status: 5 as const, code: '', msg: '' },
        { id: 'b', status: null, code: 'approval_voted', msg: '你已作出决定' },
      ],
    }))
    const { user } = await renderWithApp(<ReleasesPage />, {
      user: reviewer,
      path: '/releaseApply?tab=batch',
    })
    const row = (await screen.findByText('大额')).closest<HTMLElement>('[role="row"]')!
    // Whoever decides on many sees of each where it counts.
    expect(within(row).getByText('正式')).toBeTruthy()
    expect(api.callsOf(approvalList)[0]?.body).toMatchObject({ isBrief: true })
    const first = screen.getByText('补偿').closest<HTMLElement>('[role="row"]')!
    expect(first.textContent).toContain('钻石 100 → 300')
    expect(first.textContent).toContain('灯海 / Harbour / 一线; 灯海 / Harbour / 二线')
    for (const box of screen.getAllByRole('checkbox').slice(-3)) await user.click(box)
    await user.click(button(/^批准所选 2 条/))
    const touched = await screen.findByRole('region', { name: '将涉及以下申请' })
    expect(touched.textContent).toContain('#1 补偿')
    expect(touched.textContent).toContain('12,480')
    const what = within(touched).getByText('钻石').closest('li')!
    expect([what.querySelector('del')?.textContent, what.querySelector('ins')?.textContent]).toEqual([
      '100',
      '300',
    ])
    expect(touched.textContent).toContain('灯海 / Harbour / 二线')
    expect(within(touched).getAllByText('正式').length).toBeGreaterThan(0)
    expect(screen.getByRole('region', { name: /^不在其列/ }).textContent).toContain('#3 大额')
    expect(api.callsOf(approvalDecideMany)).toEqual([])
    await user.click(screen.getAllByRole('button', { name: /^批准所选 2 条/ }).at(-1)!)
    await screen.findByText('已处理 1 / 2 条')
    expect(api.callsOf(approvalDecideMany)[0]?.body).toEqual({
      decision: 'approve',
      reason: '',
      votes: [
        { id: 'a', hash: '1'.repeat(64) },
        { id: 'b', hash: '2'.repeat(64), onBehalfOf: 'u7' },
      ],
    })
    screen.getByText('你已作出决定')
  })

  it('rejecting several takes a reason', async () => {
    const api = server()
    api.on(approvalList, () => ({ ...NONE, list: [aRequest()] }))
    api.on(approvalDecideMany, () => ({ results: [{ id: 'r1', status: 3 as const, code: '', msg: '' }] }))
    const { user } = await renderWithApp(<ReleasesPage />, {
      user: reviewer,
      path: '/releaseApply?tab=batch',
    })
    await screen.findByText('停服补偿')
    await user.click(screen.getAllByRole('checkbox').at(-1)!)
    // Its approval is given by itself, its rejection is not.
    expect(button(/^批准所选 0 条/).disabled).toBe(true)
    await user.click(button(/^驳回所选 1 条/))
    const send = () => screen.getAllByRole('button', { name: /^驳回所选 1 条/ }).at(-1)!
    await user.click(send())
    expect(api.callsOf(approvalDecideMany)).toEqual([])
    await user.type(screen.getByRole('textbox', { name: /^原因/ }), '名单不对')
    await user.click(send())
    await screen.findByText('已处理 1 / 1 条')
    expect(api.callsOf(approvalDecideMany)[0]?.body).toMatchObject({ decision: 'reject', reason: '名单不对' })
  })
})

describe('what is shown of a request', () => {
  it('compares two revisions by what approvers see: side by side, rows that differ marked', async () => {
    const api = server()
    const change = (what: string, after: string) => ({ what, before: '100', after })
    const preview = (rows: ReturnType<typeof change>[]) => [{ kind: 'changes' as const, rows, more: 0 }]
    const facts = { kind: 'facts' as const, rows: [{ label: '方式', value: '指定玩家' }] }
    const [hash, input] = ['1'.repeat(64), [{ path: 'body.value', left: '300', right: '500' }]]
    api.on(approvalCompare, () => ({
      left: { revision: 1, hash, preview: preview([change('钻石', '300'), change('金币', '7')]) },
      right: {
        revision: 2,
        hash,
        preview: [...preview([change('金币', '7'), change('钻石', '500')]), facts],
      },
      input,
      more: 0,
    }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: '与第 1 版比较' }))
    await screen.findByText('body.value')
    // It scrolls by the keyboard as well, and each part says of which revision it is.
    expect(screen.getByRole('group', { name: '第 1 版与第 2 版' }).tabIndex).toBe(0)
    expect(document.querySelectorAll('[data-side="第 2 版"]').length).toBeGreaterThan(0)
    const marked = [...document.querySelectorAll('[data-differs="true"]')].map(
      ({ textContent }) => textContent,
    )
    expect(marked).toHaveLength(3)
    expect(marked[0]).toMatch(/^钻石 \(有差异\).*300/)
    expect(marked[1]).toMatch(/^钻石 \(有差异\).*500/)
    expect(marked[2]).toMatch(/^方式 \(有差异\)指定玩家/)
    screen.getByText('该版本没有此项')
  })
})

describe('how much is given, and what it does', () => {
  it.each([
    ['0', 4],
    ['90', 5],
  ])('tells what items are worth only where the game does: %s', async (worth, columns) => {
    const row = { number: '1', name: '钻石', each: '5', total: '50', worth }
    server(() => aRequestInFull({ preview: [{ kind: 'totals', perHead: 10, rows: [row] }] }))
    await open()
    const block = within(await screen.findByRole('region', { name: '发放总量' }))
    expect(block.getAllByRole('columnheader')).toHaveLength(columns)
    expect(block.queryAllByText('90')).toHaveLength(worth === '0' ? 0 : 2)
  })
  it('says of what nobody knows the worth that it is unknown, and adds the rest up as the least', async () => {
    const item = { number: '1', name: '钻石', each: '5', total: '50', worth: null }
    const other = { ...item, number: '2', name: '金币', worth: '90' }
    server(() => aRequestInFull({ preview: [{ kind: 'totals', perHead: 10, rows: [item, other] }] }))
    await open()
    const block = within(await screen.findByRole('region', { name: '发放总量' }))
    expect(block.getAllByRole('cell', { name: '未知' })).toHaveLength(1)
    expect(block.getByText('至少 90')).toBeTruthy()
  })
  it('says what it does, and that nobody can say all of it', async () => {
    server(() => aRequestInFull({ effects: { known: ['items', 'currency'], isComplete: false } }))
    await open()
    const label = await screen.findByText('影响')
    expect(label.nextElementSibling?.textContent).toBe('发放物品 · 发放货币 · 影响未知')
  })
  it.each([
    [{ atLeast: '0', isComplete: true }, false, '12 条'],
    [{ atLeast: '90', isComplete: true }, false, '12 条 · 折合 90'],
    [{ atLeast: '90', isComplete: false }, false, '12 条 · 折合至少 90'],
    [{ atLeast: '0', isComplete: false }, false, '12 条 · 折合未知'],
    [{ atLeast: '0', isComplete: true }, true, '至少 12 条'],
  ])('says in words how much is given in all: %j, more rows %s', async (worth, hasMoreRows, words) => {
    const value = { rows: 12, hasMoreRows, worth, isSensitive: false }
    server(() => aRequestInFull({ value }))
    await open()
    const label = await screen.findByText('规模')
    expect(label.nextElementSibling?.textContent).toBe(words)
  })
  it('fills a mail as the game does: what nobody fills stays as it is', async () => {
    const mail = {
      kind: 'mail' as const,
      sender: '',
      texts: { cn: { title: '{toString}', body: '{guild-name}：{days} 天 {x}' } },
      attach: [],
      expireAt: null,
      vars: [{ 'guild-name': '沐风', x: '' }],
    }
    server(() => aRequestInFull({ preview: [mail] }))
    await open()
    const article = await screen.findByRole('article')
    expect(article.textContent).toBe('{toString}沐风：{days} 天 ')
    expect([...article.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['沐风'])
  })
})
