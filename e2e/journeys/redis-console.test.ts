import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousFaults } from '../support/axe.ts'
import type { Page } from '../support/browser.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'
import { inView, signIn } from '../support/steps.ts'

/* The console of the Redis manager, typed into as a developer does; the messages come from a script. */

let world: World
beforeAll(async () => {
  world = await startWorld({ withRedis: true })
})
afterAll(() => world.end())

const box = (page: Page) => inView(page).getByRole('combobox', { name: 'Redis command' })
const results = (page: Page) => inView(page).getByRole('log', { name: 'Results' })

async function openConnection(page: Page, name: string): Promise<void> {
  await inView(page)
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .dblclick()
  await inView(page).getByRole('treeitem', { name: 'lantern', exact: true }).waitFor()
}

async function type(page: Page, line: string): Promise<void> {
  await box(page).fill(line)
  await box(page).press('Escape')
  // While a command is on its way, Cancel stands in the place of Run, and Enter sends nothing.
  await inView(page).getByRole('button', { name: 'Run', exact: true }).waitFor()
  await box(page).press('Enter')
  await results(page).getByText(line, { exact: true }).last().waitFor()
}

test('[S2.30][S5.05] a developer types commands, a transaction and a subscription; read-only refuses', async () => {
  const { page, complaints, context } = await world.visit({ language: 'en' })
  await signIn(page, 'developer', '/#/redis')
  await openConnection(page, 'lantern-test')
  await page.keyboard.press('ControlOrMeta+Alt+k')
  await box(page).pressSequentially('getd')
  await inView(page).getByRole('option', { name: 'GETDEL' }).waitFor()
  await box(page).press('Tab')
  expect(await box(page).inputValue()).toBe('GETDEL ')
  // The caret goes behind it in the next frame: it would end the selection of what is typed over.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  await type(page, 'SET desk:console "two words"')
  await type(page, 'GET desk:console')
  await results(page).getByText('"two words"').last().waitFor()
  await type(page, 'MULTI')
  await inView(page).getByText('lantern-test[0](TX)>', { exact: true }).first().waitFor()
  await type(page, 'INCR desk:n')
  await results(page).getByText('QUEUED').waitFor()
  await type(page, 'EXEC')
  await results(page).getByText('1) (integer) 1').waitFor()

  await type(page, 'SUBSCRIBE desk:news')
  await results(page).getByText('Listening, 0 so far').waitFor()
  const developer = await world.running.signIn('developer')
  const sent = await developer.post('/adjust/redisCommand', {
    lineId: 'northwind-test',
    connConfig: { id: 'sandbox-northwind-test' },
    command: 'PUBLISH',
    params: ['desk:news', 'the lamp is lit'],
  })
  expect(sent.body).toMatchObject({ data: '1' })
  await results(page).getByText('"the lamp is lit"').waitFor()
  const faults = await seriousFaults(page)
  expect(faults.filter((fault) => !fault.startsWith('label-content-name-mismatch'))).toEqual([])
  await inView(page).getByRole('button', { name: 'Stop', exact: true }).click()
  await type(page, 'DEL desk:console desk:n')
  await results(page).getByText('(integer) 2').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('[S5.05] on the read-only connection of production an administrator writes nothing', async () => {
  const { page, complaints, context } = await world.visit({ language: 'en' })
  await signIn(page, 'admin', '/#/redis')
  await openConnection(page, 'lantern-prod')
  await page.keyboard.press('ControlOrMeta+Alt+k')
  await type(page, 'SET desk:no 1')
  await results(page).getByText('You are in readonly mode! Unable to execute write command!').waitFor()
  await type(page, 'DBSIZE')
  await results(page)
    .getByText(/\(integer\) \d+/)
    .waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
