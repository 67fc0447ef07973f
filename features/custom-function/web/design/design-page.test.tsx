import { protoDefinition } from '@qd/simulator/contract'
import { tipProtocol } from '@qd/data-edit/contract'
import { FakeFailure, TEST_SCOPE, fake, fakeApi, renderWithApp, testUser } from '@qd/web-testing'
import type { AppOptions, FakeApi } from '@qd/web-testing'
import { forgetKept } from '@qd/web-frame'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkFunction, functionGet, saveFunction, tryFunction } from '../../contract/index.ts'
import type { FunctionDefinition } from '../../contract/index.ts'
import { fakeFunctions } from '../testing/fake-functions.ts'
import { U_ID, planOf, welcome } from '../testing/sample-functions.ts'
import DesignPage from './design-page.tsx'

const field = (fieldName: string, name: string) => ({ fieldName, name, type: 'int', comment: '' })
const definition: FunctionDefinition = {
  title: '新手补偿',
  group: '补偿',
  comment: '',
  target: 'player',
  parameters: [field('level', '等级')],
  steps: [
    { kind: 'read', as: 'gold', diff: 'Role', path: ['gold'] },
    {
      kind: 'patch',
      changes: [{ diff: 'Role', path: ['gold'], op: 'set', value: { $: 'param.level' } }],
    },
  ],
}
const fine = { faults: [], risk: 'R2' as const, needsDryRun: true }
const missing = { path: 'steps.0.diff', code: 'part_missing', msg: '尚未填写' }

/** May design functions at one operator, and nothing else. */
const designer = testUser({
  roles: ['designer'],
  grants: [
    {
      scope: 'lantern/northwind',
      environment: '*',
      codes: ['dataModify.function.manage', 'dataModify.function.run'],
    },
  ],
})

let api: FakeApi
beforeEach(() => {
  forgetKept()
  const answers = [
    ...fakeFunctions(),
    fake(tipProtocol, () => ({
      md5: 'a41f',
      protocol: {
        diffInfos: {
          Role: {
            name: 'Role',
            comment: '角色',
            netKey: 'role',
            key: '',
            names: {},
            fields: [field('gold', '金币')],
          },
        },
        protocols: [],
      },
    })),
    fake(protoDefinition, () => new FakeFailure(404, 'capability_missing', '没有')),
    fake(checkFunction, () => fine),
    fake(functionGet, () => ({ entry: welcome, definition })),
    fake(saveFunction, () => ({ id: 'f-new', version: '1' })),
    fake(tryFunction, () => ({ risk: 'R2' as const, isRunnable: true, steps: planOf().steps })),
  ]
  api = fakeApi(answers, { isGuarded: true })
})

async function open(path = '/functionDesign', options: AppOptions = {}) {
  const { user } = await renderWithApp(
    <Routes>
      <Route path="/functionDesign/:functionId?" element={<DesignPage />} />
    </Routes>,
    { scope: TEST_SCOPE, user: designer, ...options, path },
  )
  return user
}

const button = (name: RegExp) => screen.getByRole('button', { name })
const SAVE = /^保\s?存$/
const TRY = /^试\s?运\s?行$/
const isOff = (name: RegExp) => (button(name) as HTMLButtonElement).disabled

