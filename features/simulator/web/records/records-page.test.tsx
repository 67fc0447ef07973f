import { FRAME_PRESETS } from '@qd/game-frame'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp } from '@qd/web-testing'
import type { FakeApi } from '@qd/web-testing'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { addressList, addressSave, recordDelete, recordList, recordSave } from '../../contract/index.ts'
import type { SimulatorRecord } from '../../contract/index.ts'
import { readerOf } from '../testing/sample-definition.ts'
import RecordsPage from './records-page.tsx'

const developer = readerOf('mock.simulator.connect', 'mock.simulator.records.manage')
const keeper = readerOf('mock.simulator.connect', 'mock.simulator.addresses.manage')
const LINES = [{ lineId: 'northwind-test', lineCode: 'dev', name: '开发线', environment: 'dev' as const }]
const scope = { ...TEST_SCOPE, lines: LINES }

const RECORD: SimulatorRecord = {
  recordId: 'r1',
  lineId: 'northwind-test',
  name: '外服',
  url: 'ws://127.0.0.1:9000',
  layout: FRAME_PRESETS.get('leaf'),
  enter: { cmd: 7, body: '{"token":"{{deviceId}}"}' },
  messages: 5,
  commands: 3,
  definitionHash: 'ab'.repeat(32),
  revision: 4,
  changedBy: 'lin',
  changedAt: Date.UTC(2026, 10, 23, 6),
}

let api: FakeApi
let list: SimulatorRecord[]
let hosts: string[]
beforeEach(() => {
  list = [RECORD]
  hosts = ['127.0.0.1:9000', '*.games.example:*']
  api = fakeApi(
    [
      fake(recordList, () => ({ list })),
      fake(addressList, () => ({ hosts, revision: 3 })),
      fake(recordSave, ({ body }) => ({ record: { ...RECORD, name: body.name } })),
      fake(recordDelete, () => {
        list = []
        return null
      }),
      fake(addressSave, ({ body }) => {
        hosts = [...body.hosts]
        return { hosts, revision: 4 }
      }),
    ],
    { isGuarded: true },
  )
})

const open = (user = developer) => renderWithApp(<RecordsPage />, { user, scope })
const region = (name: RegExp) => within(screen.getByRole('region', { name }))
const dialog = () => within(screen.getByRole('dialog'))
const save = (user: UserEvent) => user.click(dialog().getByRole('button', { name: /^保\s?存$/ }))

async function openNew(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: /新建记录/ }))
  await screen.findByRole('dialog')
}

