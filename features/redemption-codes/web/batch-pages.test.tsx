import type { WebFeature } from '@qd/web-frame'
import { fake, fakeApi, FakeFailure, renderWithApp, TEST_SCOPE, testUser } from '@qd/web-testing'
import type { FakeRoute } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  batchDelete,
  batchGet,
  batchList,
  batchMove,
  batchSave,
  codeLookUp,
  codesExport,
  codesFile,
  codesVoid,
  codeWhy,
  redemptionList,
} from '../contract/index.ts'
import type { BatchDetail, CodeLimit, GiftEntry } from '../contract/index.ts'
import CodesPage from './codes-page.tsx'

const holding = (...codes: string[]) =>
  testUser({
    roles: ['operator'],
    permissions: [
      { routerName: 'codes', functionList: codes.map((code) => ({ code, type: 'button' as const })) },
    ],
    grants: [{ scope: 'lantern', environment: '*', codes: codes.map((code) => `codes.${code}`) }],
  })

/** Stands for the gift parts of the feature that knows items. */
const gifts: WebFeature = {
  name: 'properties',
  pages: [],
  slots: {
    giftEditor: ({ value, onChange, use }) => (
      <button
        type="button"
        onClick={() => onChange(value.length === 0 ? [{ number: '1001', quantity: '5' }] : null)}
      >
        {`gift ${value.length} for ${use?.players}`}
      </button>
    ),
    giftView: ({ entries }) => (
      <p>{entries.map(({ number, quantity }: GiftEntry) => `${number}×${quantity}`)}</p>
    ),
  },
}
const line = (lineId: string, name: string, environment: 'test' | 'production' = 'test') => ({
  lineId,
  lineCode: lineId,
  name,
  environment,
})
const scope = {
  ...TEST_SCOPE,
  lines: [line('northwind-test', '一线'), line('second', '二线'), line('live', '正式线', 'production')],
}
const level: CodeLimit = { typeCode: { code: 4, name: 'range' }, content: { of: 'level', min: 10, max: 50 } }

const aBatch = (more: Partial<BatchDetail> = {}): BatchDetail => ({
  id: 'b1',
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
  exports: 0,
  funnel: { generated: 1_000, exported: 0, redeemed: 0, confirmed: 0 },
  total: null,
  createdBy: 'lin',
  createdAt: 1_790_000_000_000,
  revision: 3,
  draft: {
    name: '春节礼包',
    note: '',
    kind: 'once',
    quantity: 1_000,
    length: 12,
    prefix: '',
    word: '',
    perCode: null,
    perPlayerCode: 1,
    perPlayerBatch: 1,
    total: null,
    validFrom: null,
    validTo: null,
    zone: 'UTC',
    gift: [{ number: '1001', quantity: '5' }],
    limits: [level],
    alsoLines: ['second'],
    exportOnce: false,
  },
  code: null,
  jobId: null,
  releasedAt: null,
  releasedBy: '',
  isExportable: true,
  ...more,
})
const open = (user: ReturnType<typeof testUser>, path: string) =>
  renderWithApp(<CodesPage />, { path, user, scope, features: [gifts] })
const detail = (batch: BatchDetail) => [
  fake(batchGet, () => batch),
  fake(redemptionList, () => ({ list: [], next: null })),
]

