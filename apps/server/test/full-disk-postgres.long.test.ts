import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mountSmallDisk, onDatabase, startPostgresCluster } from '@qd/store/testing'
import type { OwnPostgresCluster, SmallDisk } from '@qd/store/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestConsole } from '../testing/index.ts'
import type { Answer, Speaker, TestConsole } from '../testing/index.ts'

const PASSWORD = 'tide over the harbour wall'

let folder: string
let disk: SmallDisk
let cluster: OwnPostgresCluster
let running: TestConsole
let as: Speaker

/** A server whose tables lie on a disk of 64 MB; its log of writes does not: without room for that it ends itself. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qd-full-pg-'))
  // The server runs as another user.
  chmodSync(folder, 0o711)
  const mountPoint = join(folder, 'disk')
  mkdirSync(mountPoint)
  disk = await mountSmallDisk(mountPoint)
  cluster = await startPostgresCluster(disk.enter)
  mkdirSync(join(disk.seen, 'tables'))
  cluster.own(join(disk.seen, 'tables'))
  const owners = cluster.urlOf('postgres')
  await onDatabase(owners, `create tablespace small location '${join(mountPoint, 'tables')}'`)
  await onDatabase(owners, 'create database console tablespace small')
  running = await startTestConsole({ DATABASE_URL: cluster.urlOf('console'), QD_SANDBOX: 'off' })
  await running.access.access.ensureBuiltInRoles(running.catalogue())
  const { code } = (await running.session.announceSetup())!
  await running.anonymous.post('/api/auth/setup', { code, username: 'root', password: PASSWORD })
  as = await running.signIn('root', PASSWORD)
}, 120_000)
afterAll(async () => {
  await running?.dispose()
  await cluster?.stop()
  disk?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const codeOf = ({ http, body }: Answer<unknown>) => [http, body.err?.code]
const save = (department: string) =>
  as.post('/platform/user/info', { name: 'name', phone: '', sex: '', department })
const readiness = async () => {
  const { http, body } = await running.anonymous.get('/readyz')
  return [http, body.data]
}

/** Pages of the tables that are there already still have room. */
async function saveUntilRefused(): Promise<Answer<unknown>> {
  for (let index = 0; index < 5_000; index++) {
    const answer = await save(`while full ${index}`)
    if (answer.http !== 200) return answer
  }
  throw new Error('the disk does not get full')
}

test('a full disk of the PostgreSQL server is said as one of our own; reading goes on, and all goes on when there is room', async () => {
  expect((await save('before')).http).toBe(200)
  expect(await readiness()).toEqual([200, 'ok'])
  disk.fill('filler')
  expect(codeOf(await saveUntilRefused())).toEqual([507, 'storage_full'])
  expect(codeOf(await save('still full'))).toEqual([507, 'storage_full'])
  expect(await readiness()).toEqual([200, 'storage_full'])
  expect((await as.get('/adjust/userInfo')).http).toBe(200)
  const metrics = await (await fetch(`${running.url}/metrics`)).text()
  expect(metrics).toContain('\nquarterdeck_storage_full 1\n')

  rmSync(join(disk.seen, 'filler'))
  expect((await save('after')).http).toBe(200)
  const savedThenReady = async () => [(await save('later')).http, ...(await readiness())]
  await expect.poll(savedThenReady, { timeout: 15_000 }).toEqual([200, 200, 'ok'])
}, 120_000)
