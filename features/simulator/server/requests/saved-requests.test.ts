import { aCaller, aServer, createTestApp, fixedScope } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { REQUESTS_MAX, REQUEST_CHARS, withoutSecrets } from '../../contract/index.ts'
import type { SavedRequest } from '../../contract/index.ts'
import { requestMigrations } from './request-migrations.ts'
import type { RequestTables } from './request-tables.ts'
import { serveRequests } from './serve-requests.ts'

const line = aServer({ environment: 'dev' })
const foreign = aServer({ game: 'tides', operator: 'harbour', lineId: 'harbour-dev', sId: 900 })
const texts = new URL('../../contract/locales/', import.meta.url)
const READ = 'mock.simulator.read'
const WRITE = 'mock.simulator.connect'
/** Who is in which group; everybody knows both. */
const MEMBERS: Record<string, string[]> = {
  ann: ['testers'],
  bob: ['testers'],
  cat: ['testers'],
  eve: ['others'],
}

interface Kept {
  saved: SavedRequest
  emptied: string[]
}

describeStored('saved requests', requestMigrations, (open) => {
  async function desk() {
    const store = await open<RequestTables>()
    const groups = {
      idsOf: async (userId: string) => MEMBERS[userId.replace(/^id-/, '')] ?? [],
      knownTo: async () => ['testers', 'others'].map((id) => ({ id, name: id.toUpperCase() })),
    }
    const app = createTestApp({
      features: [{ name: 'simulator', texts, routes: serveRequests({ store, groups, nowMs: Date.now }) }],
      scope: fixedScope([line, foreign]),
      store: store as never,
    })
    const signIn = (name: string, codes = [READ, WRITE], scope = 'lantern') =>
      app.as(aCaller(name, [{ scope, environment: '*', codes }]))
    const speak = (user: ReturnType<typeof signIn>) => ({
      post: <T>(call: string, body: object = {}) =>
        user.post<T>(`/platform/simulator/request/${call}`, { lineId: line.lineId, ...body }),
      save: (more: object = {}) =>
        user.post<Kept>('/platform/simulator/request/save', {
          lineId: line.lineId,
          name: 'use',
          folder: 'bag / items',
          message: 'lantern.UseItemReq',
          body: '{"itemId":10060}',
          groups: [],
          ...more,
        }),
      names: async () => {
        const { body } = await user.post<{ list: SavedRequest[] }>('/platform/simulator/request/list', {
          lineId: line.lineId,
        })
        return body.data.list.map(({ folder, name, owner }) => `${owner}: ${folder}/${name}`)
      },
    })
    return {
      app,
      store,
      signIn,
      ann: speak(signIn('ann')),
      as: (...of: Parameters<typeof signIn>) => speak(signIn(...of)),
    }
  }
  const codeOf = ({ http, body }: { http: number; body: { err?: { code: string; field?: string } } }) =>
    `${http} ${body.err?.code ?? 'ok'} ${body.err?.field ?? ''}`.trim()

  test('are kept in folders with every digit, opened, moved and deleted', async () => {
    const { ann, app } = await desk()
    const body = '{ "itemId": 10060, "count": 9007199254740993 }'
    const made = (await ann.save({ body })).body.data.saved
    expect(made).toMatchObject({ name: 'use', folder: 'bag/items', owner: 'ann', isMine: true, revision: 1 })
    const opened = await ann.post<{ body: string }>('get', { savedId: made.savedId })
    expect(opened.body.data.body).toBe(body)
    const { savedId } = made
    const again = await ann.save({ savedId, revision: 1, folder: '', body: '{}' })
    expect(again.body.data.saved).toMatchObject({ savedId, folder: '', revision: 2 })
    const moved = await ann.post<Kept>('move', {
      savedId,
      revision: 2,
      name: 'use it',
      folder: 'a/b/c/d',
      groups: [],
    })
    expect(moved.body.data.saved).toMatchObject({ name: 'use it', folder: 'a/b/c/d', revision: 3 })
    expect((await ann.post<{ body: string }>('get', { savedId })).body.data.body).toBe('{}')
    expect(await ann.names()).toEqual(['ann: a/b/c/d/use it'])
    expect(codeOf(await ann.post('delete', { savedId, revision: 3 }))).toBe('200 ok')
    expect(await ann.names()).toEqual([])
    expect(codeOf(await ann.post('get', { savedId }))).toBe('404 simulator_request_not_found savedId')
    await app.close()
  })

  test('are seen by the groups they are shared with, who change none of them', async () => {
    const { ann, as, app } = await desk()
    const { savedId } = (await ann.save({ groups: ['testers'] })).body.data.saved
    await ann.save({ name: 'private' })
    const [bob, eve, reader] = [as('bob'), as('eve'), as('cat', [READ])]
    await bob.save({ name: 'own' })
    expect(await bob.names()).toEqual(['bob: bag/items/own', 'ann: bag/items/use'])
    expect(await reader.names()).toEqual(['ann: bag/items/use'])
    expect(await eve.names()).toEqual([])
    const shown = await reader.post<{ saved: SavedRequest }>('get', { savedId })
    expect(shown.body.data.saved).toMatchObject({ owner: 'ann', isMine: false })
    const change = { savedId, revision: 1, name: 'x', folder: '', groups: [] }
    expect(codeOf(await bob.save(change))).toBe('403 forbidden savedId')
    expect(codeOf(await bob.post('move', change))).toBe('403 forbidden savedId')
    expect(codeOf(await bob.post('delete', { savedId, revision: 1 }))).toBe('403 forbidden savedId')
    expect(codeOf(await eve.post('get', { savedId }))).toBe('404 simulator_request_not_found savedId')
    expect(codeOf(await eve.post('delete', { savedId, revision: 1 }))).toBe(
      '404 simulator_request_not_found savedId',
    )
    expect(codeOf(await ann.save({ name: 'y', groups: ['nobody'] }))).toBe('403 forbidden groups')
    await app.close()
  })

  test('one that was saved again meanwhile is not written over, and names stay apart', async () => {
    const { ann, as, app } = await desk()
    const { savedId } = (await ann.save()).body.data.saved
    const change = { savedId, revision: 1 }
    const both = await Promise.all([
      ann.save({ ...change, body: '{"a":1}' }),
      ann.save({ ...change, body: '{"a":2}' }),
    ])
    expect(both.map(codeOf).toSorted()).toEqual(['200 ok', '409 simulator_request_changed'])
    expect(codeOf(await ann.save(change))).toBe('409 simulator_request_changed')
    const place = { name: 'other', folder: '', groups: [] }
    expect(codeOf(await ann.post('move', { ...change, ...place }))).toBe('409 simulator_request_changed')
    expect(codeOf(await ann.post('delete', change))).toBe('409 simulator_request_changed')
    expect(codeOf(await ann.post('delete', { savedId }))).toBe('400 field_invalid revision')
    expect(codeOf(await ann.save())).toBe('409 simulator_name_taken name')
    expect(codeOf(await ann.save({ folder: 'bag' }))).toBe('200 ok')
    const clash = { savedId, revision: 2, name: 'use', folder: 'bag', groups: [] }
    expect(codeOf(await ann.post('move', clash))).toBe('409 simulator_name_taken name')
    expect(codeOf(await as('bob').save())).toBe('200 ok')
    await app.close()
  })

  test('a save and a delete at once: one of them gets through', async () => {
    const { ann, app } = await desk()
    for (let round = 0; round < 5; round += 1) {
      const { savedId } = (await ann.save({ name: `n${round}` })).body.data.saved
      const seen = { savedId, revision: 1 }
      const codes = (await Promise.all([ann.save(seen), ann.post('delete', seen)])).map(codeOf)
      const isDeleted = codes[1] === '200 ok'
      expect(codes.filter((code) => code === '200 ok')).toHaveLength(1)
      expect(codeOf(await ann.post('get', { savedId }))).toMatch(isDeleted ? /^404/ : /^200/)
    }
    await app.close()
  })

  test('of saves and moves to one name at once, one gets it', async () => {
    const { ann, app } = await desk()
    const codes: string[] = []
    for (let round = 0; round < 5; round += 1) {
      const folder = `f${round}`
      const saves = await Promise.all([1, 2, 3, 4].map(() => ann.save({ folder })))
      codes.push(...saves.map(codeOf).toSorted())
      const made = await Promise.all(['a', 'b', 'c'].map((name) => ann.save({ folder, name })))
      const moves = await Promise.all(
        made.map(({ body }) =>
          ann.post('move', {
            savedId: body.data.saved.savedId,
            revision: 1,
            name: 'one',
            folder,
            groups: [],
          }),
        ),
      )
      codes.push(...moves.map(codeOf).toSorted())
    }
    const taken = '409 simulator_name_taken name'
    const round = ['200 ok', taken, taken, taken, '200 ok', taken, taken]
    expect(codes).toEqual([1, 2, 3, 4, 5].flatMap(() => round))
    await app.close()
  })

  test('need their permission and their line', async () => {
    const { app, ann, as } = await desk()
    const { savedId } = (await ann.save()).body.data.saved
    const url = '/platform/simulator/request/list'
    const stranger = await app.app.inject({ method: 'POST', url, payload: { lineId: line.lineId } })
    expect(stranger.statusCode).toBe(401)
    expect(codeOf(await as('cat', [READ]).save())).toMatch(/^403 forbidden/)
    expect(codeOf(await as('bob', [WRITE]).post('list'))).toMatch(/^403 forbidden/)
    const there = { lineId: foreign.lineId }
    expect(codeOf(await ann.post('list', there))).toMatch(/^403 scope_forbidden/)
    for (const [call, seen] of [['get'], ['delete', { revision: 1 }]] as const)
      expect(codeOf(await ann.post(call, { ...there, savedId, ...seen }))).toMatch(/^403 scope_forbidden/)
    expect(codeOf(await ann.save(there))).toMatch(/^403 scope_forbidden/)
    // Another game has none of them, whoever asks.
    const everywhere = as('ann', [READ, WRITE], '*')
    expect(codeOf(await everywhere.post('get', { ...there, savedId }))).toMatch(/^404/)
    // What somebody saved is theirs to read when they may no longer connect, and no more.
    const demoted = as('ann', [READ])
    expect(codeOf(await demoted.post('get', { savedId }))).toBe('200 ok')
    expect(codeOf(await demoted.post('delete', { savedId, revision: 1 }))).toMatch(/^403 forbidden/)
    await app.close()
  })

  test('what is wrong is named', async () => {
    const { ann, app } = await desk()
    const wrong: [object, string][] = [
      [{ name: ' ' }, '400 field_invalid name'],
      [{ folder: 'a/b/c/d/e' }, '400 field_invalid folder'],
      [{ folder: 'x'.repeat(61) }, '400 field_invalid folder'],
      [{ message: 'no message' }, '400 field_invalid message'],
      [{ body: 'x'.repeat(REQUEST_CHARS + 1) }, '400 field_invalid body'],
      [{ body: '[1]' }, '422 simulator_request_body body'],
      [{ body: '{"a":1' }, '422 simulator_request_body body'],
      [{ body: '{"__proto__":1}' }, '422 simulator_request_body body'],
      [{ savedId: 'none', revision: 1 }, '404 simulator_request_not_found savedId'],
    ]
    for (const [given, code] of wrong) expect([given, codeOf(await ann.save(given))]).toEqual([given, code])
    expect(await ann.names()).toEqual([])
    await app.close()
  })

  test('texts of secret fields are emptied, variables and all else stay', async () => {
    const { ann, app } = await desk()
    const body =
      '{\n "token": "abc", "list": [{"password":"x"}], "auth": {"sessionKey":"{{key}}"},\n "id": 1e3 }'
    const kept = (await ann.save({ body })).body.data
    expect(kept.emptied).toEqual(['token', 'password'])
    const { savedId } = kept.saved
    expect((await ann.post<{ body: string }>('get', { savedId })).body.data.body).toBe(
      '{\n "token": "", "list": [{"password":""}], "auth": {"sessionKey":"{{key}}"},\n "id": 1e3 }',
    )
    await app.close()
  })

  test('what stands below a secret field is emptied too, and numbers that are secrets', async () => {
    const { ann, app } = await desk()
    const body =
      '{"tokens":{"chat":"abc","at":3,"key":"{{key}}"},"secret":[{"value":"x"}],"password":123456,"pass_word":1,"sessionId":9007199254740993,"passwd":{"$value":77},"at":{"$value":5}}'
    const kept = (await ann.save({ body })).body.data
    expect(kept.emptied).toEqual(['chat', 'value', 'password', 'pass_word', 'sessionId', 'passwd'])
    const { savedId } = kept.saved
    expect((await ann.post<{ body: string }>('get', { savedId })).body.data.body).toBe(
      '{"tokens":{"chat":"","at":3,"key":"{{key}}"},"secret":[{"value":""}],"password":0,"pass_word":0,"sessionId":0,"passwd":{"$value":0},"at":{"$value":5}}',
    )
    expect(withoutSecrets({ passwd: { $value: 77 }, at: { $value: 5 } }).value).toEqual({
      passwd: { $value: 0 },
      at: { $value: 5 },
    })
    await app.close()
  })

  test('secrets in the pairs of a MessagePack map are emptied, however their names are written', async () => {
    const { ann, app } = await desk()
    const body = String.raw`{"$map":[["token","a"],[{"$text":"secret"},"b"],[{"$bytes":"dG9rZW4="},["c"]],[{"password":"d"},1],[7,{"$map":[["hash",5]]}],["x","token"]]}`
    const kept = (await ann.save({ body })).body.data
    expect(kept.emptied).toEqual(['token', 'secret', 'password', 'hash'])
    const { savedId } = kept.saved
    const clean = (await ann.post<{ body: string }>('get', { savedId })).body.data.body
    expect(clean).toBe(
      '{"$map":[["token",""],[{"$text":"secret"},""],[{"$bytes":"dG9rZW4="},[""]],[{"password":""},1],[7,{"$map":[["hash",0]]}],["x","token"]]}',
    )
    // What a page keeps of a draft goes by the same rule.
    expect(withoutSecrets(JSON.parse(body))).toEqual({ value: JSON.parse(clean), isChanged: true })
    await app.close()
  })

  test('nobody keeps more than there is room for', async () => {
    const { ann, as, store, app } = await desk()
    const { savedId } = (await ann.save()).body.data.saved
    const row = await store.read.selectFrom('simulator_request').selectAll().executeTakeFirstOrThrow()
    const more = Array.from({ length: REQUESTS_MAX - 1 }, (_, at) => ({
      ...row,
      id: `r${at}`,
      name: `n${at}`,
    }))
    await store.write((tx) => tx.insertInto('simulator_request').values(more).execute())
    expect(codeOf(await ann.save({ name: 'one more' }))).toBe('429 simulator_requests_full')
    expect(codeOf(await ann.save({ savedId, revision: 1 }))).toBe('200 ok')
    expect(codeOf(await as('bob').save())).toBe('200 ok')
    await app.close()
  })
})