describe('game records', () => {
  it('are listed with layout, messages, who and when', async () => {
    await open()
    const records = region(/^游戏记录/)
    expect(await records.findByText('外服')).toBeTruthy()
    expect(records.getByText('ws://127.0.0.1:9000')).toBeTruthy()
    expect(records.getByText(/格式 leaf，消息 5 个，命令 3 个/)).toBeTruthy()
    expect(records.getByText('lin')).toBeTruthy()
    expect(records.getByText(/^2026-11-23/)).toBeTruthy()
  })

  it('are read only to those who may not manage them, and nothing of theirs is offered', async () => {
    list = []
    await open(readerOf('mock.simulator.connect'))
    expect(await screen.findByText(/拥有“管理游戏记录”权限/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /新建记录/ })).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('say why they cannot be read, and are read again', async () => {
    api.on(recordList, () => new FakeFailure(503, 'unavailable', '服务暂不可用'))
    const { user } = await open()
    expect(await screen.findByText(/服务暂不可用/)).toBeTruthy()
    api.on(recordList, () => ({ list }))
    await user.click(screen.getByRole('button', { name: /重\s?试/ }))
    expect(await screen.findByText('外服')).toBeTruthy()
  })

  it('are made of a preset, several .proto files and a naming rule', async () => {
    const { user } = await open()
    await openNew(user)
    await user.type(dialog().getByRole('textbox', { name: /^名称/ }), '新外服')
    await user.type(dialog().getByRole('textbox', { name: /^地址/ }), 'tcp://127.0.0.1:9001')
    await user.click(dialog().getByRole('button', { name: '从预设开始' }))
    await user.click(await screen.findByRole('option', { name: 'leaf' }))
    expect(await dialog().findAllByText('00 04 03 e9 08 01')).toHaveLength(2)
    const files = ['game.proto', 'common.proto'].map((name) => new File([`// ${name}`], name))
    await user.upload(dialog().getByLabelText('添加 .proto 文件', { selector: 'input' }), files)
    expect(await dialog().findByText('common.proto')).toBeTruthy()
    await user.click(dialog().getByRole('combobox', { name: '命令' }))
    await user.click(await screen.findByTitle('按命名规则'))
    await user.type(dialog().getByRole('textbox', { name: '请求的前缀' }), 'C2S_')
    await user.type(dialog().getByRole('textbox', { name: '编号所在的枚举' }), 'other.Cmd')
    await save(user)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.callsOf(recordSave)[0]?.body).toEqual({
      lineId: 'northwind-test',
      name: '新外服',
      url: 'tcp://127.0.0.1:9001',
      layout: FRAME_PRESETS.get('leaf'),
      enter: null,
      files: [
        { path: 'game.proto', text: '// game.proto' },
        { path: 'common.proto', text: '// common.proto' },
      ],
      commands: { kind: 'rule', request: 'C2S_', reply: '', push: '', enum: 'other.Cmd' },
    })
  })

  it('say at the field what the server refuses; what was typed stays', async () => {
    const { user } = await open()
    await openNew(user)
    await user.type(dialog().getByRole('textbox', { name: /^名称/ }), '新外服')
    await user.type(dialog().getByRole('textbox', { name: /^地址/ }), 'https://a.example')
    await save(user)
    expect(await dialog().findByText(/地址须以 ws:/)).toBeTruthy()
    expect(dialog().getByText('请至少选择一个 .proto 文件')).toBeTruthy()
    expect(api.callsOf(recordSave)).toEqual([])
    await user.clear(dialog().getByRole('textbox', { name: /^地址/ }))
    await user.type(dialog().getByRole('textbox', { name: /^地址/ }), 'ws://a.example')
    await user.upload(
      dialog().getByLabelText('添加 .proto 文件', { selector: 'input' }),
      new File(['message {'], 'a.proto'),
    )
    const failure = { err: { code: 'simulator_definition_invalid', field: 'files', retryable: false } }
    const msg = '消息定义无法读取：a.proto（illegal token）。'
    api.on(recordSave, () => new FakeFailure(422, 'simulator_definition_invalid', msg, failure as never))
    await save(user)
    const alert = await dialog().findByText(msg)
    expect(alert.parentElement?.textContent).toContain('a.proto')
    expect(
      within(alert.parentElement!).getByLabelText('添加 .proto 文件', { selector: 'input' }),
    ).toBeTruthy()
    expect(dialog().getByRole<HTMLInputElement>('textbox', { name: /^名称/ }).value).toBe('新外服')
  })

  it('name the value of a layout that is wrong, and are not saved with it', async () => {
    list = [{ ...RECORD, layout: { ...FRAME_PRESETS.get('leaf'), maxFrameBytes: 1 } }]
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: '编辑 外服' }))
    expect(await dialog().findByText(/^maxFrameBytes: /)).toBeTruthy()
    await save(user)
    expect(api.callsOf(recordSave)).toEqual([])
  })

  it('are changed by their revision; messages that were not given do not travel', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: '编辑 外服' }))
    await user.type(await dialog().findByRole('textbox', { name: /^名称/ }), '二')
    await save(user)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const { lineId, recordId, url, layout, enter } = RECORD
    const kept = { lineId, recordId, url, layout, enter }
    expect(api.callsOf(recordSave)[0]?.body).toEqual({ ...kept, name: '外服二', revision: 4 })
  })

  it('are deleted only after a question', async () => {
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: '删除 外服' }))
    expect(await dialog().findByText(/确定删除记录“外服”吗/)).toBeTruthy()
    expect(api.callsOf(recordDelete)).toEqual([])
    await user.click(dialog().getByRole('button', { name: /^删\s?除$/ }))
    expect(await screen.findByText('还没有游戏记录')).toBeTruthy()
    expect(api.callsOf(recordDelete)[0]?.body).toEqual({
      lineId: 'northwind-test',
      recordId: 'r1',
      revision: 4,
    })
  })
})

describe('allowed addresses', () => {
  it('say what they allow, are added and removed', async () => {
    const { user } = await open(keeper)
    const addresses = region(/^允许的地址/)
    expect(await addresses.findByText('仅 127.0.0.1 的 9000 端口')).toBeTruthy()
    expect(addresses.getByText('games.example 下的所有主机，任意端口')).toBeTruthy()
    const box = addresses.getByRole('textbox', { name: '添加地址' })
    await user.type(box, 'nothing{Enter}')
    expect(await addresses.findByText('请写成 host:port、*.host:port 或 host:*')).toBeTruthy()
    await user.clear(box)
    await user.type(box, '10.0.0.1:*{Enter}')
    expect(await addresses.findByText('仅 10.0.0.1，任意端口')).toBeTruthy()
    expect((box as HTMLInputElement).value).toBe('')
    await user.click(addresses.getByRole('button', { name: '移除 127.0.0.1:9000' }))
    await waitFor(() => expect(addresses.queryByText('仅 127.0.0.1 的 9000 端口')).toBeNull())
    expect(api.callsOf(addressSave).map(({ body }) => body)).toEqual([
      {
        lineId: 'northwind-test',
        hosts: ['127.0.0.1:9000', '*.games.example:*', '10.0.0.1:*'],
        revision: 3,
      },
      { lineId: 'northwind-test', hosts: ['*.games.example:*', '10.0.0.1:*'], revision: 3 },
    ])
  })

  it('tell a developer which right changes them', async () => {
    await open()
    expect(await screen.findByText(/修改此名单需要权限“.*管理可连接地址/)).toBeTruthy()
    expect(region(/^允许的地址/).queryByRole('button')).toBeNull()
  })
})
