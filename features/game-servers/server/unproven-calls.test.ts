import { AppError, coreErrors } from '@qd/contract-kit'
import { signOpenRequest } from '@qd/game-contract/signing'
import { describeStored } from '@qd/store/testing'
import { describe, expect, test } from 'vitest'
import { gameServerMigrations } from './index.ts'
import { NOW, useOpenNodes } from './testing/open-world.ts'

interface Sent {
  what: string
  method: 'GET' | 'POST'
  payload: string
  headers?: Record<string, string>
  status: number
}

describeStored('calls nobody has proven', gameServerMigrations, (open) => {
  const it = useOpenNodes(open)

  describe.each<Sent>([
    {
      what: 'another type',
      method: 'POST',
      payload: '{}',
      headers: { 'content-type': 'text/plain' },
      status: 415,
    },
    {
      what: 'an encoding',
      method: 'POST',
      payload: '{}',
      headers: { 'content-encoding': 'gzip' },
      status: 415,
    },
    { what: '10 MB', method: 'POST', payload: 'x'.repeat(10_000_000), status: 413 },
    { what: 'no JSON', method: 'POST', payload: '{', status: 401 },
    { what: 'no body', method: 'POST', payload: '', status: 401 },
    { what: 'no body that could be', method: 'GET', payload: '', status: 401 },
  ])('of $what', ({ method, payload, headers: more, status }) => {
    test.each([false, true])(
      'a stranger hears the same of servers there are and are not; sealed: %s',
      async (isSealed) => {
        const node = it.node(
          isSealed
            ? {
                openKeysOf: () => {
                  throw new AppError(coreErrors.secrets_sealed)
                },
              }
            : {},
        )
        const url = method === 'GET' ? '/open/v1/servers' : '/open/v1/heartbeat'
        const said = async (from: string) => {
          const signed = signOpenRequest({
            method,
            url,
            body: payload,
            from,
            keyId: 'k123',
            hashKey: 'guessed',
            tsMs: NOW,
            nonce: 'a'.repeat(32),
          })
          const type = method === 'POST' ? { 'content-type': 'application/json' } : {}
          const headers = { ...type, ...signed, ...more }
          const answer = await node.app.inject({
            method,
            url,
            headers,
            ...(method === 'GET' ? {} : { payload }),
          })
          const { requestId: _id, ...body } = answer.json<Record<string, unknown>>()
          return { status: answer.statusCode, body, headers: Object.keys(answer.headers) }
        }
        const known = await said('lantern/3/123')
        expect(known.status).toBe(status)
        expect(await said('lantern/3/999')).toEqual(known)
        expect(await said('nowhere/3/123')).toEqual(known)
      },
    )
  })

  test('wrong signatures in the name of a server are in the log once a minute, of no server never', async () => {
    const node = it.node()
    for (let times = 0; times < 3; times++) await node.beat(123, {}, { hashKey: 'guessed' })
    await node.beat(123, {}, { from: 'lantern/3/999' })
    expect(node.warnings).toEqual([{ server: 'lantern:3:123', address: '127.0.0.1' }])
    await node.beat(124, {}, { hashKey: 'guessed' })
    it.shared().now += 60_000
    await node.open('servers', null, 123, { hashKey: 'guessed' })
    expect(node.warnings).toMatchObject([{}, { server: 'lantern:3:124' }, { server: 'lantern:3:123' }])
    expect(node.audits).toEqual([])
  })
})
