import { randomBytes } from 'node:crypto'
import { AppError } from '@qd/contract-kit'
import { createEnvelopeBox } from '@qd/server-kit'
import { aCaller, aServer, createTestApp, fixedScope } from '@qd/server-kit/testing'
import type { Store } from '@qd/store'
import { redisErrors, redisResource } from '../../contract/index.ts'
import type { KeyEdit, RedisBytes } from '../../contract/index.ts'
import { createBin } from '../bin/bin.ts'
import type { BinTables } from '../bin/bin-tables.ts'
import type { Asking } from '../guard/databases.ts'
import type { RedisDatabase } from '../guard/redis-database.ts'
import { serveKeys } from '../keys/serve-keys.ts'

const line = aServer({ environment: 'dev' })
const foreign = aServer({ game: 'tides', operator: 'harbour', lineId: 'harbour-dev', sId: 900 })
const texts = new URL('../../contract/locales/', import.meta.url)
export const READ = 'redis.redis.read'
export const EDIT = 'redis.redis.edit'
/** The clock of the bin. */
export const START_MS = 1_790_000_000_000

export interface Edited {
  changed: number
  undo: KeyEdit | null
  binId: string
}

/** The calls about keys behind the real guard, on one database of a test server. */
export function keysDesk(store: Store<BinTables>, databaseOf: (asking: Asking) => RedisDatabase) {
  const clock = { nowMs: START_MS }
  const nowMs = () => clock.nowMs
  const secretBox = createEnvelopeBox(randomBytes(32))
  const bin = createBin({ store, secretBox, nowMs })
  const databases = {
    async of(asking: Asking, { connectionId }: { connectionId: string }) {
      if (connectionId !== 'test') throw new AppError(redisErrors.redis_connection_not_found)
      return databaseOf(asking)
    },
  }
  const routes = serveKeys({ databases, bin, store, secretBox, nowMs })
  const app = createTestApp({
    features: [{ name: 'redis', resources: [redisResource], texts, routes }],
    scope: fixedScope([line, foreign]),
  })
  const signIn = (name: string, codes = [READ, EDIT], scope = 'lantern') =>
    app.as(aCaller(name, [{ scope, environment: '*', codes }]))
  const at = { lineId: line.lineId, connectionId: 'test', db: 0 }
  const ann = signIn('ann')
  const post = async <T>(call: string, body: object) =>
    ann.post<T>(`/adjust/redis/${call}`, { ...at, ...body })
  /** Of an answer that went well. */
  const ask = async <T>(call: string, body: object): Promise<T> => {
    const answer = await post<T>(call, body)
    if (answer.http !== 200) throw new Error(`${call}: ${answer.raw}`)
    return answer.body.data
  }
  return {
    app,
    bin,
    clock,
    signIn,
    at,
    foreignLine: foreign.lineId,
    post,
    ask,
    edit: (key: RedisBytes, edit: KeyEdit) => ask<Edited>('key/edit', { key, edit }),
    /** Its error code. */
    refused: async (key: RedisBytes, edit: KeyEdit) => {
      const { http, body } = await post('key/edit', { key, edit })
      return `${http} ${body.err?.code ?? 'ok'}`
    },
    upload: (query: Record<string, string>, bytes: Buffer) =>
      ann.postBytes<{ bytes: number }>(
        `/adjust/redis/key/upload?${new URLSearchParams({ ...at, db: String(at.db), ...query })}`,
        bytes,
      ),
    uploadUrl: (query: Record<string, string>) =>
      `/adjust/redis/key/upload?${new URLSearchParams({ ...at, db: String(at.db), ...query })}`,
    downloadUrl: (query: Record<string, string>) =>
      `/adjust/redis/key/download?${new URLSearchParams({ ...at, db: String(at.db), ...query })}`,
  }
}
