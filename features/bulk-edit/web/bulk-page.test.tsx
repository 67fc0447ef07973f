import type { WebFeature } from '@qd/web-frame'
import { printChangeSet } from '@qd/player-diff'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { AppOptions, FakeApi } from '@qd/web-testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { tipProtocol } from '@qd/data-edit/contract'
import {
  bulkJobs,
  bulkPlayers,
  bulkPreview,
  bulkStart,
  bulkUndo,
  bulkUndoPreview,
} from '../contract/index.ts'
import type { BulkJob, BulkSample } from '../contract/index.ts'
import { EMPTY_DRAFT, useBulkDraft } from './bulk-draft.ts'
import BulkPage from './bulk-page.tsx'

const NONE = { count: 0, lines: [] }
const sorted = {
  players: 2,
  duplicates: 1,
  wrong: { count: 1, lines: [{ line: 2, text: 'abc' }] },
  notFound: NONE,
  servers: [
    {
      sId: 123,
      name: '潮汐之门',
      players: 2,
      lineId: 'northwind-test',
      environment: 'test' as const,
    },
  ],
  policies: ['live' as const, 'kick' as const, 'refuse' as const],
  samples: ['30123000045'],
}
const sample: BulkSample = {
  uId: '30123000045',
  sId: 123,
  outcome: 'changes',
  msg: '',
  changes: [{ diff: 'Role', path: ['level'], op: 'set', value: 80, old: 72 }],
  refused: [],
  actions: [{ text: '等级改为 80', code: 'set' }],
  warnings: [],
}
const past: BulkJob = {
  jobId: 'job-9',
  kind: 'edit',
  at: 1_790_000_000_000,
  actor: 'admin',
  reason: 'ticket 3',
  name: 'Role.level',
  sId: 123,
  players: 30,
  applied: 29,
  refused: 1,
  unknown: 0,
  undone: 0,
  undoOf: null,
}

const intField = (fieldName: string) => ({ name: fieldName, type: 'int', fieldName, comment: '' })
const module = { comment: '', names: {} }
const definition = fake(tipProtocol, () => ({
  md5: 'a41f',
  protocol: {
    diffInfos: {
      Role: { ...module, name: 'Role', netKey: 'role', key: '', fields: [intField('level')] },
      Bag: {
        ...module,
        name: 'Bag',
        netKey: 'bag',
        key: 'itemId',
        fields: [intField('itemId'), intField('count')],
      },
    },
    protocols: [],
  },
}))

/** Who holds just these rights, at one operator. */
const holding = (...codes: string[]) =>
  testUser({ roles: ['bulk'], grants: [{ scope: 'lantern/northwind', environment: '*', codes }] })
const bulkEditor = holding('index.data.bulk')

let api: FakeApi
beforeEach(() => {
  useBulkDraft.setState({
    ...EMPTY_DRAFT,
    changes: [
      {
        change: { diff: 'Role', path: ['level'], op: 'set', value: 80, old: 72 },
        label: '角色 · 等级',
        isWhole: true,
      },
    ],
  })
  const answers = [
    fake(bulkPlayers, () => sorted),
    fake(bulkPreview, () => ({
      hash: 'h1',
      players: 2,
      servers: sorted.servers,
      policies: sorted.policies,
      samples: [sample],
      versions: [],
    })),
    fake(bulkStart, () => ({ jobId: 'job-1', players: 2, replayed: false })),
    fake(bulkJobs, () => ({ list: [past] })),
    fake(bulkUndoPreview, () => ({ name: 'Role.level', players: 29, samples: [], undoneBy: [] })),
    fake(bulkUndo, () => ({ jobId: 'job-2', players: 29, replayed: false })),
  ]
  api = fakeApi(answers, { isGuarded: true })
})

async function open(options: AppOptions = {}) {
  const { user } = await renderWithApp(<BulkPage />, { scope: TEST_SCOPE, user: bulkEditor, ...options })
  await screen.findByRole('region', { name: '玩家' })
  return user
}
/** As a browser tells of a file before anybody reads it. */
const sized = (name: string, size: number): File =>
  Object.defineProperty(new File(['x'], name), 'size', { value: size })
const listBox = () => screen.getByRole('textbox', { name: '玩家名单' })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('选择文件…', { selector: 'input' }), { target: { files: [file] } })

