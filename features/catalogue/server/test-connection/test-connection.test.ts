import { createStandardAdapter } from '@qd/adapter-standard'
import { plainDialer } from '@qd/adapter-standard/testing'
import type { HttpPersonality, SocketPersonality } from '@qd/adapter-standard/testing'
import type { Dialer } from '@qd/game-contract/adapter'
import { DEFAULT_BASES } from '@qd/game-id'
import { createDialer } from '@qd/server-kit'
import { openStoreForTest } from '@qd/store/testing'
import type { Store } from '@qd/store'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestStep } from '../../contract/index.ts'
import { holding, placesMigrations, startPlacesApp } from '@qd/app-server/testing/places'
import type { PlacesApp } from '@qd/app-server/testing/places'
import { runTest } from './run-test.ts'

let app: PlacesApp
let store: Store<never>
beforeAll(async () => {
  store = await openStoreForTest<never>('sqlite', placesMigrations)
  app = await startPlacesApp(store)
  // The record below is of the operator with platform 1.
  const { players } = app.game.honest
  const named = Array.from(players)
  for (const [uId, player] of named) {
    const own = uId.replace(/^3/, '1')
    players.delete(uId)
    players.set(own, { ...player, uId: own })
  }
})
afterAll(async () => {
  await app.stop()
  await store.close()
})
beforeEach(() => {
  app.game.behave('honest')
  app.game.behaveOnSocket('honest')
})

/** The lying game as a record that nobody saved yet. */
function record(part: object = {}) {
  const { apiUrl, serverId, keyId, hashKey, ws, codec, sId } = app.game.target
  const flags = { allowPlain: true, allowPrivate: false, allowLoopback: true }
  return { lineId: 'harbour-prod', sId, apiUrl, serverId, keyId, hashKey, ws, codec, ...flags, ...part }
}

async function test(part: object = {}, caller = holding('*', '*')) {
  const answer = await app
    .as(caller)
    .post<{ steps: TestStep[]; isFine: boolean }>('/platform/catalogue/test', record(part))
  const { steps, isFine } = answer.body.data ?? { steps: [], isFine: false }
  const failed = steps.find(({ state }) => state === 'failed')
  return { answer, steps, isFine, failed: failed && `${failed.step} ${failed.code}`, params: failed?.params }
}

