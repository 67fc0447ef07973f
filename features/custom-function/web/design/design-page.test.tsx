import { forgetKept } from '@qd/web-frame'
import { FakeFailure, testUser } from '@qd/web-testing'
import type { AppOptions, FakeApi } from '@qd/web-testing'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkFunction, saveFunction, tryFunction } from '../../contract/index.ts'
import { definition, fakeDesign, fine, missing, openDesigner } from '../testing/designer-screen.tsx'
import { U_ID, welcome } from '../testing/sample-functions.ts'
import DesignPage from './design-page.tsx'

const open = (path?: string, options?: AppOptions) => openDesigner(DesignPage, path, options)

let api: FakeApi
beforeEach(() => {
  forgetKept()
  api = fakeDesign()
})

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
