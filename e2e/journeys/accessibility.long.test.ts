import { afterAll, beforeAll } from 'vitest'
import { describeFace } from '../support/describe-face.ts'
import { startWorld } from '../support/start-world.ts'
import type { World } from '../support/start-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.end())

describeFace({ theme: 'dark', width: 1440, height: 900 }, () => world)
describeFace({ theme: 'light', width: 1100, height: 800 }, () => world)
describeFace({ theme: 'light', width: 390, height: 844 }, () => world)