describe('the editor of a code batch', () => {
  it('takes the gift from the gift editor, weighs it for all uses, and names what a limit lacks', async () => {
    const api = fakeApi([
      fake(batchList, () => ({ list: [], next: null })),
      fake(batchSave, () => aBatch({ state: 'draft' })),
      ...detail(aBatch({ state: 'draft' })),
    ])
    const { user } = await open(holding('see', 'edit'), '/redeemCode')
    await user.click(await screen.findByRole('button', { name: /新建兑换码批次/ }))
    const dialog = within(await screen.findByRole('dialog'))
    const save = dialog.getByRole('button', { name: /^保\s?存$/ })
    await user.type(dialog.getAllByRole('textbox')[0]!, '春节礼包')
    expect((save as HTMLButtonElement).disabled).toBe(true)
    expect(dialog.getByText('礼包')).toBeTruthy()
    await user.click(await dialog.findByRole('button', { name: 'gift 0 for 1000' }))
    expect(await dialog.findByRole('button', { name: 'gift 1 for 1000' })).toBeTruthy()
    expect((save as HTMLButtonElement).disabled).toBe(false)
    await user.click(dialog.getByRole('button', { name: '添加限制：数值范围' }))
    const incomplete = () => dialog.getByText('限制不完整，或下限高于上限。')
    expect(incomplete().className).not.toMatch(/fault/)
    expect((save as HTMLButtonElement).disabled).toBe(true)
    await user.click(dialog.getByRole('spinbutton', { name: '最小值' }))
    expect(incomplete().className).not.toMatch(/fault/)
    await user.click(dialog.getAllByRole('textbox')[0]!)
    expect(incomplete().className).toMatch(/fault/)
    await user.type(dialog.getByRole('spinbutton', { name: '最小值' }), '10')
    expect(await dialog.findByText('等级 · 不低于 10')).toBeTruthy()
    await user.click(dialog.getByRole('combobox', { name: '其他线路' }))
    expect(screen.queryByTitle('正式线')).toBeNull()
    await user.click(await screen.findByTitle('二线'))
    await user.click(save)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf(batchSave)[0]!.body).toMatchObject({
      lineId: 'northwind-test',
      draft: {
        gift: [{ number: '1001', quantity: '5' }],
        alsoLines: ['second'],
        limits: [{ typeCode: { code: 4 }, content: { of: 'level', min: 10, max: null } }],
      },
    })
  })

  it('the ends of a limit by time are not those of the batch', async () => {
    fakeApi([fake(batchList, () => ({ list: [], next: null }))])
    const { user } = await open(holding('see', 'edit'), '/redeemCode')
    await user.click(await screen.findByRole('button', { name: /新建兑换码批次/ }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: '添加限制：时间范围' }))
    for (const label of ['生效时间', '失效时间', '开始时间', '结束时间'])
      expect(dialog.getAllByText(label)).toHaveLength(1)
  })

  it('a gift with a fault is not saved, and what the server refuses is told in the form', async () => {
    fakeApi([
      ...detail(aBatch({ state: 'draft' })),
      fake(batchSave, () => new FakeFailure(409, 'code_batch_changed', '刚被他人修改')),
    ])
    const { user } = await open(holding('see', 'edit'), '/redeemCode?batch=b1')
    await user.click(await screen.findByRole('button', { name: /编\s?辑/ }))
    const dialog = within(await screen.findByRole('dialog'))
    const save = dialog.getByRole('button', { name: /^保\s?存$/ })
    await user.click(save)
    expect((await dialog.findByRole('alert')).textContent).toContain('刚被他人修改')
    await user.click(await dialog.findByRole('button', { name: /gift 1/ }))
    expect((save as HTMLButtonElement).disabled).toBe(true)
  })
})

