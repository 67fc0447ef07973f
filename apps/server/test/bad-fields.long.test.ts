import { afterAll, beforeAll, test } from 'vitest'
import { expectProperRefusals, startCarelessClient } from './careless-client.ts'
import type { CarelessClient } from './careless-client.ts'

let client: CarelessClient
beforeAll(async () => {
  client = await startCarelessClient()
})
afterAll(() => client.running.dispose())

test('each field of each call with each wrong value', () => expectProperRefusals(client, 1))
