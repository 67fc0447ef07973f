import { aCaller, aServer, createTestApp, fixedScope } from '@qd/server-kit/testing'
import { describeStored } from '@qd/store/testing'
import { expect, test } from 'vitest'
import { redisResource } from '../../contract/index.ts'
import type { BoundViewer, LineLayout, OwnDecoder } from '../../contract/index.ts'
import { DECODER_MODULE } from '../../contract/testing/decoder-module.ts'
import type { Asking } from '../guard/databases.ts'
import { rightsOf } from '../guard/redis-rights.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { serveViewers } from './serve-viewers.ts'
import { redisViewerMigrations } from './viewer-migrations.ts'
import type { ViewerTables } from './viewer-tables.ts'

const line = aServer({ environment: 'dev' })
const foreign = aServer({ game: 'tides', operator: 'harbour', lineId: 'harbour-dev', sId: 900 })
const texts = new URL('../../contract/locales/', import.meta.url)
const READ = 'redis.redis.read'
const EDIT = 'redis.redis.edit'
const MANAGE = 'redis.redis.connections'
const at = { lineId: line.lineId, connectionId: 'test', db: 0 }
const VIEW = {
  compression: 'auto',
  format: 'protobuf',
  message: 'lantern.RoleSnapshot',
  decoderId: '',
} as const

/** A database as the list needs it: read-only, and as much of it as the caller's grants reach. */
function databaseOf(asking: Asking): RedisDatabase {
  const connection = {
    id: 'test',
    lineId: line.lineId,
    name: 'game-s1',
    readOnly: true,
    isCluster: false,
    isClusterNode: false,
  }
  const rights = rightsOf(asking, connection as never, 0)
  return { connection, db: 0, mayRead: rights.mayRead, readable: rights.readable } as never
}

interface Listed {
  list: BoundViewer[]
  decoders: OwnDecoder[]
  layouts: LineLayout[]
  mayEdit: boolean
  mayManage: boolean
}