describe('the detail of a code batch', () => {
  it('shows gift, limits and lines as words, and who only sees is offered nothing else', async () => {
    fakeApi(detail(aBatch()))
    await open(holding('see'), '/redeemCode?batch=b1')
    expect(await screen.findByText('1001×5')).toBeTruthy()
    expect(screen.getByText('等级')).toBeTruthy()
    expect(screen.getByText('10 至 50')).toBeTruthy()
    expect(screen.getByText('二线')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /导出/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /暂\s?停|作废/ })).toBeNull()
  })

  it('a universal code has no count for its batch, unless one of an earlier version binds', async () => {
    const universal = aBatch({ kind: 'universal' })
    let draft = { ...universal.draft, kind: 'universal' as const, perPlayerBatch: 1 }
    fakeApi([
      fake(batchGet, () => ({ ...universal, draft })),
      fake(redemptionList, () => ({ list: [], next: null })),
    ])
    const { unmount } = await open(holding('see'), '/redeemCode?batch=b1')
    expect(await screen.findByText('每名玩家每码次数')).toBeTruthy()
    expect(screen.queryByText('每名玩家本批次次数')).toBeNull()
    unmount()
    draft = { ...draft, perPlayerCode: 3 }
    await open(holding('see'), '/redeemCode?batch=b1')
    expect(await screen.findByText('每名玩家本批次次数')).toBeTruthy()
  })

  it('a batch in approval leads to its request and leaves nothing to do', async () => {
    const approval = { requestId: 'r1', number: 12, state: 'pending' as const }
    fakeApi(detail(aBatch({ state: 'pending', approval, isExportable: false })))
    await open(holding('see', 'edit', 'release', 'void'), '/redeemCode?batch=b1')
    expect(await screen.findByRole('button', { name: '#12 · 等待他人审核' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /发\s?布|编\s?辑|作废/ })).toBeNull()
  })

  it('codes whose making was stopped are counted, and the making can go on', async () => {
    const funnel = { generated: 400, exported: 0, redeemed: 0, confirmed: 0 }
    const api = fakeApi([
      ...detail(aBatch({ state: 'paused', isUnfinished: true, isExportable: false, funnel })),
      fake(batchMove, () => aBatch({ state: 'generating' })),
    ])
    const { user } = await open(holding('see', 'release'), '/redeemCode?batch=b1')
    expect(await screen.findByText('生成已停止：已有 400 / 1,000 个兑换码')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /结\s?束/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: '继续生成' }))
    await waitFor(() => expect(api.callsOf(batchMove)[0]!.body).toMatchObject({ moveTo: 'active' }))
  })

  it('says why it cannot be shown, and shows it once it can', async () => {
    let isBroken = true
    fakeApi([
      fake(batchGet, () =>
        isBroken ? new FakeFailure(503, 'store_unavailable', '数据库没有响应') : aBatch(),
      ),
      fake(redemptionList, () => ({ list: [], next: null })),
    ])
    const { user } = await open(holding('see'), '/redeemCode?batch=b1')
    expect(await screen.findByText('数据库没有响应')).toBeTruthy()
    isBroken = false
    await user.click(screen.getAllByRole('button', { name: /重\s?试/ })[0]!)
    expect(await screen.findByText('7 · 春节礼包')).toBeTruthy()
  })
})

