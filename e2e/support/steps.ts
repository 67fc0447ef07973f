import { world } from '@qd/sandbox'
import type { Page } from './browser.ts'

const CN = {
  signIn: '登录',
  username: '用户名',
  password: '密码',
  operator: /^运营商/,
  line: /^线路/,
  server: /^区服/,
  find: '确定',
  add: '创建玩家',
  create: '创建',
  goHome: '返回首页',
  check: '检查',
  reason: '原因',
  submit: /^提交/,
  history: '时间线',
  exportHistory: '导出时间线',
  csv: 'CSV 表格',
  undo: '撤销',
  uId: '玩家 uId',
  recent: '最近打开的玩家',
  wrong: '用户名或密码',
}
export type Words = typeof CN

/** Words of the screens that journeys click, in the languages they are walked in. */
export const WORDS: Record<'cn' | 'en', Record<keyof Words, string | RegExp>> = {
  cn: CN,
  en: {
    signIn: 'Sign in',
    username: 'User name',
    password: 'Password',
    operator: /^Publisher/,
    line: /^Line/,
    server: /^Server/,
    find: 'Find',
    add: 'Create player',
    create: 'Create',
    goHome: 'Go home',
    check: 'Check',
    reason: 'Reason',
    submit: /^Commit/,
    history: 'Time line',
    exportHistory: 'Export the time line',
    csv: 'CSV table',
    undo: 'Undo',
    uId: 'Player uId',
    recent: 'Recent players',
    wrong: 'user name or password',
  },
}
export type Spoken = (typeof WORDS)['cn' | 'en']

/** Walked in one language by `npm test`, in both by the long run. */
export const spoken = (language: 'cn' | 'en'): readonly ('cn' | 'en')[] =>
  process.env.QD_TEST_RUN === 'long' ? ['cn', 'en'] : [language]

/** A button whose name may carry the space that antd puts between two Chinese characters. */
export function button(page: Page, name: string | RegExp) {
  if (name instanceof RegExp) return page.getByRole('button', { name })
  return page.getByRole('button', { name: new RegExp(`^${[...name].join('\\s?')}$`) })
}

/** Opens a path (a full load, as typed into the address bar) of whoever has signed in in this browser before. */
export async function signIn(page: Page, username: string, path = '/'): Promise<void> {
  const form = { username, password: world.accountPassword }
  const answer = await page.request.post('/api/auth/login', { data: form })
  const { data } = (await answer.json()) as { data: object }
  // Any file of the console that draws nothing: its storage is that of the pages.
  await page.goto('/console.webmanifest')
  const session = JSON.stringify({ state: { ...data, signedInAt: Date.now() }, version: 0 })
  await page.evaluate(`localStorage.setItem('qd.session', ${JSON.stringify(session)})`)
  await page.goto(path)
  await page.getByRole('main').waitFor()
}

/** Opens a path and signs in as a person does. */
export async function signInByForm(page: Page, words: Spoken, username: string, path = '/'): Promise<void> {
  await page.goto(path)
  await page.getByLabel(words.username, { exact: true }).fill(username)
  await page.getByLabel(words.password, { exact: true }).fill(world.accountPassword)
  await button(page, words.signIn).click()
  await page.waitForURL((url) => !url.hash.startsWith('#/login'))
  await page.getByRole('main').waitFor()
}

async function pick(page: Page, selector: string | RegExp, option: string): Promise<void> {
  const scope = page.locator('header').first()
  await scope.getByRole('button', { name: selector }).click()
  await page.getByRole('option', { name: option }).first().click()
}

/** The page in view; the others of the tabs are kept alive behind it. */
export function inView(page: Page) {
  return page.locator('main [data-tab]:visible')
}

export interface ServerPlace {
  operator: string
  line: string
  server: string
}

export async function selectServer(page: Page, words: Spoken, place: ServerPlace): Promise<void> {
  await pick(page, words.operator, place.operator)
  await pick(page, words.line, place.line)
  await pick(page, words.server, place.server)
}

export async function openPlayer(page: Page, words: Spoken, uId: string): Promise<void> {
  await page.getByRole('combobox', { name: words.uId }).fill(uId)
  await button(page, words.find).click()
  await inView(page).locator('h1').waitFor()
  await inView(page).getByText(`uId ${uId}`).first().waitFor()
}

/** Opens a module of the editor by its protocol name. */
export async function openModule(page: Page, netKey: string): Promise<void> {
  await inView(page)
    .getByRole('button', { name: new RegExp(` ${netKey} `) })
    .click()
}

/**
 * A message that the simulator can send, in its group: until the search has narrowed the list, it stands among the
 * recent ones as well.
 */
export function message(page: Page, fullName: string) {
  return inView(page).locator(`button[data-message="${fullName}"]`)
}

/** Pastes into what has the focus, as the browser does with a text that was copied elsewhere. */
export async function pasteText(page: Page, text: string): Promise<void> {
  await page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
  })()`)
}

/** Gives the password in the dialog that asks for a step-up proof, in the product's own words. */
export async function proveByPassword(page: Page): Promise<void> {
  const field = page.getByLabel('当前密码', { exact: true })
  await field.fill(world.accountPassword)
  await field.press('Enter')
  await field.waitFor({ state: 'detached' })
}