describe('designing a function', () => {
  it('begins with a name and steps; what is wrong stands at its place and nothing is saved', async () => {
    api.on(checkFunction, ({ body }) =>
      body.definition.steps.length === 0 ? fine : { ...fine, faults: [missing] },
    )
    const user = await open()
    await screen.findByText('还没有步骤')
    expect([isOff(SAVE), isOff(TRY)]).toEqual([true, true])
    await user.type(screen.getByLabelText('名称'), '补偿')
    const adding = screen.getByRole('group', { name: '添加步骤' })
    await user.click(within(adding).getByRole('button', { name: /读\s?取/ }))
    const step = screen.getByRole('listitem', { name: '步骤 1' })
    expect(await within(step).findByText('尚未填写')).toBeTruthy()
    expect([isOff(SAVE), isOff(TRY)]).toEqual([true, true])
  })

  it('a function that needs no player offers commands only', async () => {
    const user = await open()
    await user.click(await screen.findByRole('radio', { name: '不需要玩家' }))
    const adding = screen.getByRole('group', { name: '添加步骤' })
    expect(
      within(adding)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['命令'])
  })

  it('steps are moved, copied and removed', async () => {
    const user = await open('/functionDesign/f-welcome')
    const kinds = () =>
      screen
        .getAllByRole('listitem', { name: /^步骤 \d$/ })
        .map((step) => within(step).getByText(/^(读取|修改)$/).textContent)
    await waitFor(() => expect(kinds()).toEqual(['读取', '修改']))
    const second = screen.getByRole('listitem', { name: '步骤 2' })
    await user.click(within(second).getByRole('button', { name: '上移' }))
    expect(kinds()).toEqual(['修改', '读取'])
    await user.click(
      within(screen.getByRole('listitem', { name: '步骤 1' })).getByRole('button', { name: '复制' }),
    )
    expect(kinds()).toEqual(['修改', '修改', '读取'])
    await user.click(
      within(screen.getByRole('listitem', { name: '步骤 1' })).getByRole('button', { name: '删除步骤' }),
    )
    expect(kinds()).toEqual(['修改', '读取'])
  })

  it('what is not saved yet is tried on a player, with what is typed kept for the next time', async () => {
    const user = await open('/functionDesign/f-welcome')
    const title = await screen.findByLabelText('名称')
    await user.type(title, '二')
    await waitFor(() => expect(isOff(TRY)).toBe(false))
    await user.click(button(TRY))
    const dialog = await screen.findByRole('dialog')
    const start = () => within(dialog).getByRole('button', { name: TRY })
    const player = within(dialog).getByLabelText('玩家 uId')
    await user.clear(player)
    expect((start() as HTMLButtonElement).disabled).toBe(true)
    await user.type(player, U_ID)
    await user.type(within(dialog).getByRole('textbox', { name: '等级 level' }), '7{Tab}')
    await user.click(start())
    expect(await within(dialog).findByText('将执行')).toBeTruthy()
    const [asked] = api.callsOf(tryFunction)
    expect(asked).toMatchObject({
      query: { uId: U_ID },
      body: { definition: { title: '新手补偿二', steps: definition.steps }, params: { level: 7 } },
    })
    expect(api.callsOf(saveFunction)).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(button(TRY))
    const again = await screen.findByRole('dialog')
    expect((within(again).getByLabelText('玩家 uId') as HTMLInputElement).value).toBe(U_ID)
  })

  it('a trial the server refuses says why, and what was typed stays', async () => {
    api.on(tryFunction, () => new FakeFailure(403, 'function_beyond_rights', '第 2 步需要权限'))
    const user = await open('/functionDesign/f-welcome')
    await waitFor(() => expect(isOff(TRY)).toBe(false))
    await user.click(button(TRY))
    const dialog = await screen.findByRole('dialog')
    const player = within(dialog).getByLabelText('玩家 uId')
    await user.clear(player)
    await user.type(player, U_ID)
    await user.type(within(dialog).getByRole('textbox', { name: '等级 level' }), '7{Tab}')
    await user.click(within(dialog).getByRole('button', { name: TRY }))
    expect(await within(dialog).findByText(/第 2 步需要权限$/)).toBeTruthy()
    expect((player as HTMLInputElement).value).toBe(U_ID)
  })

  it('a change is saved as the next version of the one it began with', async () => {
    const user = await open('/functionDesign/f-welcome')
    await user.type(await screen.findByLabelText('名称'), '二')
    await waitFor(() => expect(isOff(SAVE)).toBe(false))
    await user.click(button(SAVE))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: SAVE }))
    await waitFor(() =>
      expect(api.callsOf(saveFunction)[0]?.body).toMatchObject({
        id: welcome.id,
        base: welcome.version,
        definition: { title: '新手补偿二' },
      }),
    )
  })

  it('JSON is taken over when it is a definition, and refused with its place when not', async () => {
    const user = await open()
    await user.click(await screen.findByRole('radio', { name: 'JSON' }))
    const text = screen.getByRole('textbox', { name: 'JSON' })
    fireEvent.change(text, { target: { value: '{"title": ' } })
    expect(await screen.findByText('不是有效的 JSON，第 1 行')).toBeTruthy()
    fireEvent.change(text, { target: { value: JSON.stringify({ ...definition, target: 'everybody' }) } })
    expect(await screen.findByText('不是功能定义，第 1 行出错：target')).toBeTruthy()
    expect(isOff(/应\s?用/)).toBe(true)
    const big = JSON.stringify(definition).replace('"title"', '\n"risk": 9223372036854775808, "title"')
    fireEvent.change(text, { target: { value: big } })
    expect(await screen.findByText('第 2 行 risk：整数过大，请写成文本')).toBeTruthy()
    const twice = JSON.stringify(definition).replace('"group"', '"title": "二", "group"')
    fireEvent.change(text, { target: { value: twice } })
    expect(await screen.findByText('第 1 行：键 title 出现两次')).toBeTruthy()
    expect(isOff(/应\s?用/)).toBe(true)
    fireEvent.change(text, { target: { value: JSON.stringify(definition) } })
    await user.click(button(/应\s?用/))
    await user.click(screen.getByRole('radio', { name: '表单' }))
    expect((screen.getByLabelText('名称') as HTMLInputElement).value).toBe('新手补偿')
  })

  it('[functions.faults] what is wrong is named by step and field, and choosing it leads there', async () => {
    const wrong = [
      { path: 'steps.1.changes.0.value', code: 'value_wrong', msg: '不能大于 100' },
      { path: 'steps.0.as', code: 'name_twice', msg: '名称已被使用' },
      { path: 'parameters.0.min', code: 'parameter_wrong', msg: '大于最大值' },
      { path: 'steps.1.kind', code: 'step_wrong', msg: '步骤的内容有误' },
    ]
    api.on(checkFunction, () => ({ ...fine, faults: wrong }))
    // The names of modules and fields come with the right to read data.
    const reader = testUser({
      roles: ['designer'],
      grants: designer.grants?.map((grant) => ({ ...grant, codes: [...grant.codes, 'index.data.read'] })),
    })
    const user = await open('/functionDesign/f-welcome', { user: reader })
    const list = within(await screen.findByRole('list', { name: '检查' }))
    const said = () => list.getAllByRole('button').map(({ textContent }) => textContent)
    await waitFor(() =>
      expect(said()).toEqual([
        '步骤 2 · 修改 · 第 1 处修改 · 角色 · 金币 · 值 Role.gold不能大于 100',
        '步骤 1 · 读取 · 保存为 名称已被使用',
        '参数 1 · 等级 · 最小值 level大于最大值',
        '步骤 2 · 修改 步骤的内容有误',
      ]),
    )
    const second = within(screen.getByRole('listitem', { name: '步骤 2' }))
    expect(second.getByText('不能大于 100')).toBeTruthy()
    expect(second.getByText('步骤的内容有误')).toBeTruthy()
    await user.click(list.getByRole('button', { name: /不能大于 100/ }))
    expect(document.activeElement).toBe(second.getByLabelText('值'))
    await user.click(screen.getByRole('radio', { name: 'JSON' }))
    await user.click(list.getByRole('button', { name: /名称已被使用/ }))
    const first = within(screen.getByRole('listitem', { name: '步骤 1' }))
    expect(document.activeElement).toBe(first.getByLabelText('保存为'))
    await user.click(list.getByRole('button', { name: /大于最大值/ }))
    expect(document.activeElement).toBe(
      within(screen.getByRole('listitem', { name: '参数 1' })).getByLabelText('最小值'),
    )
  })

  it('[functions.next] one button is the next step: name, steps, errors, dry run, save, run', async () => {
    let faults: (typeof missing)[] = []
    api.on(checkFunction, () => ({ ...fine, faults }))
    const user = await open()
    const next = () => {
      const found = screen
        .getAllByRole('button')
        .filter(({ className }) => className.includes('ant-btn-primary') && !className.includes('dialog'))
      expect(found.map((each) => each.getAttribute('aria-current'))).toEqual(['step'])
      return found[0]?.textContent?.replaceAll(/\s/g, '')
    }
    expect(next()).toBe('填写名称')
    await user.click(button(/填写名称/))
    expect(document.activeElement).toBe(screen.getByLabelText('名称'))
    await user.keyboard('补偿')
    expect(next()).toBe('添加步骤')
    faults = [missing]
    await user.click(button(/添加步骤/))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(next()).toBe('改正错误'))
    await user.click(button(/改正错误/))
    expect(document.activeElement).toBe(
      within(screen.getByRole('listitem', { name: '步骤 1' })).getByLabelText('模块'),
    )
    faults = []
    await user.type(screen.getByLabelText('保存为'), 'gold')
    await waitFor(() => expect(next()).toBe('试运行'))
    await user.click(button(TRY))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByLabelText('玩家 uId'), U_ID)
    await user.click(dialog.getByRole('button', { name: TRY }))
    await dialog.findByText('将执行')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(next()).toBe('保存')
    cleanup()
    await open('/functionDesign/f-welcome')
    await screen.findByLabelText('名称')
    expect(next()).toBe('去执行')
  })

  it('[S6.05] who may design and not run begins a new one, and is told which right an old one wants', async () => {
    const codes = ['dataModify.function.manage']
    const user = testUser({
      roles: [],
      grants: [{ scope: 'lantern/northwind', environment: '*', codes }],
    })
    await open('/functionDesign', { user, language: 'pt' })
    await screen.findByText('Nenhum passo ainda')
    cleanup()
    await open('/functionDesign/f-welcome', { user, language: 'pt' })
    expect(await screen.findByText(/“Executar funções personalizadas”/)).toBeTruthy()
  })

  it('[S6.05] who may not manage functions designs none', async () => {
    const reader = testUser({
      roles: [],
      grants: [{ scope: '*', environment: '*', codes: ['dataModify.function.run'] }],
    })
    await open('/functionDesign', { user: reader })
    expect(await screen.findByText('没有权限')).toBeTruthy()
  })
})