describe('what cannot be taken back', () => {
  it('the rest is voided with a reason, on a test line too', async () => {
    const api = fakeApi([...detail(aBatch()), fake(codesVoid, () => aBatch({ state: 'void' }))])
    const { user } = await open(holding('see', 'void'), '/redeemCode?batch=b1')
    await user.click(await screen.findByRole('button', { name: '作废剩余兑换码' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText(/立即失效/)
    await user.type(dialog.getByRole('textbox', { name: /原因/ }), '泄露')
    await user.click(dialog.getByRole('button', { name: '作废剩余兑换码' }))
    await waitFor(() => expect(api.callsOf(codesVoid)).toHaveLength(1))
    expect(api.callsOf(codesVoid)[0]!.body).toMatchObject({ batchId: 'b1', reason: '泄露' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each([
    { action: '删除', state: 'draft', right: 'edit', route: batchDelete, more: {} },
    { action: '结束', state: 'active', right: 'release', route: batchMove, more: { moveTo: 'ended' } },
  ] as const)('$action asks first', async ({ action, state, right, route, more }) => {
    const api = fakeApi([
      ...detail(aBatch({ state })),
      fake(batchDelete, () => null),
      fake(batchMove, () => aBatch({ state: 'ended' })),
      fake(batchList, () => ({ list: [], next: null })),
    ])
    const { user } = await open(holding('see', right), '/redeemCode?batch=b1')
    const name = new RegExp(`^${[...action].join('\\s?')}$`)
    await user.click(await screen.findByRole('button', { name }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/春节礼包/)).toBeTruthy()
    expect(api.callsOf(route)).toHaveLength(0)
    await user.click(dialog.getByRole('button', { name }))
    await waitFor(() => expect(api.callsOf(route)).toMatchObject([{ body: { batchId: 'b1', ...more } }]))
  })
})

describe('the form of a batch', () => {
  it('says beside its fields and its button why it cannot be saved', async () => {
    fakeApi(detail(aBatch({ state: 'draft', isExportable: false })))
    const { user } = await open(holding('see', 'edit'), '/redeemCode?batch=b1')
    await user.click(await screen.findByRole('button', { name: /^编\s?辑$/ }))
    const dialog = within(await screen.findByRole('dialog'))
    const save = dialog.getByRole<HTMLButtonElement>('button', { name: /^保\s?存$/ })
    const prefix = dialog.getByRole('textbox', { name: /^前缀/ })
    expect(save.disabled).toBe(false)
    // No I: it reads as 1.
    await user.type(prefix, 'tide')
    expect(dialog.getAllByText(/^只能用这些字符/)).toHaveLength(2)
    expect(save.disabled).toBe(true)
    await user.clear(prefix)
    await user.clear(dialog.getByRole('textbox', { name: '名称' }))
    expect(dialog.getByText('请填写名称').getAttribute('role')).toBe('status')
  })
})

describe('how a batch stands', () => {
  it.each([
    [{ total: 5, kind: 'universal', quantity: 1 }, '已用完'],
    [{ quantity: 5 }, '已用完'],
    [{ total: 6, kind: 'universal', quantity: 1 }, '生效中'],
    [{ state: 'paused', quantity: 5 }, '已暂停'],
    [{ state: 'approved', quantity: 5 }, '批准'],
  ] as const)('says when nothing is left: %j', async (more, words) => {
    const funnel = { generated: 5, exported: 0, redeemed: 5, confirmed: 4 }
    fakeApi(detail(aBatch({ funnel, ...more })))
    await open(holding('see'), '/redeemCode?batch=b1')
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByText(/^已批准。/) !== null).toBe(words === '批准')
  })
})

describe('the export of codes', () => {
  it('asks first where the codes can be fetched once, and saves the file of the link', async () => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const api = fakeApi([
      ...detail(aBatch({ exportOnce: true })),
      fake(codesExport, () => ({
        url: '/partner/codes/file?lineId=northwind-test&batchId=b1&fileFormat=csv&expires=1790000000000&sign=abcdefghijklmnopqrstuv',
        expiresAt: 1_790_000_000_000,
      })),
      fake(codesFile, () => 'code\r\nAAA'),
    ])
    const { user } = await open(holding('see', 'export'), '/redeemCode?batch=b1')
    await user.click(await screen.findByRole('button', { name: '导出 CSV' }))
    expect(api.callsOf(codesExport)).toHaveLength(0)
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: /导出/ }))
    await waitFor(() => expect(saved).toEqual(['codes-7.csv']))
    expect(api.callsOf(codesExport)[0]!.body).toEqual({
      lineId: 'northwind-test',
      batchId: 'b1',
      fileFormat: 'csv',
    })
  })
})

describe('the look-up of a code', () => {
  const servers = [{ sId: 123, serviceName: '灯塔湾', status: 'running' as const, openedAt: null }]
  const openLookUp = async (calls: FakeRoute[], ...more: string[]) => {
    fakeApi([fake(batchList, () => ({ list: [], next: null })), ...calls])
    const { user } = await renderWithApp(<CodesPage />, {
      path: '/redeemCode',
      user: holding('see', ...more),
      scope: { ...scope, servers },
      features: [gifts],
    })
    await user.type(await screen.findByRole('textbox', { name: '兑换码' }), 'spring-2026')
    return user
  }

  it('says which batch has it and who used it, and offers no void to who only sees', async () => {
    const user = await openLookUp([
      fake(codeLookUp, () => ({
        reads: 'SPRING-2026',
        isCheckRight: true,
        found: { batch: aBatch(), isVoid: false, used: 1, most: 5, uses: [] },
      })),
    ])
    await user.click(screen.getByRole('button', { name: '查询兑换码' }))
    expect(await screen.findByText('SPRING-2026')).toBeTruthy()
    expect(screen.getByRole('button', { name: '7 · 春节礼包' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '作废此码' })).toBeNull()
  })

  it('voids the code that was found, whatever is typed since, and forgets what was found about another', async () => {
    const bodies: unknown[] = []
    const found = { batch: aBatch(), isVoid: false, used: 1, most: 5, uses: [] }
    const why = { refusals: [], batch: aBatch(), limits: [], game: null }
    const user = await openLookUp(
      [
        fake(codeLookUp, () => ({ reads: 'SPRING-2026', isCheckRight: true, found })),
        fake(codeWhy, () => why),
        fake(codesVoid, ({ body }) => {
          bodies.push(body)
          return aBatch()
        }),
      ],
      'void',
    )
    await user.click(screen.getByRole('button', { name: '查询兑换码' }))
    await user.click(await screen.findByRole('button', { name: '作废此码' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /原因/ }), '泄露')
    await user.click(dialog.getByRole('button', { name: '作废此码' }))
    await waitFor(() => expect(bodies).toMatchObject([{ code: 'SPRING-2026', reason: '泄露' }]))
    await user.type(screen.getByRole('textbox', { name: 'uId' }), '7')
    await user.click(screen.getByRole('button', { name: '为何被拒绝' }))
    const nothing = await screen.findByText('没有阻碍，该玩家可以兑换')
    await user.type(screen.getByRole('textbox', { name: 'uId' }), '8')
    expect(nothing.isConnected).toBe(false)
    await user.type(screen.getByRole('textbox', { name: '兑换码' }), 'x')
    expect(screen.queryByText('SPRING-2026')).toBeNull()
  })

  it('judges limit by limit with value and bound, and says what the game does not tell', async () => {
    const recharge: CodeLimit = {
      typeCode: { code: 4, name: 'range' },
      content: { of: 'recharge', min: 100, max: null },
    }
    const api: { body?: unknown } = {}
    const user = await openLookUp([
      fake(codeWhy, ({ body }) => {
        api.body = body
        return {
          refusals: [
            { refusal: 'paused' as const, code: 6007, limit: null, missing: null },
            { refusal: 'limit' as const, code: 6005, limit: 0, missing: null },
          ],
          batch: aBatch(),
          limits: [
            { limit: level, fits: 'no' as const, value: 8 },
            { limit: recharge, fits: 'unknown' as const, value: null },
          ],
          game: { player: 'found' as const, cause: null },
        }
      }),
    ])
    await user.type(screen.getByRole('textbox', { name: 'uId' }), '7')
    await user.click(screen.getByRole('button', { name: '为何被拒绝' }))
    expect(await screen.findByText('等级 · 10 至 50')).toBeTruthy()
    expect(screen.getByText('该玩家：8')).toBeTruthy()
    expect(screen.getByText('不符合')).toBeTruthy()
    expect(screen.getByText('累计充值 · 不低于 100')).toBeTruthy()
    expect(screen.getByText('游戏未提供该值')).toBeTruthy()
    expect(screen.getByText('6007')).toBeTruthy()
    expect(api.body).toEqual({ lineId: 'northwind-test', code: 'spring-2026', uId: '7', sId: 123 })
  })

  it('names why nothing was found out', async () => {
    const user = await openLookUp([
      fake(codeWhy, () => new FakeFailure(503, 'store_unavailable', '数据库没有响应')),
    ])
    await user.type(screen.getByRole('textbox', { name: 'uId' }), '7')
    await user.click(screen.getByRole('button', { name: '为何被拒绝' }))
    expect((await screen.findAllByText(/数据库没有响应/)).length).toBeGreaterThan(0)
  })
})