describe('a bulk edit', () => {
  it('goes from list to preview to start, and on to the job', async () => {
    const user = await open()
    await user.type(listBox(), '30123000045{Enter}abc')
    await user.click(button('读取名单'))
    expect(await screen.findByText('2 名玩家')).toBeTruthy()
    expect(screen.getByText('重复 1')).toBeTruthy()
    expect(screen.getByText('第 2 行')).toBeTruthy()
    expect(button(/^为 0 名玩家开始/).hasAttribute('disabled')).toBe(true)
    await user.click(button(/^预\s?览$/))
    expect(await screen.findByText('等级改为 80')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: '原因' }), 'ticket 7')
    await user.click(button('为 2 名玩家开始'))
    await waitFor(() => expect(window.location.hash).toBe('#/jobs/job-1'))
    expect(api.callsOf(bulkStart)[0]).toMatchObject({
      query: { lineId: 'northwind-test', sId: '123' },
      text: '30123000045\nabc',
      body: { hash: 'h1', reason: 'ticket 7', onlinePolicy: 'live' },
    })
    expect(useBulkDraft.getState().text).toBe('')
  })

  it('a preview of something else does not count', async () => {
    const user = await open()
    await user.type(listBox(), '30123000045')
    await user.click(button(/^预\s?览$/))
    await screen.findByText('等级改为 80')
    await user.type(listBox(), ' 30123000046')
    expect(screen.queryByText('等级改为 80')).toBeNull()
    expect(button(/^为 0 名玩家开始/).hasAttribute('disabled')).toBe(true)
  })

  it('a number can be added instead of set', async () => {
    const user = await open()
    await user.type(listBox(), '30123000045')
    await user.click(screen.getByRole('radio', { name: '增加' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Role.level 的增量' }).value).toBe('8')
    await user.click(button(/^预\s?览$/))
    await screen.findByText('等级改为 80')
    const [asked] = api.callsOf(bulkPreview)
    expect(asked?.body).toMatchObject({ set: { changes: [{ op: 'set', by: '8' }] } })
  })

  it('asks for the typed name where the server does, and keeps all that was typed when it refuses', async () => {
    api.on(bulkStart, ({ body }) =>
      (body as { confirm?: string }).confirm === undefined
        ? new FakeFailure(428, 'confirm_required', '请确认', {
            err: { code: 'confirm_required', retryable: false, details: { expected: 'Tide Gate' } },
          })
        : new FakeFailure(503, 'upstream_down', '连不上'),
    )
    const user = await open()
    await user.type(listBox(), '30123000045')
    await user.click(button(/^预\s?览$/))
    await screen.findByText('等级改为 80')
    await user.type(screen.getByRole('textbox', { name: '原因' }), 'ticket 7')
    await user.click(button('为 2 名玩家开始'))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('将修改 2 名玩家，原因：ticket 7')
    await user.type(dialog.getByRole('textbox', { name: /Tide Gate/ }), 'Tide Gate')
    await user.click(dialog.getByRole('button', { name: /为 2 名玩家开始/ }))
    expect(await screen.findByText(/连不上$/)).toBeTruthy()
    expect(useBulkDraft.getState()).toMatchObject({ text: '30123000045', reason: 'ticket 7' })
    const keys = api.callsOf(bulkStart).map(({ body }) => (body as { idempotencyKey: string }).idempotencyKey)
    expect(new Set(keys).size).toBe(1)
  })

  it.each([
    ['a picture', new File(['x'], 'list.png'), '请选择 CSV 或 TXT 文件'],
    ['broken UTF-8', new File([new Uint8Array([0xff, 0xfe, 0x41])], 'list.txt'), '文件不是 UTF-8 文本'],
    ['binary', new File(['a\0b'], 'list.csv'), '文件不是 UTF-8 文本'],
    ['more than 256 MiB', sized('list.txt', 268_435_457), /list\.txt.*最大 256 MB/],
  ])('a file that is %s is refused and leaves the list as it was', async (_name, file, message) => {
    const user = await open()
    await user.type(listBox(), '30123000045')
    choose(file)
    expect(await screen.findByText(message)).toBeTruthy()
    expect(useBulkDraft.getState().text).toBe('30123000045')
  })

  it('only what every server of the list declares for players who are online is offered and sent', async () => {
    api.on(bulkPreview, () => ({
      hash: 'h1',
      players: 2,
      servers: sorted.servers,
      policies: ['kick' as const],
      samples: [sample],
      versions: [],
    }))
    const user = await open()
    await user.type(listBox(), '30123000045')
    await user.click(button(/^预\s?览$/))
    await screen.findByText('等级改为 80')
    const choice = screen.getByRole('combobox', { name: /玩家在线时/ })
    await user.click(choice)
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['踢下线后生效'])
    await user.type(screen.getByRole('textbox', { name: '原因' }), 'ticket 7')
    await user.click(button('为 2 名玩家开始'))
    await waitFor(() => expect(api.callsOf(bulkStart)[0]?.body).toMatchObject({ onlinePolicy: 'kick' }))
  })

  it('changes come from a file too; a file that is none leaves the set as it was', async () => {
    api = fakeApi([definition, fake(bulkJobs, () => ({ list: [] }))], { isGuarded: true })
    // Names of places and what is a number come from the definition, which belongs to the data.
    await open({ user: holding('index.data.bulk', 'index.data.read') })
    const give = (text: string) =>
      fireEvent.change(screen.getByLabelText('导入修改…', { selector: 'input' }), {
        target: { files: [new File([text], 'changes.json')] },
      })
    const text = printChangeSet({
      format: 'quarterdeck-change-set',
      version: 1,
      game: 'lantern',
      protocolMd5: 'a41f',
      changes: [
        { diff: 'Role', path: ['level'], op: 'set', value: 99, old: 70 },
        { diff: 'Bag', key: '10007', path: ['count'], op: 'set', value: 5, old: 1 },
      ],
      note: '',
      made: { at: 1, by: 'lin' },
    })
    give(text.replace('"op"', '"op": "add", "op"'))
    await screen.findByText(/^第 \d+ 行，changes\.0\.op：/)
    give(text.replace('"lantern"', '"other"'))
    await screen.findByText('它属于另一个游戏')
    expect(useBulkDraft.getState().changes).toHaveLength(1)
    give(text)
    await waitFor(() => expect(useBulkDraft.getState().changes).toHaveLength(2))
    const [level, count] = useBulkDraft.getState().changes
    expect(level).toMatchObject({ change: { value: 99 }, isWhole: true })
    expect(count?.label).toMatch(/10007/)
    await waitFor(() => expect(screen.queryByText('它属于另一个游戏')).toBeNull())
  })

  it('a change the server refuses is marked until list or changes are others', async () => {
    api.on(
      bulkPreview,
      () =>
        new FakeFailure(422, 'bulk_set_refused', '修改内容有误', {
          err: { code: 'bulk_set_refused', retryable: false, field: 'set.changes.0' },
        }),
    )
    const user = await open()
    await user.type(listBox(), '30123000045')
    await user.click(button(/^预\s?览$/))
    expect(await screen.findByText('批量修改:请求失败:修改内容有误')).toBeTruthy()
    const [change] = within(screen.getByRole('list', { name: '修改内容' })).getAllByRole('listitem')
    expect(change?.getAttribute('data-refused')).toBe('true')
    await user.click(screen.getByRole('radio', { name: '增加' }))
    expect(screen.queryByText('批量修改:请求失败:修改内容有误')).toBeNull()
    expect(change?.getAttribute('data-refused')).toBe('false')
  })

  it('a file fills the list', async () => {
    await open()
    choose(new File(['uId,name\n30123000045,a'], 'list.csv'))
    await waitFor(() => expect(useBulkDraft.getState().text).toBe('uId,name\n30123000045,a'))
  })
})