describeStored('viewers of Redis', redisViewerMigrations, (open) => {
  async function desk() {
    const store = await open<ViewerTables>()
    const databases = { of: async (asking: Asking) => databaseOf(asking) }
    const app = createTestApp({
      features: [
        {
          name: 'redis',
          resources: [redisResource],
          texts,
          routes: serveViewers({ store, databases, nowMs: () => 5 }),
        },
      ],
      scope: fixedScope([line, foreign]),
      store: store as never,
    })
    const speak = (name: string, codes: string[], more: object = {}) => {
      const user = app.as(aCaller(name, [{ scope: 'lantern', environment: '*', codes, ...more }]))
      const post = async <T>(call: string, body: object) => {
        const answer = await user.post<T>(`/adjust/redis/${call}`, body)
        const { err } = answer.body
        return {
          code: `${answer.http} ${err?.code ?? 'ok'} ${err?.field ?? ''}`.trim(),
          data: answer.body.data,
        }
      }
      return {
        post,
        list: async () => (await post<Listed>('viewers/list', at)).data,
        save: (keyPattern: string, more: object = {}) =>
          post<{ viewer: BoundViewer }>('viewers/save', {
            lineId: line.lineId,
            viewer: { keyPattern, fieldPattern: '', ...VIEW },
            position: 0,
            ...more,
          }),
      }
    }
    return { app, speak, ann: speak('ann', [READ, EDIT, MANAGE]) }
  }

  test('are saved in their order, changed as they were seen, listed and deleted, on a read-only connection too', async () => {
    const { app, ann } = await desk()
    expect(await ann.list()).toEqual({
      list: [],
      decoders: [],
      layouts: [],
      mayEdit: true,
      mayManage: true,
    })
    const first = (await ann.save('mail:*')).data.viewer
    await ann.save('game:*:hero:*')
    expect((await ann.list()).list.map(({ keyPattern }) => keyPattern)).toEqual(['game:*:hero:*', 'mail:*'])
    const moved = await ann.save('mail:?', { viewerId: first.viewerId, revision: 1 })
    expect(moved.data.viewer).toMatchObject({ keyPattern: 'mail:?', revision: 2, by: 'ann', at: 5, ...VIEW })
    expect((await ann.list()).list.map(({ keyPattern }) => keyPattern)).toEqual(['mail:?', 'game:*:hero:*'])
    expect((await ann.save('x', { viewerId: first.viewerId, revision: 1 })).code).toBe(
      '409 redis_viewer_changed revision',
    )
    expect((await ann.save('x', { viewerId: 'none' })).code).toBe('404 redis_viewer_not_found viewerId')
    const gone = { lineId: line.lineId, viewerId: first.viewerId, revision: 1 }
    expect((await ann.post('viewers/delete', gone)).code).toBe('409 redis_viewer_changed revision')
    expect((await ann.post('viewers/delete', { ...gone, revision: 2 })).code).toBe('200 ok')
    expect((await ann.post('viewers/delete', gone)).code).toBe('404 redis_viewer_not_found viewerId')
    expect((await ann.list()).list).toHaveLength(1)
    await app.close()
  })

  test('are kept from who may not: no login, no permission, another line, some keys alone', async () => {
    const { app, ann, speak } = await desk()
    await ann.save('game:*:hero:*')
    await ann.save('mail:*')
    const call = { method: 'POST' as const, url: '/adjust/redis/viewers/list', payload: at }
    expect((await app.app.inject(call)).statusCode).toBe(401)
    const reader = speak('rob', [READ])
    expect(await reader.list()).toMatchObject({ mayEdit: false, mayManage: false })
    expect((await reader.save('x')).code).toMatch(/^403 /)
    expect(
      (await reader.post('decoder/save', { lineId: line.lineId, name: 'x', module: 'AAAA' })).code,
    ).toMatch(/^403 /)
    expect((await ann.post('viewers/list', { ...at, lineId: foreign.lineId })).code).toMatch(/^403 /)
    const narrow = speak('nat', [READ, EDIT], { resource: { kind: 'redis', pattern: 'game-s1/0/game:*' } })
    expect((await narrow.list()).list.map(({ keyPattern }) => keyPattern)).toEqual(['game:*:hero:*'])
    expect((await narrow.save('game:*')).code).toBe('403 redis_key_forbidden')
    expect((await ann.save('')).code).toMatch(/^400 .*keyPattern/)
    expect(
      (await ann.save('x', { viewer: { keyPattern: 'x', fieldPattern: '', ...VIEW, format: 'xml' } })).code,
    ).toMatch(/^400 .*format/)
    await app.close()
  })

  test('own decoders are checked by their sections, kept with their hash, replaced by name and read back', async () => {
    const { app, ann } = await desk()
    const module = Buffer.from(DECODER_MODULE).toString('base64')
    const saved = await ann.post<{ decoder: OwnDecoder }>('decoder/save', {
      lineId: line.lineId,
      name: ' skins ',
      module,
    })
    expect(saved.data.decoder).toMatchObject({ name: 'skins', bytes: DECODER_MODULE.length, by: 'ann' })
    expect(saved.data.decoder.sha256).toMatch(/^[\da-f]{64}$/)
    await ann.post('decoder/save', { lineId: line.lineId, name: 'skins', module })
    const { decoders } = await ann.list()
    expect(decoders).toHaveLength(1)
    const { decoderId, sha256 } = decoders[0]!
    const read = { lineId: line.lineId, decoderId }
    expect((await ann.post('decoder/read', read)).data).toEqual({ base64: module, sha256 })
    expect((await ann.post('decoder/read', { ...read, decoderId: 'none' })).code).toBe(
      '404 redis_decoder_not_found decoderId',
    )
    expect((await ann.post('decoder/save', { lineId: line.lineId, name: 'x', module: 'AAAA' })).code).toBe(
      '422 redis_decoder_invalid module',
    )
    expect((await ann.post('decoder/delete', read)).code).toBe('200 ok')
    expect((await ann.post('decoder/delete', read)).code).toBe('404 redis_decoder_not_found decoderId')
    await app.close()
  })

  test('layouts of records are read before they are kept, changed as they were seen, listed by name and deleted', async () => {
    const { app, ann, speak } = await desk()
    const text = 'big\nheader 4\nid uint64\nname string(16)'
    const layout = { lineId: line.lineId, name: 'heroes', text }
    const saved = (await ann.post<{ layout: LineLayout }>('layout/save', { ...layout, name: ' heroes ' }))
      .data.layout
    expect(saved).toMatchObject({ name: 'heroes', text, revision: 1, by: 'ann', at: 5 })
    await ann.post('layout/save', { ...layout, name: 'bags' })
    expect((await ann.list()).layouts.map(({ name }) => name)).toEqual(['bags', 'heroes'])
    expect((await ann.post('layout/save', layout)).code).toBe('409 redis_layout_exists name')
    const { layoutId } = saved
    const wider = { ...layout, text: `${text}\nlevel int8`, layoutId, revision: 1 }
    expect((await ann.post<{ layout: LineLayout }>('layout/save', wider)).data.layout.revision).toBe(2)
    expect((await ann.post('layout/save', wider)).code).toBe('409 redis_layout_changed revision')
    expect((await ann.post('layout/save', { ...wider, layoutId: 'none' })).code).toBe(
      '404 redis_layout_not_found layoutId',
    )
    expect((await ann.post('layout/save', { ...layout, name: 'x', text: 'id int8\nid int9' })).code).toBe(
      '422 redis_layout_invalid text',
    )
    expect((await ann.post('layout/save', { ...layout, text: '' })).code).toMatch(/^400 .*text/)
    const reader = speak('rob', [READ])
    expect((await reader.list()).layouts).toHaveLength(2)
    expect((await reader.post('layout/save', { ...layout, name: 'y' })).code).toMatch(/^403 /)
    const narrow = speak('nat', [READ, EDIT], { resource: { kind: 'redis', pattern: 'game-s1/0/game:*' } })
    expect((await narrow.post('layout/save', { ...layout, name: 'y' })).code).toBe('403 redis_key_forbidden')
    const gone = { lineId: line.lineId, layoutId, revision: 1 }
    expect((await narrow.post('layout/delete', gone)).code).toBe('403 redis_key_forbidden')
    expect((await ann.post('layout/delete', { ...gone, lineId: foreign.lineId })).code).toMatch(/^403 /)
    expect((await ann.post('layout/delete', gone)).code).toBe('409 redis_layout_changed revision')
    expect((await ann.post('layout/delete', { ...gone, revision: 2 })).code).toBe('200 ok')
    expect((await ann.post('layout/delete', { ...gone, revision: 2 })).code).toBe(
      '404 redis_layout_not_found layoutId',
    )
    await app.close()
  })
})
