import { startMailServer } from '@qd/notifications/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proven } from '../testing/proven.ts'
import type { Speaker } from '../testing/speak-to.ts'
import { startTestConsole } from '../testing/start-test-console.ts'
import type { TestConsole } from '../testing/start-test-console.ts'

interface Invited {
  path: string
  mail: 'off' | 'sent' | 'failed'
}

type MailServer = Awaited<ReturnType<typeof startMailServer>>

const PASSWORD = 'quiet lantern at sea'
const OUTSIDE = 'https://console.games.example/ops/'
const invitation = (username: string, more: object = {}) => ({
  username,
  name: '新人',
  department: '',
  mustUseSecondFactor: false,
  grants: [],
  groupIds: [],
  ...more,
})
const invite = (speaker: Speaker, body: object, lang = 'cn') =>
  proven(speaker, () => speaker.post<Invited>('/platform/user/invite', body, { lang }))

describe('an invitation by mail', () => {
  let mailServer: MailServer
  let running: TestConsole
  let admin: Speaker
  beforeAll(async () => {
    mailServer = await startMailServer()
    running = await startTestConsole({
      QD_SMTP_URL: `smtp+plain://127.0.0.1:${mailServer.port}`,
      QD_SMTP_FROM: 'console@games.example',
      QD_PUBLIC_URL: OUTSIDE,
    })
    admin = await running.signIn('admin')
  })
  afterAll(async () => {
    await running.dispose()
    await mailServer.close()
  })

  /** The text of the last mail, as its reader sees it. */
  function lastText(): string {
    const [head = '', ...rest] = mailServer.got.at(-1)!.raw.split('\r\n\r\n')
    const body = rest.join('\r\n\r\n')
    const way = /content-transfer-encoding: ([\w-]+)/i.exec(head)?.[1]?.toLowerCase()
    if (way === 'base64') return Buffer.from(body, 'base64').toString('utf8')
    if (way !== 'quoted-printable') return body
    const bytes = body.replaceAll(/=\r\n/g, '').replaceAll(/=([0-9A-F]{2})/g, '%$1')
    return decodeURIComponent(bytes)
  }

  test('holds the link at the address of people, in the words of who invites, and opens the account', async () => {
    expect((await admin.post('/platform/user/invite/ways', {})).body.data).toEqual({ mail: true })
    const { body } = await invite(admin, invitation('lena', { email: ' lena@games.example ' }), 'de')
    expect(body.data.mail).toBe('sent')
    expect(mailServer.got.at(-1)?.to).toEqual(['lena@games.example'])
    const [link = ''] = /https:\S+/.exec(lastText()) ?? []
    expect(link).toBe(`https://console.games.example/ops${body.data.path}`)
    expect(lastText()).toContain('Hallo 新人')
    const code = link.split('code=')[1]
    const accepted = await running.anonymous.post('/api/auth/invitation', { code, password: PASSWORD })
    expect(accepted.http).toBe(200)
    await running.signIn('lena', PASSWORD)
  })

  test('is not sent without an address, and the link is shown all the same', async () => {
    const before = mailServer.got.length
    const { body } = await invite(admin, invitation('max'))
    expect(body.data).toMatchObject({ mail: 'off', path: expect.stringContaining('code=') as string })
    expect(mailServer.got).toHaveLength(before)
  })

  test('a wrong address is refused at its field, and nobody is made', async () => {
    const { http, body } = await invite(admin, invitation('otto', { email: 'otto@' }))
    expect([http, body.err?.field]).toEqual([400, 'email'])
    expect((await invite(admin, invitation('otto'))).http).toBe(200)
  })

  test('the ways are told to who may invite only', async () => {
    const reader = await running.signIn('reader')
    expect((await reader.post('/platform/user/invite/ways', {})).http).toBe(403)
    expect((await running.anonymous.post('/platform/user/invite/ways', {})).http).toBe(401)
  })

  test('a mail server that is away takes nothing back', async () => {
    await mailServer.close()
    const { http, body } = await invite(admin, invitation('nina', { email: 'nina@games.example' }))
    expect([http, body.data.mail]).toEqual([200, 'failed'])
    const code = body.data.path.split('code=')[1]
    const accepted = await running.anonymous.post('/api/auth/invitation', { code, password: PASSWORD })
    expect(accepted.http).toBe(200)
  })
})

test('a console that sends no mail says so at the field', async () => {
  const running = await startTestConsole({ QD_PUBLIC_URL: OUTSIDE })
  const admin = await running.signIn('admin')
  expect((await admin.post('/platform/user/invite/ways', {})).body.data).toEqual({ mail: false })
  const { http, body } = await invite(admin, invitation('lena', { email: 'lena@games.example' }))
  expect([http, body.err?.code, body.err?.field]).toEqual([409, 'mail_off', 'email'])
  await running.dispose()
})
