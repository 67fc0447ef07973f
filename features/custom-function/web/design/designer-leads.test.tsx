import { forgetKept } from '@qd/web-frame'
import { testUser } from '@qd/web-testing'
import type { AppOptions, FakeApi } from '@qd/web-testing'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkFunction } from '../../contract/index.ts'
import { designer, fakeDesign, fine, missing, openDesigner } from '../testing/designer-screen.tsx'
import { U_ID } from '../testing/sample-functions.ts'
import DesignPage from './design-page.tsx'

const open = (path?: string, options?: AppOptions) => openDesigner(DesignPage, path, options)

let api: FakeApi
beforeEach(() => {
  forgetKept()
  api = fakeDesign()
})

const button = (name: RegExp) => screen.getByRole('button', { name })
const TRY = /^试\s?运\s?行$/

describe('what a designer is led to', () => {
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
})
