import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { button, signIn } from '../support/steps.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a sign-in on a new device is told in every open window, read in one and read in all', async () => {
  const [first, second] = [await world.visit({ language: 'cn' }), await world.visit({ language: 'cn' })]
  await signIn(first.page, 'reader')
  await bell(first.page, '消息').waitFor()
  await signIn(second.page, 'reader')
  await bell(first.page, '消息，1 条未读').waitFor()
  await bell(second.page, '消息，1 条未读').click()
  const list = second.page.getByRole('list', { name: '通知' })
  await list.getByText('如非本人操作，请修改密码并结束该会话。').waitFor()
  await list.getByRole('button', { name: /^你的账号在新设备上登录/ }).click()
  await second.page.getByRole('heading', { name: '登录设备' }).waitFor()
  await bell(second.page, '消息').waitFor()
  await bell(first.page, '消息').waitFor()
  // From now on this account does not want to hear of it.
  const choice = second.page.getByRole('switch', { name: '新设备登录: 控制台' })
  await choice.click()
  await second.page.getByRole('switch', { name: '新设备登录: 控制台', checked: false }).waitFor()
  const third = await world.visit({ language: 'cn', width: 390, height: 844 })
  await signIn(third.page, 'reader')
  await bell(third.page, '消息').click()
  await button(third.page, '全部已读').waitFor()
  // The button stands before the list has come.
  const items = third.page.getByRole('list', { name: '通知' }).getByRole('listitem')
  await items.first().waitFor()
  expect(await items.count()).toBe(1)
})

test('a webhook is made, shows its secret once, and its test arrives signed with it', async () => {
  const got: { body: string; timestamp: string; signature: string }[] = []
  const receiver = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { headers } = request
    got.push({
      body: Buffer.concat(pieces).toString('utf8'),
      timestamp: String(headers['x-quarterdeck-timestamp']),
      signature: String(headers['x-quarterdeck-signature']),
    })
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { page } = await world.visit({ language: 'cn' })
  // Opening the console's own machine takes the right for that, which administrators have.
  await signIn(page, 'admin')
  await page.goto('/#/webhooks')
  await button(page, '添加 Webhook').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill('值班群')
  await dialog.getByRole('combobox', { name: /事件/ }).click()
  await page.getByTitle('Webhook 被停用').click()
  await page.keyboard.press('Escape')
  await dialog.getByLabel(/^地址/).fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`)
  await dialog.getByRole('switch', { name: '允许本机地址' }).click()
  await dialog.locator('button[type=submit]').click()
  const secret = await page.getByRole('dialog', { name: 'Webhook 密钥' }).locator('code').textContent()
  await button(page, '关闭').last().click()
  await page.getByText('值班群').click()
  await button(page, '发送测试').click()
  await page.getByText('已送达').waitFor()
  const [{ body, timestamp, signature }] = got as [(typeof got)[0]]
  expect(JSON.parse(body)).toMatchObject({ title: 'Webhook“值班群”的测试消息', kind: 'notifications.test' })
  expect(signature).toBe(`v1=${createHmac('sha256', secret!).update(`${timestamp}.${body}`).digest('hex')}`)
  expect(got).toHaveLength(1)
  receiver.close()
})