describe('test of a server connection', () => {
  it('[S3.09] passes every step with an honest server, with an unsaved key, and leaves no player behind', async () => {
    const players = app.game.calls.filter(({ name }) => name === 'accountsCreate').length
    const { steps, isFine } = await test()
    expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'address ok',
      'dns ok',
      'tcp ok',
      'tls skipped',
      'http ok',
      'signature ok',
      'clock ok',
      'identity ok',
      'protocol ok',
      'players skipped',
      'socket ok',
      'heartbeat ok',
    ])
    expect(isFine).toBe(true)
    expect(app.game.calls.filter(({ name }) => name === 'accountsCreate')).toHaveLength(players)
  })

  it('players whose numbers do not fit are told with the reason', async () => {
    const { players } = app.game.honest
    const kept = [...players]
    app.game.honest.capabilities = ['players.query']
    players.clear()
    for (const [uId, player] of kept) players.set(`2${uId}`, { ...player, uId: `2${uId}` })
    const params = { platform: 1, found: 21, uId: expect.stringMatching(/^210123/) as string }
    const { failed, params: said } = await test()
    players.clear()
    for (const [uId, player] of kept) players.set(uId, player)
    expect([failed, said]).toEqual(['players uids_other_platform', expect.objectContaining(params)])
    const fine = await test()
    app.game.honest.capabilities = []
    expect(fine.steps.find(({ step }) => step === 'players')).toMatchObject({ state: 'ok', code: 'players' })
    expect(fine.steps.find(({ step }) => step === 'protocol')).toMatchObject({ params: { modules: 3 } })
  })

  it('bases that a server tells otherwise are told, and nothing follows them', async () => {
    app.game.honest.uIdBases = { platformBase: 1_000_000_000, serverBase: 1_000_000 }
    try {
      const { isFine, steps } = await test()
      expect([isFine, steps.find(({ step }) => step === 'players')]).toMatchObject([
        true,
        {
          state: 'warning',
          code: 'bases_differ',
          params: { theirs: '1000000000 / 1000000', ours: '10000000000 / 1000000' },
        },
      ])
    } finally {
      delete app.game.honest.uIdBases
    }
  })

  it('tells each step as it happens to the page that asked, and to nobody else', async () => {
    const { channels = [] } = app.catalogue
    const served = channels.find(({ channel }) => channel.name === 'scope.test')!
    const heard = new Map<string, number[]>()
    const listen = async (userId: string, run: string) => {
      const caller = { ...holding('*', '*'), userId }
      const send = (event: unknown) => {
        const { steps } = event as { steps: TestStep[] }
        heard.set(`${userId} ${run}`, [...(heard.get(`${userId} ${run}`) ?? []), steps.length])
      }
      return served.open({ lineId: 'harbour-prod', run } as never, { caller, place: {}, send })
    }
    const { userId } = holding('*', '*')
    const ends = [
      await listen(userId, 'run-of-mine'),
      await listen(userId, 'another-run'),
      await listen('somebody-else', 'run-of-mine'),
    ]
    const { isFine, steps } = await test({ run: 'run-of-mine' })
    expect([isFine, steps.length]).toEqual([true, 12])
    expect([...heard.keys()]).toEqual([`${userId} run-of-mine`])
    expect(heard.get(`${userId} run-of-mine`)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    for (const end of ends) end()
  })

  it.each([
    ['http://169.254.169.254/', 'catalogue_address_closed'],
    ['http://10.0.0.1/', 'catalogue_address_closed'],
    ['gopher://x/', 'catalogue_address_invalid'],
  ])('[T1] goes nowhere near %s', async (apiUrl, code) => {
    const { answer } = await test({ apiUrl })
    expect(answer.body.err?.code).toBe(code)
  })

  it('says that a name does not exist, and that nothing listens', async () => {
    const unknown = await test({ apiUrl: 'http://no-such-host.invalid' })
    expect(unknown.failed).toBe('dns dns_failed')
    const silent = await test({ apiUrl: 'http://127.0.0.1:1' })
    expect([silent.failed, silent.params]).toEqual(['tcp tcp_failed', { fault: 'ECONNREFUSED' }])
    expect(silent.steps.filter(({ state }) => state === 'skipped')).toHaveLength(9)
  })

  it('says that TLS is not spoken there', async () => {
    const apiUrl = app.game.target.apiUrl.replace('http', 'https')
    expect((await test({ apiUrl })).failed).toBe('tls tls_failed')
  })

  it.each<[HttpPersonality, string]>([
    ['garbage', 'http answer_wrong'],
    ['proxy_page', 'http garbage'],
    ['error_500', 'http garbage'],
    ['redirect', 'http garbage'],
    ['hang_up', 'http down'],
    ['bad_signature', 'signature answer_signature'],
    ['unsigned', 'signature answer_signature'],
    ['unknown_key', 'signature key_refused'],
    ['clock_skew', 'clock clock_refused'],
    ['refuse', 'http refused'],
  ])('a game that answers as %s fails at: %s', async (personality, failed) => {
    app.game.behave(personality)
    expect((await test()).failed).toBe(failed)
  })

  it.each<[HttpPersonality, string]>([
    ['deep_definition', 'protocol answer_wrong'],
    ['poisoned_definition', 'protocol answer_wrong'],
    ['internal', 'protocol refused'],
  ])('a definition that is %s fails at: %s', async (personality, failed) => {
    app.game.behave(personality, 'protocol')
    expect((await test()).failed).toBe(failed)
  })

  it.each<[SocketPersonality, string]>([
    ['no_upgrade', 'socket down'],
    ['garbage_frames', 'heartbeat frames_differ'],
    ['wrong_marker', 'heartbeat frames_differ'],
    ['wrong_command', 'heartbeat frames_differ'],
    ['hang_up', 'heartbeat down'],
  ])('a socket that is %s fails at: %s', async (personality, failed) => {
    app.game.behaveOnSocket(personality)
    expect((await test()).failed).toBe(failed)
  })

  it('says which field of which answer is wrong, what it must be and what stood there', async () => {
    app.game.behave('wrong_types')
    const { failed, params } = await test()
    expect(failed).toBe('http field_missing')
    expect(params).toEqual({ call: '/gm/v1/meta', field: 'contract', expected: 'string', found: '' })
    app.game.behave('honest')
    app.game.behave('wrong_types', 'protocol')
    const inProtocol = await test()
    expect(inProtocol.failed).toBe('protocol field_wrong')
    expect(inProtocol.params).toEqual({
      call: '/gm/v1/protocol',
      field: 'md5',
      expected: 'string',
      found: '5',
    })
  })

  it('says why a signed definition cannot be used, and nothing of an answer nobody signed', async () => {
    app.game.behave('poisoned_definition', 'protocol')
    const { failed, params } = await test()
    expect([failed, String(params?.['why'])]).toEqual([
      'protocol answer_wrong',
      expect.stringMatching(/^the definition was refused: diffInfos\.Role\.home has the unknown type Place$/),
    ])
    app.game.behave('proxy_page', 'protocol')
    const page = await test()
    expect([page.failed, page.params]).toEqual(['protocol garbage', { status: 200 }])
    expect(page.answer.raw).not.toContain('Back soon')
  })

  it('repeats the words of a signed refusal, short, as one line and without the key', async () => {
    const key = app.game.target.hashKey
    app.game.refuseWith(`no <b>${key}</b>\u202E\n${'x'.repeat(1000)}`)
    const { params, answer } = await test()
    expect(params).toMatchObject({ code: 2004, field: 'level' })
    expect(String(params?.['words'])).toMatch(/^no <b>••••<\/b> x{200,}…$/)
    expect(String(params?.['words']).length).toBeLessThanOrEqual(301)
    expect(answer.raw).not.toContain(key)
    app.game.refuseWith('not like this')
  })

  it('a test gives a server as long as the console does in its work', async () => {
    const waited = async (run: (dialer: Dialer) => Promise<unknown>) => {
      const times = new Set<number>()
      const plain = plainDialer()
      await run({
        fetch: (url, request) => (times.add(request.timeoutMs), plain.fetch(url, request)),
        webSocket: (url, request) => (times.add(request.timeoutMs), plain.webSocket(url, request)),
      })
      return [...times]
    }
    const { target } = app.game
    const inWork = await waited(async (dialer) => {
      const adapter = createStandardAdapter({ dialer })
      await adapter.meta(target)
      ;(await adapter.socket.open(target, {})).close()
    })
    const signal = new AbortController().signal
    const probe = createDialer({ ownPorts: () => [] }).probe
    const inTest = await waited((dialer) =>
      runTest(
        {
          dialer: { ...dialer, probe },
          now: Date.now,
          signal,
          fresh: createStandardAdapter,
          bases: DEFAULT_BASES,
        },
        target,
      ),
    )
    expect(inTest).toEqual(inWork)
  })

  it('a refusal in a frame we could read is fine: nobody has entered', async () => {
    app.game.behaveOnSocket('refuse')
    expect((await test()).isFine).toBe(true)
  })

  it('a wrong key is told from a wrong address, and neither key nor answer is repeated', async () => {
    const { failed, answer } = await test({ hashKey: 'canary-wrong-key' })
    expect(failed).toMatch(/^signature /)
    expect(answer.raw + JSON.stringify(app.audits)).not.toContain('canary-wrong-key')
    app.game.behave('garbage')
    expect((await test()).answer.raw).not.toContain('Oops')
  })

  it('a signature the game does not accept is told from an answer we do not', async () => {
    expect((await test({ serverId: 'somebody else' })).failed).toBe('signature key_refused')
  })

  it('another server at the address is noticed', async () => {
    const { failed, params } = await test({ sId: 77 })
    expect([failed, params]).toEqual(['identity other_server', { sId: 77, others: '123' }])
  })

  it('[T22] the stored key signs for the stored address only, unless one may set keys', async () => {
    const editor = holding('*', 'catalogue.place.edit', 'catalogue.network.allow')
    const stored = { lineId: 'northwind-test', hashKey: undefined }
    expect((await test(stored, holding('*', 'catalogue.place.edit'))).isFine).toBe(true)
    const elsewhere = await test({ ...stored, keyId: 'another' }, editor)
    expect(elsewhere.answer.http).toBe(409)
    expect((await test({ hashKey: undefined }, editor)).answer.body.err?.code).toBe('catalogue_key_missing')
  })

  it('is for editors of the line', async () => {
    const reader = await test({}, holding('*', 'catalogue.place.read'))
    const elsewhere = await test({}, holding('lantern/northwind', 'catalogue.place.edit'))
    expect([reader.answer.http, elsewhere.answer.http]).toEqual([403, 403])
  })
})