describe('a list beyond one megabyte', () => {
  it('a large list is sent as a file once, and named by its id from then on', async () => {
    const sender: WebFeature = {
      name: 'files',
      pages: [],
      slots: {
        fileUpload: ({ file, use, onDone }) => (
          <button type="button" onClick={() => onDone('file-1')}>{`${use} ${file.name}`}</button>
        ),
      },
    }
    const user = await open({ features: [sender] })
    choose(sized('players.csv', 1_048_577))
    expect(button('读取名单').hasAttribute('disabled')).toBe(true)
    await user.click(await screen.findByRole('button', { name: 'bulk-edit.list players.csv' }))
    await screen.findByText('players.csv：已上传')
    await user.click(button('读取名单'))
    await screen.findByText('2 名玩家')
    await user.click(button(/^预\s?览$/))
    await screen.findByText('等级改为 80')
    await user.type(screen.getByRole('textbox', { name: '原因' }), 'ticket 7')
    await user.click(button('为 2 名玩家开始'))
    await waitFor(() => expect(api.callsOf(bulkStart)).toHaveLength(1))
    for (const route of [bulkPlayers, bulkPreview, bulkStart]) {
      expect(api.callsOf(route)[0]).toMatchObject({ text: '', body: { fileId: 'file-1' } })
    }
    expect(useBulkDraft.getState().fileId).toBe('')
  })
})

describe('bulk edits made here', () => {
  it('are not taken back by who may not undo, in their language', async () => {
    await renderWithApp(<BulkPage />, { scope: TEST_SCOPE, user: bulkEditor, language: 'ru' })
    const panel = within(await screen.findByRole('region', { name: /^Массовые изменения здесь/ }))
    await panel.findByRole('link', { name: 'Открыть задание' })
    expect(panel.queryByRole('button', { name: /Отменить/ })).toBeNull()
  })

  it('show what came of them and can be undone with a reason', async () => {
    const user = await open({ user: holding('index.data.bulk', 'index.data.undo') })
    const panel = await screen.findByRole('region', { name: /^此处的批量修改/ })
    expect(within(panel).getByText('已写入 29')).toBeTruthy()
    expect(within(panel).getByRole('link', { name: '打开作业' }).getAttribute('href')).toBe('/jobs/job-9')
    await user.click(within(panel).getByRole('button', { name: /撤销…/ }))
    const dialog = await screen.findByRole('dialog')
    await user.type(await within(dialog).findByRole('textbox', { name: '原因' }), 'wrong gift')
    await user.click(within(dialog).getByRole('button', { name: /^撤\s?销$/ }))
    await waitFor(() => expect(window.location.hash).toBe('#/jobs/job-2'))
    expect(api.callsOf(bulkUndo)[0]).toMatchObject({ body: { jobId: 'job-9', reason: 'wrong gift' } })
  })

  it('without the permission there is nothing to do here', async () => {
    const reader = testUser({
      roles: [],
      grants: [{ scope: '*', environment: '*', codes: ['index.data.read'] }],
    })
    await renderWithApp(<BulkPage />, { scope: TEST_SCOPE, user: reader })
    expect(await screen.findByText('没有权限')).toBeTruthy()
    expect(api.callsOf(bulkJobs)).toEqual([])
  })
})
