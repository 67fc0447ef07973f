import { describe, expect, test } from 'vitest'
import { assertNodeVersion, readEnv } from './env.ts'

describe('environment', () => {
  test('defaults are the sandbox on loopback', () => {
    const env = readEnv({})
    expect([env.port, env.host, env.isSandbox, env.passwordMin, env.allowsLoginGet]).toEqual([
      8600,
      '127.0.0.1',
      true,
      6,
      true,
    ])
  })

  test('[S7.02] outside the sandbox GET login is off and passwords have 12 characters', () => {
    const env = readEnv({ QD_SANDBOX: 'off', QD_HOST: '0.0.0.0' })
    expect([env.allowsLoginGet, env.passwordMin]).toEqual([false, 12])
    expect(readEnv({ QD_SANDBOX: 'off', QD_LOGIN_GET: 'on' }).allowsLoginGet).toBe(true)
  })

  test.each([
    [{ QD_PORT: 'http' }, 'QD_PORT'],
    [{ QD_PORT: '70000' }, 'QD_PORT'],
    [{ QD_HOST: '0.0.0.0' }, 'QD_HOST'],
    [{ QD_PASSWORD_MIN: '3' }, 'QD_PASSWORD_MIN'],
    [{ QD_TLS_CERT: '/x' }, 'QD_TLS_CERT'],
    [{ QD_SANDBOX: 'maybe' }, 'QD_SANDBOX'],
  ])('%o names %s', (source, name) => {
    expect(() => readEnv(source)).toThrow(name)
  })

  test('an old Node is refused in one line', () => {
    expect(() => assertNodeVersion('v20.20.2')).toThrow('needs Node 24')
    expect(() => assertNodeVersion('v24.21.0')).not.toThrow()
  })
})
