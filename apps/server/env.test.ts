import { describe, expect, test } from 'vitest'
import { assertNode, readEnv } from './env.ts'

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

  test('outside the sandbox GET login is off and passwords have 12 characters', () => {
    const env = readEnv({ QD_SANDBOX: 'off', QD_HOST: '10.0.0.11' })
    expect([env.allowsLoginGet, env.passwordMin]).toEqual([false, 12])
    expect(readEnv({ QD_SANDBOX: 'off', QD_LOGIN_GET: 'on' }).allowsLoginGet).toBe(true)
  })

  test.each([
    [{ QD_PORT: 'http' }, 'QD_PORT'],
    [{ QD_PORT: '70000' }, 'QD_PORT'],
    [{ QD_HOST: '0.0.0.0' }, 'QD_HOST'],
    [{ QD_HOST: '[::]' }, 'QD_HOST'],
    [{ QD_HOST: 'no host' }, 'QD_HOST'],
    [{ QD_ALLOWED_HOSTS: '*' }, 'QD_ALLOWED_HOSTS'],
    [{ QD_ALLOWED_HOSTS: 'https://console.example.org' }, 'QD_ALLOWED_HOSTS'],
    [{ QD_ALLOWED_ORIGINS: 'console.example.org' }, 'QD_ALLOWED_ORIGINS'],
    [{ QD_PASSWORD_MIN: '3' }, 'QD_PASSWORD_MIN'],
    [{ QD_TLS_CERT: '/x' }, 'QD_TLS_CERT'],
    [{ QD_SANDBOX: 'maybe' }, 'QD_SANDBOX'],
    [{ QD_SMTP_URL: 'https://mail.example' }, 'QD_SMTP_URL'],
    [{ QD_SMTP_URL: 'smtp://user:password@mail.example' }, 'QD_SMTP_URL'],
    [{ QD_SMTP_URL: 'smtp://mail.example' }, 'QD_SMTP_FROM'],
    [{ QD_SMTP_URL: 'smtp://mail.example', QD_SMTP_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'QD_SMTP_FROM'],
    [{ QD_SMTP_URL: 'smtp://mail.example', QD_SMTP_FROM: 'a@b.example', QD_SMTP_USER: 'x' }, 'QD_SMTP_USER'],
    [
      {
        QD_SMTP_URL: 'smtp+plain://mail.example',
        QD_SMTP_FROM: 'a@b.example',
        QD_SMTP_USER: 'x',
        QD_SMTP_PASSWORD_FILE: '/x',
      },
      'QD_SMTP_USER',
    ],
    [{ QD_AUDIT_SHIP: 'syslog:ssl://log.example:6514' }, 'QD_AUDIT_SHIP'],
    [{ QD_UPDATE_FEED: 'http://feed.example/updates.json', QD_UPDATE_KEY_FILE: '/x' }, 'QD_UPDATE_FEED'],
    [{ QD_UPDATE_FEED: 'updates.json', QD_UPDATE_KEY_FILE: '/x' }, 'QD_UPDATE_FEED'],
    [{ QD_UPDATE_FEED: '/srv/updates.json' }, 'QD_UPDATE_KEY_FILE'],
    [{ QD_UPDATE_KEY_FILE: '/srv/key.pem' }, 'QD_UPDATE_FEED'],
  ])('%o names %s', (source, name) => {
    expect(() => readEnv(source)).toThrow(name)
  })

  test.each([
    ['smtp://mail.example', { host: 'mail.example', port: 587, tls: 'starttls' }],
    ['smtps://mail.example/', { host: 'mail.example', port: 465, tls: 'always' }],
    ['smtp+plain://[::1]:2525', { host: '::1', port: 2525, tls: 'none' }],
  ])('mail leaves by %s', (url, expected) => {
    const env = readEnv({ QD_SMTP_URL: url, QD_SMTP_FROM: 'Console <console@games.example>' })
    expect(env.smtp).toMatchObject({ ...expected, from: 'Console <console@games.example>' })
    expect(readEnv({ QD_SMTP_URL: '' }).smtp).toBeUndefined()
  })

  test.each(['0.0.0.0', '::', '[::]', '0', '0x0', '00.0', '0:0::0', '::ffff:0.0.0.0'])(
    'listening on every address (%s) without a name stops the start and names the variable',
    (host) => {
      const off = { QD_SANDBOX: 'off', QD_HOST: host }
      expect(() => readEnv(off)).toThrow(/^QD_ALLOWED_HOSTS: /)
      for (const given of [
        { QD_ALLOWED_HOSTS: 'console.example.org' },
        { QD_PUBLIC_URL: 'https://console.example.org/ops' },
        { QD_ALLOWED_ORIGINS: 'https://Console.example.org:8443' },
      ]) {
        expect(readEnv({ ...off, ...given }).hostNames).toEqual(['console.example.org'])
      }
    },
  )

  test('a single address or name to listen on is a name to be asked for', () => {
    const namesOf = (host: string) => readEnv({ QD_SANDBOX: 'off', QD_HOST: host }).hostNames
    expect(namesOf('10.0.0.11')).toEqual(['10.0.0.11'])
    expect(namesOf('2001:DB8:0::1')).toEqual(['[2001:db8::1]'])
    expect(namesOf('console.internal')).toEqual(['console.internal'])
  })

  test('the sandbox listens on loopback however it is written', () => {
    for (const host of ['localhost', '127.0.0.2', '::1', '127.1'])
      expect(readEnv({ QD_HOST: host }).host).toBe(host)
    for (const host of ['10.0.0.1', '::', '127.0.0.1.evil.example', 'evil.localhost']) {
      expect(() => readEnv({ QD_HOST: host })).toThrow(/^QD_HOST: /)
    }
  })

  test('the address people reach the console at may open the live channel', () => {
    const given = {
      QD_PUBLIC_URL: 'https://console.example.org/ops/',
      QD_ALLOWED_ORIGINS: 'http://a.example/',
    }
    expect(readEnv(given).allowedOrigins).toEqual(['http://a.example', 'https://console.example.org'])
  })

  test('an old Node, and one that reads keys of JSON wrongly, are refused in one line', () => {
    expect(() => assertNode('v20.20.2')).toThrow('needs Node 24')
    expect(() => assertNode('v24.21.0', () => false)).toThrow('Node v24.21.0 reads wrong keys in JSON')
    expect(() => assertNode(process.version)).not.toThrow()
  })
})
