import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callGame } from '@qd/sandbox/testing'
import { LOG_EXAMPLE, SELF_SIGNED } from '@qd/server-kit/testing'
import { afterEach, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { TestConsole } from '../testing/index.ts'

let folder: string
let running: TestConsole | undefined
afterEach(async () => {
  await running?.dispose()
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  ['signed by an authority', LOG_EXAMPLE],
  ['signed by itself', SELF_SIGNED],
])('servers of the sandbox speak to a console with a certificate %s', async (_what, { cert, key }) => {
  folder = mkdtempSync(join(tmpdir(), 'qd-tls-'))
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(certFile, cert)
  writeFileSync(keyFile, key)
  running = await startTestConsole({ QD_TLS_CERT: certFile, QD_TLS_KEY: keyFile })
  expect(running.url).toMatch(/^https:/)
  const { read } = running.store.as<{ game_server_live: { key: string; taken_at: number | null } }>()
  const heard = () =>
    read.selectFrom('game_server_live').select('key').where('taken_at', 'is not', null).execute()
  await expect.poll(async () => (await heard()).length, { timeout: 20_000 }).toBe(5)
  // Refused because the console knows nothing of it, and not because it could not be asked.
  const target = running.sandbox!.servers.find(({ sId }) => sId === 123)!
  const operator = { opId: '1', user: 'thief', requestId: 'r' }
  const forged = await callGame(target, 'serverState', { state: 'maintenance', operator } as never)
  expect(forged.envelope.status).toBe(1003)
})
