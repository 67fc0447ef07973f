import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestConsole } from '@qd/app-server/testing'
import type { TestConsole } from '@qd/app-server/testing'
import { aFeed, startPublisher } from '@qd/system/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertNoFaults, launchBrowser, newVisitor } from '../support/browser.ts'
import type { Browser } from '../support/browser.ts'
import { WORDS, inView, signIn } from '../support/steps.ts'

const words = WORDS.cn
const content = Buffer.alloc(300_000, 'quarterdeck')
const folder = mkdtempSync(join(tmpdir(), 'qd-journey-'))
let publisher: Awaited<ReturnType<typeof startPublisher>>
let running: TestConsole
let browser: Browser
beforeAll(async () => {
  publisher = await startPublisher()
  const keyFile = join(folder, 'update-key.pub.pem')
  writeFileSync(keyFile, publisher.key.export({ type: 'spki', format: 'pem' }))
  publisher.publish(aFeed(content, { notes: '# 亮点\n\n- 更快 <b>x</b>' }), content)
  // A feed in a folder: the test's own server speaks no TLS that a console would trust.
  for (const [name, bytes] of publisher.files) writeFileSync(join(folder, name), bytes as Buffer)
  const settings = { QD_UPDATE_FEED: join(folder, 'updates.json'), QD_UPDATE_KEY_FILE: keyFile }
  ;[running, browser] = await Promise.all([
    startTestConsole(settings),
    // The shell knows nothing of installing a page.
    launchBrowser({ isWhole: true }),
  ])
})
afterAll(async () => {
  await browser.close()
  await running.dispose()
  await publisher.stop()
  rmSync(folder, { recursive: true, force: true })
  assertNoFaults(browser)
})

test('[S4.12] an administrator finds a version, ignores it, fetches it and is told to restart', async () => {
  const { page, context } = await newVisitor(browser, running.url)
  await signIn(page, 'admin')
  await inView(page).first().waitFor()
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '控制台更新' }).click()
  const dialog = page.getByRole('dialog', { name: '控制台更新' })
  await dialog.getByText('尚未检查过更新').waitFor()
  await dialog.getByRole('button', { name: '检查更新' }).click()
  await dialog.getByText('有新版本 9.1.0').waitFor()
  await dialog.getByText('更快 <b>x</b>').waitFor()
  await dialog.getByRole('button', { name: '忽略此版本' }).click()
  await dialog.getByText('此版本已被忽略，控制台不会主动提醒').waitFor()
  await dialog.getByRole('button', { name: '检查更新' }).click()
  await dialog.getByText('有新版本 9.1.0').waitFor()
  await dialog.getByRole('button', { name: /下\s?载/ }).click()
  await dialog.getByText('版本 9.1.0 已下载并校验，重启后生效').waitFor()
  await dialog.getByText(join(running.dataDir, 'updates/9.1.0-quarterdeck-9.1.0.tar.gz')).waitFor()
  await context.close()
})

test('who does not manage updates is not offered any', async () => {
  const { page, context } = await newVisitor(browser, running.url)
  await signIn(page, 'developer')
  await inView(page).first().waitFor()
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem').first().waitFor()
  expect(await page.getByRole('menuitem', { name: '控制台更新' }).count()).toBe(0)
  await context.close()
})

test('[S1.05] the browser may install the console as a window', async () => {
  const { page, context } = await newVisitor(browser, running.url)
  await page.goto('/')
  await page.getByLabel(words.username, { exact: true }).waitFor()
  const debug = await context.newCDPSession(page)
  const manifest = await debug.send('Page.getAppManifest')
  expect(manifest.errors).toEqual([])
  expect(JSON.parse(manifest.data!)).toMatchObject({ name: 'Quarterdeck', display: 'standalone' })
  const { installabilityErrors } = await debug.send('Page.getInstallabilityErrors')
  // A window of a test keeps nothing, so nothing is installed in it; there is no other obstacle.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito'])
  const answer = await page.request.get('/console.webmanifest')
  expect(answer.headers()['content-type']).toMatch(/^application\/manifest\+json/)
  await context.close()
})
