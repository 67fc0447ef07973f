import { fake } from '@qd/web-testing'
import type { FakeRoute } from '@qd/web-testing'
import type { RouteReplyGiven } from '@qd/contract-kit'
import { editKey, keyPage, keyShow, keyWindow, listViewers, streamGroups } from '../../contract/index.ts'
import type { KeyEdit, PageRow, RedisBytes, RedisConnection } from '../../contract/index.ts'
import { useWorkspace } from '../workspace/workspace.ts'
import { sampleConnection } from './sample-connection.ts'

/** Hashes of a value as it was read, and after somebody else changed it. */
export const SHA1 = 'a'.repeat(40)
export const OTHER_SHA1 = 'b'.repeat(40)

/** Opens keys on one database, the last one in view. */
export function openKeys(keys: readonly RedisBytes[], connection: Partial<RedisConnection> = {}): void {
  const databaseId = 'c1/0'
  const opened = keys.map((key) => ({ databaseId, key }))
  const server = {
    version: '7.0.15',
    mode: 'standalone' as const,
    isClusterNode: false,
    databases: [{ db: 0, keys: 3 }],
    isAssumed: false,
    hasSearch: false,
    ms: 1.2,
  }
  useWorkspace.setState({
    databases: [{ id: databaseId, connection: sampleConnection(connection), db: 0, server }],
    active: databaseId,
    keys: opened,
    key: opened.at(-1) ?? null,
  })
}

type Shown = RouteReplyGiven<typeof keyShow>

export function shownKey(given: Partial<Shown> & { type: string }): Shown {
  return {
    ttlMs: -1,
    length: 2,
    bytes: 12_700,
    encoding: 'listpack',
    idleSeconds: 3,
    frequency: null,
    hasFieldTtl: false,
    info: [],
    items: [],
    mayEdit: true,
    ...given,
  }
}

export function hashRow(field: RedisBytes, value: string, ttlMs: number | null = null): PageRow {
  return { type: 'hash', field, value, bytes: value.length, isCut: false, sha1: SHA1, ttlMs }
}

/** Answers all reads of one key. */
export function fakeKey(shown: Shown, rows: readonly PageRow[] = [], text = ''): FakeRoute[] {
  return [
    fake(keyShow, () => shown),
    fake(keyPage, () => ({ rows: [...rows], cursor: '', examined: rows.length, length: rows.length })),
    fake(keyWindow, () => ({ base64: btoa(text), bytes: text.length, sha1: SHA1 })),
    fake(listViewers, () => ({ list: [], decoders: [], layouts: [], mayEdit: true, mayManage: false })),
    fake(streamGroups, () => ({ groups: [], consumers: [], pending: [] })),
  ]
}

/** Takes every change and keeps it. */
export function fakeEdits(undo: KeyEdit | null = null): { route: FakeRoute; edits: KeyEdit[] } {
  const edits: KeyEdit[] = []
  const route = fake(editKey, ({ body }) => {
    edits.push(body.edit)
    return { changed: 1, undo, binId: '' }
  })
  return { route, edits }
}
