import { mkdirSync } from 'node:fs'
import { world as sandbox } from '@qd/sandbox'
import { startWorld } from './support/start-world.ts'

mkdirSync('/tmp/look', { recursive: true })
const world = await startWorld()
const shots = JSON.parse(process.argv[2]!) as { name: string; user?: string; path: string; language?: string; theme?: string; width?: number; height?: number; steps?: string }[]
try {
  for (const shot of shots) {
    const { page } = await world.visit({ language: shot.language ?? 'cn', theme: shot.theme ?? 'light', width: shot.width ?? 1440, height: shot.height ?? 900 } as never)
    page.on('console', (m) => { if (m.type() === 'error') console.log(shot.name, m.text().slice(0, 300)) })
    await page.goto(shot.path)
    await page.locator('input[type=password]').waitFor()
    await page.locator('input').first().fill(shot.user ?? 'operator')
    await page.locator('input[type=password]').fill(sandbox.accountPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('main').waitFor()
    await page.waitForTimeout(3500)
    if (shot.steps) await (new Function('page', `return (async () => { ${shot.steps} })()`))(page)
    await page.screenshot({ path: `/tmp/look/${shot.name}.png` })
    await page.context().close()
  }
} finally {
  await world.end()
}
