import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '../env.ts'
import { startFaultLine } from './listen-error.ts'
import { tlsServerFactory } from './tls-server.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qd-start-'))
  await writeFile(join(folder, 'file'), '')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const place = () => ({ port: 8600, host: '192.0.2.1', dataDir: join(folder, 'file') })

describe('a start that fails says in one line what to change', () => {
  test.each(['file', 'file/below'])('a data folder that is or is below a file: %s', async (name) => {
    const dataDir = join(folder, name)
    const error = await mkdir(dataDir, { recursive: true }).catch((cause: unknown) => cause)
    expect(startFaultLine(error, { ...place(), dataDir })).toMatch(/^QD_DATA_DIR: [^\n]*$/)
  })

  test('a data folder without rights is not blamed on the port', () => {
    const path = join(place().dataDir, 'x')
    const error = Object.assign(new Error('EACCES: permission denied'), {
      code: 'EACCES',
      syscall: 'mkdir',
      path,
    })
    expect(startFaultLine(error, place())).toMatch(/^QD_DATA_DIR: /)
  })

  test('an address this machine does not have', async () => {
    const server = createServer().listen(0, '192.0.2.1')
    const [error] = (await once(server, 'error')) as [unknown]
    expect(startFaultLine(error, place())).toMatch(/^QD_HOST: .*192\.0\.2\.1/)
  })

  test('certificate files that are not there, and proxies that are no addresses', () => {
    const files = { certFile: join(folder, 'no.pem'), keyFile: join(folder, 'no.key') }
    expect(() => tlsServerFactory(files)).toThrow(/^QD_TLS_CERT: /)
    const broken = { certFile: join(folder, 'file'), keyFile: join(folder, 'file') }
    expect(() => tlsServerFactory(broken)(() => {}, {})).toThrow(/^QD_TLS_CERT: /)
    expect(() => readEnv({ QD_TRUSTED_PROXIES: '10.0.0.0/8,proxy.example' })).toThrow(/^QD_TRUSTED_PROXIES: /)
    expect(readEnv({ QD_TRUSTED_PROXIES: '10.0.0.0/8, ::1,loopback' }).trustedProxies).toHaveLength(3)
  })

  test('anything else keeps its stack', () => {
    expect(startFaultLine(new Error('bug'), place())).toBeNull()
    const error = (() => {
      try {
        return readFileSync('/nowhere/at/all')
      } catch (cause) {
        return cause
      }
    })()
    expect(startFaultLine(error, place())).toBeNull()
  })
})
