import type { Page } from './browser.ts'
import { button, inView } from './steps.ts'

const step = (page: Page, number: number) =>
  inView(page).getByRole('listitem', { name: `步骤 ${number}`, exact: true })

/** Chooses in a list that can be searched, once it has what is searched for: Enter takes nothing from an empty one. */
export async function choose(box: ReturnType<Page['getByRole']>, text: string): Promise<void> {
  await box.fill(text)
  await box
    .page()
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option-active', {
      hasText: text,
    })
    .waitFor()
  await box.press('Enter')
}

async function addStep(page: Page, kind: string): Promise<void> {
  await inView(page)
    .getByRole('group', { name: '添加步骤' })
    .getByRole('button', { name: new RegExp(`^${[...kind].join('\\s?')}$`) })
    .click()
}

/** Reads a number, adds to it up to 100, gives an item. */
export async function composeFunction(page: Page, title: string): Promise<void> {
  await inView(page).getByLabel('名称', { exact: true }).fill(title)
  await button(page, '添加参数').click()
  await inView(page).getByLabel('键', { exact: true }).fill('by')
  await inView(page).getByLabel('最小值', { exact: true }).fill('1')
  await addStep(page, '读取')
  // Nothing can be saved while something is not filled in.
  await inView(page)
    .getByRole('region', { name: /检查/ })
    .getByText('尚未填写')
    .first()
    .waitFor()
  await button(page, '保存').and(page.locator(':disabled')).waitFor()
  await step(page, 1).getByLabel('保存为', { exact: true }).fill('now')
  await choose(step(page, 1).getByLabel('模块', { exact: true }), 'SettingsInfo')
  await choose(step(page, 1).getByRole('combobox', { name: '字段' }), 'music')
  await addStep(page, '修改')
  await choose(step(page, 2).getByLabel('模块', { exact: true }), 'SettingsInfo')
  await choose(step(page, 2).getByRole('combobox', { name: '字段' }), 'music')
  await step(page, 2).getByLabel('值', { exact: true }).fill('=min(100, read.now + param.by)')
  await addStep(page, '命令')
  await choose(step(page, 3).getByLabel('命令', { exact: true }), 'addItem')
  await step(page, 3).getByLabel('道具 itemId', { exact: true }).fill('10007')
  await step(page, 3).getByLabel('数量 count', { exact: true }).fill('=param.by')
  await inView(page).getByText('没有发现错误').waitFor()
}
