import { settingsNetworks } from '@qd/game-contract/settings-networks'
import { LOG_EXAMPLE, TEST_AUTHORITY, standInNames } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { describeStored } from '@qd/store/testing'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NotificationTables, SmtpSettings } from './index.ts'
import { startMailServer } from './testing/mail-server.ts'
import { FELL, GREETED, notificationsNode, worldMigrations } from './testing/notifications-world.ts'
import type { NotificationsNode } from './testing/notifications-world.ts'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

const START = 1_900_000_000_000
const DAY_MS = 86_400_000

const settingsOf = (port: number, more: Partial<SmtpSettings> = {}): SmtpSettings => ({
  host: '127.0.0.1',
  port,
  tls: 'none',
  from: 'Console <console@games.example>',
  networks: settingsNetworks({ allowLoopback: true, allowPrivate: true }),
  ...more,
})

const codeIn = (raw: string) => /\b(\d{6})\b/.exec(raw.split('\r\n\r\n').slice(1).join('\n'))![1]!

describeStored('mail', worldMigrations, (open) => {
  let store: Store<NotificationTables>
  const ends: (() => Promise<unknown>)[] = []
  const clock = { nowMs: START }
  const serve = async (more?: SMTPServerOptions, port?: number) => {
    const server = await startMailServer(more, port)
    ends.push(server.close)
    return server
  }
  const node = (smtp: SmtpSettings | undefined, inactive: readonly string[] = []) => {
    const more = { smtp, inactive, timing: { sendMs: 2_000 } }
    const made = notificationsNode(store, { nowMs: () => clock.nowMs, ...more })
    ends.push(made.close)
    return made
  }
  const call = (from: NotificationsNode, path: string, body: object, name = 'ben') =>
    from.speak(name).post(`/platform/notification/${path}`, body, { lang: 'en' })
  const choose = (from: NotificationsNode, kind: string) =>
    call(from, 'choose', { kind, inConsole: true, byMail: true })
  /** Ben reads mail at that address. */
  const verify = async (from: NotificationsNode, server: MailServer, address = 'ben@games.example') => {
    await call(from, 'mail/begin', { address })
    const answer = await call(from, 'mail/confirm', { mailCode: codeIn(server.got.at(-1)!.raw) })
    expect(answer).toMatchObject({ http: 200 })
    server.got.length = 0
  }
  const greet = (from: NotificationsNode, key: string) =>
    from.tell({ kind: GREETED, params: { name: key }, page: '/users', key }, ['id-ben'])

  beforeEach(async () => {
    store = await open<NotificationTables>()
    clock.nowMs = START
  })
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })

  test('mail goes to the verified address, for the kinds that were chosen, in the reader’s language', async () => {
    const server = await serve()
    const here = node(settingsOf(server.port))
    await verify(here, server)
    await choose(here, GREETED.name)
    await greet(here, 'Ann')
    await here.tell({ kind: FELL, params: { server: 1 }, key: '1' }, ['id-ben'])
    await here.feature.settle()
    expect(server.got).toMatchObject([{ from: 'console@games.example', to: ['ben@games.example'] }])
    const { raw } = server.got[0]!
    expect(raw).toContain('Subject: Hello from Ann')
    expect(raw).toContain('https://console.example/#/users')
    expect(raw).toMatch(/Message-ID: <[\da-f-]{36}@games\.example>/)
    await here.feature.settle()
    expect(server.got).toHaveLength(1)
  })

  test('nothing is sent to an address whose code was not typed; a code is good once, for that account', async () => {
    const server = await serve()
    const here = node(settingsOf(server.port))
    await choose(here, GREETED.name)
    await call(here, 'mail/begin', { address: 'ben@games.example' })
    const code = codeIn(server.got[0]!.raw)
    await greet(here, 'early')
    await here.feature.settle()
    expect(server.got).toHaveLength(1)
    const wrong = { http: 400, body: { err: { code: 'mail_code_wrong', field: 'mailCode' } } }
    expect(await call(here, 'mail/confirm', { mailCode: code }, 'cid')).toMatchObject(wrong)
    const other = code === '000000' ? '000001' : '000000'
    expect(await call(here, 'mail/confirm', { mailCode: other })).toMatchObject(wrong)
    expect(await call(here, 'mail/confirm', { mailCode: code })).toMatchObject({ http: 200 })
    expect(await call(here, 'mail/confirm', { mailCode: code })).toMatchObject(wrong)
  })

  test('a code ends after five tries, and after a quarter of an hour; five codes an hour are sent', async () => {
    const server = await serve()
    const here = node(settingsOf(server.port))
    const begin = () => call(here, 'mail/begin', { address: 'ben@games.example' })
    await begin()
    const code = codeIn(server.got[0]!.raw)
    const other = code === '000000' ? '000001' : '000000'
    for (let tries = 0; tries < 5; tries += 1) await call(here, 'mail/confirm', { mailCode: other })
    expect(await call(here, 'mail/confirm', { mailCode: code })).toMatchObject({ http: 400 })
    await begin()
    clock.nowMs += 15 * 60_000
    expect(await call(here, 'mail/confirm', { mailCode: codeIn(server.got[1]!.raw) })).toMatchObject({
      http: 400,
    })
    for (let more = 0; more < 3; more += 1) expect(await begin()).toMatchObject({ http: 200 })
    expect(await begin()).toMatchObject({ http: 429, body: { err: { code: 'mail_code_too_often' } } })
    clock.nowMs += 3_600_000
    expect(await begin()).toMatchObject({ http: 200 })
  })

  test('the mail server is away for a day: everything waits, nothing is lost and nothing comes twice', async () => {
    const server = await serve()
    const here = node(settingsOf(server.port))
    await verify(here, server)
    await choose(here, GREETED.name)
    await server.close()
    for (let hour = 0; hour < 24; hour += 1) {
      await greet(here, `h${hour}`)
      await here.feature.settle()
      clock.nowMs += DAY_MS / 24
    }
    const back = await serve({}, server.port)
    await here.feature.settle()
    clock.nowMs += DAY_MS / 24
    for (let turn = 0; turn < 3; turn += 1) await here.feature.settle()
    const subjects = back.got.map(({ raw }) => /Subject: (.*)\r/.exec(raw)![1])
    expect(subjects).toEqual(Array.from({ length: 24 }, (_, hour) => `Hello from h${hour}`))
    expect(await call(here, 'mail/begin', { address: 'x@games.example' })).toMatchObject({ http: 200 })
  })

  test('a refused reader holds up nobody else', async () => {
    const refused = Object.assign(new Error('no such user'), { responseCode: 550 })
    const server = await serve({
      onRcptTo: ({ address }, _session, callback) =>
        callback(address.startsWith('gone') && isRefusing ? refused : null),
    })
    let isRefusing = false
    const here = node(settingsOf(server.port))
    await verify(here, server, 'gone@games.example')
    await choose(here, GREETED.name)
    isRefusing = true
    await greet(here, 'one')
    await here.feature.settle()
    const rows = await store.read.selectFrom('notice_delivery').selectAll().execute()
    expect(rows).toMatchObject([{ state: 'given_up', status: 550, fault: 'mail_refused' }])
    isRefusing = false
    await greet(here, 'two')
    await here.feature.settle()
    expect(server.got).toHaveLength(1)
  })

  test('a server that refuses the console itself loses no mail', async () => {
    const refused = Object.assign(new Error('relay denied'), { responseCode: 550 })
    const state = { isRefusing: false }
    const server = await serve({
      onMailFrom: (_address, _session, callback) => callback(state.isRefusing ? refused : null),
    })
    const here = node(settingsOf(server.port))
    await verify(here, server)
    await choose(here, GREETED.name)
    state.isRefusing = true
    await greet(here, 'one')
    await here.feature.settle()
    const rows = await store.read.selectFrom('notice_delivery').selectAll().execute()
    expect(rows).toMatchObject([{ state: 'waiting', status: 550, fault: 'mail_away' }])
    state.isRefusing = false
    clock.nowMs += DAY_MS / 24
    await here.feature.settle()
    expect(server.got).toHaveLength(1)
  })

  test('a mail at which the server hangs up each time lets the next one go first', async () => {
    const server = await serve({
      onData(stream, session, callback) {
        const pieces: Buffer[] = []
        stream.on('data', (piece: Buffer) => pieces.push(piece))
        stream.on('end', () => {
          const raw = Buffer.concat(pieces).toString('utf8')
          if (raw.includes('Hello from poison')) return hangUp(session.id)
          got.push(raw)
          callback()
        })
      },
    })
    const got: string[] = []
    const hangUp = (id: string) => {
      for (const each of server.connections()) if (each.id === id) each.close()
    }
    const here = node(settingsOf(server.port))
    await call(here, 'mail/begin', { address: 'ben@games.example' })
    await call(here, 'mail/confirm', { mailCode: codeIn(got.pop()!) })
    await choose(here, GREETED.name)
    await greet(here, 'poison')
    await here.feature.settle()
    await greet(here, 'good')
    for (let turn = 0; turn < 6; turn += 1) {
      clock.nowMs += 60_000
      await here.feature.settle()
    }
    expect(got.some((raw) => raw.includes('Hello from good'))).toBe(true)
  })

  test('codes are not used up while the mail server is away', async () => {
    const server = await serve()
    const here = node(settingsOf(server.port))
    await server.close()
    for (let at = 0; at < 7; at += 1) {
      expect(await call(here, 'mail/begin', { address: 'ben@games.example' })).toMatchObject({ http: 503 })
    }
    await serve({}, server.port)
    expect(await call(here, 'mail/begin', { address: 'ben@games.example' })).toMatchObject({ http: 200 })
    for (let at = 0; at < 4; at += 1) await call(here, 'mail/begin', { address: 'ben@games.example' })
    expect(await call(here, 'mail/begin', { address: 'ben@games.example' })).toMatchObject({ http: 429 })
    clock.nowMs -= 30 * DAY_MS
    expect(await call(here, 'mail/begin', { address: 'ben@games.example' })).toMatchObject({ http: 200 })
  })

  test('a disabled account gets no mail that waited, and a refused one is told on its page', async () => {
    const refused = Object.assign(new Error('no such user'), { responseCode: 550 })
    const state = { isRefusing: false }
    const server = await serve({
      onRcptTo: (_address, _session, callback) => callback(state.isRefusing ? refused : null),
    })
    const inactive: string[] = []
    const here = node(settingsOf(server.port), inactive)
    await verify(here, server)
    await choose(here, GREETED.name)
    state.isRefusing = true
    await greet(here, 'one')
    await here.feature.settle()
    expect(await call(here, 'settings', {})).toMatchObject({ body: { data: { mail: { refusedAt: START } } } })
    expect(here.faults).toMatchObject([{ delivery: expect.any(String) as string }])
    state.isRefusing = false
    await verify(here, server, 'new@games.example')
    expect(await call(here, 'settings', {})).toMatchObject({ body: { data: { mail: { refusedAt: null } } } })
    await server.close()
    await greet(here, 'two')
    await here.feature.settle()
    const back = await serve({}, server.port)
    inactive.push('id-ben')
    clock.nowMs += DAY_MS / 24
    await here.feature.settle()
    expect(back.got).toEqual([])
  })

  test('the password goes only over TLS, to the server whose certificate fits, and stands in no log', async () => {
    const tls = { secure: true, key: LOG_EXAMPLE.key, cert: LOG_EXAMPLE.cert }
    const seen: string[] = []
    const server = await serve({
      ...tls,
      authOptional: false,
      onAuth({ username = '', password = '' }, _session, callback) {
        seen.push(`${username}:${password}`)
        callback(null, password === 'right-password' ? { user: username } : undefined)
      },
    })
    const settings = (password: string, ca?: string) =>
      settingsOf(server.port, {
        tls: 'always',
        login: { user: 'console', password },
        ...(ca === undefined ? {} : { ca }),
      })
    const begin = (from: NotificationsNode) => call(from, 'mail/begin', { address: 'ben@games.example' })
    const notSent = { http: 503, body: { err: { code: 'mail_not_sent' } } }
    const untrusting = node(settings('right-password'))
    expect(await begin(untrusting)).toMatchObject(notSent)
    expect(seen).toEqual([])
    // The certificate is for log.example, so the address alone does not fit either.
    const misnamed = node(settings('right-password', TEST_AUTHORITY))
    expect(await begin(misnamed)).toMatchObject(notSent)
    expect(seen).toEqual([])
    expect(JSON.stringify([untrusting.faults, misnamed.faults])).not.toContain('right-password')
  })

  test.each(['always', 'starttls'] as const)(
    'with TLS (%s) and the right password it arrives',
    async (tls) => {
      const names = standInNames(new Map([['log.example', ['127.0.0.1']]]))
      try {
        const server = await serve({
          secure: tls === 'always',
          key: LOG_EXAMPLE.key,
          cert: LOG_EXAMPLE.cert,
          authOptional: false,
          disabledCommands: [],
          onAuth({ username = '', password = '' }, session, callback) {
            const isRight = session.secure && username === 'console' && password === 'right-password'
            callback(isRight ? null : new Error('no'), isRight ? { user: username } : undefined)
          },
        })
        const login = { user: 'console', password: 'right-password' }
        const trust = { host: 'log.example', ca: TEST_AUTHORITY }
        const here = node(settingsOf(server.port, { tls, login, ...trust }))
        await verify(here, server)
        const refused = node(
          settingsOf(server.port, { tls, login: { ...login, password: 'wrong' }, ...trust }),
        )
        expect(await call(refused, 'mail/begin', { address: 'b@games.example' })).toMatchObject({ http: 503 })
      } finally {
        names.restore()
      }
    },
  )

  test('the log says why a mail was not sent, and names nobody', async () => {
    const begin = async (from: NotificationsNode) => {
      await call(from, 'mail/begin', { address: 'ben@games.example' })
      return from.faults
    }
    const gone = await startMailServer()
    await gone.close()
    expect(await begin(node(settingsOf(gone.port)))).toEqual([{ reason: 'unreachable ECONNREFUSED' }])
    const locked = await serve({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_, __, end) => end(null),
    })
    const login = { user: 'console', password: 'right-password' }
    expect(await begin(node(settingsOf(locked.port, { login })))).toEqual([
      { reason: 'EAUTH', responseCode: 535, command: expect.stringMatching(/^AUTH/) },
    ])
    const strict = await serve({
      onRcptTo: ({ address }, _session, end) =>
        end(Object.assign(new Error(`5.1.1 <${address}> is nobody here`), { responseCode: 550 })),
    })
    expect(await begin(node(settingsOf(strict.port)))).toEqual([
      { reason: 'EENVELOPE', responseCode: 550, enhancedCode: '5.1.1', command: 'RCPT TO' },
    ])
  })

  test('a server that offers no STARTTLS gets neither password nor mail', async () => {
    const server = await serve()
    const here = node(
      settingsOf(server.port, { tls: 'starttls', login: { user: 'console', password: 'right-password' } }),
    )
    const answer = await call(here, 'mail/begin', { address: 'ben@games.example' })
    expect(answer).toMatchObject({ http: 503, body: { err: { code: 'mail_not_sent' } } })
    expect(server.got).toEqual([])
  })

  test('without a mail server it says so, and an address that was removed gets no more', async () => {
    const server = await serve()
    const here = node(settingsOf(server.port))
    await verify(here, server)
    await choose(here, GREETED.name)
    await call(here, 'mail/remove', {})
    await greet(here, 'one')
    await here.feature.settle()
    expect(server.got).toEqual([])
    const off = await call(node(undefined), 'mail/begin', { address: 'ben@games.example' })
    expect(off).toMatchObject({ http: 409, body: { err: { code: 'mail_off' } } })
  })
})
