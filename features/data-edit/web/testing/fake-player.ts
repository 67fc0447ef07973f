import { propertyList, upperLimitList } from '@qd/properties/contract'
import { channelList, lookup, serverList, serverTime } from '@qd/scope/contract'
import { fake } from '@qd/web-testing'
import type { FakeRoute } from '@qd/web-testing'
import {
  checkChanges,
  commitChanges,
  editHistory,
  getData,
  playerTimeline,
  snapshotList,
  tipProtocol,
} from '../../contract/index.ts'
import { U_ID, playerData, protocol } from './sample-player.ts'

/** A server that has one player; tests replace the answers they are about. */
export function fakePlayer(): FakeRoute[] {
  const found = { id: U_ID, sId: 123, name: '岚夜听潮', level: 72, online: true, channel: 'taptap' }
  return [
    fake(lookup, () => ({ ...found, game: 'lantern', partnerCode: 'northwind', lineId: 'northwind-test' })),
    fake(tipProtocol, ({ query }) => ({
      md5: 'a41f0000000000009c2e',
      ...(query.protocolJson ? { protocol } : {}),
    })),
    fake(getData, () => ({ version: 'v1', online: true, data: playerData() })),
    fake(serverTime, () => ({ timestamp: 1, real: 1, offset: 0, zone: 480 })),
    fake(propertyList, () => [{ number: '10007', name: '潮汐晶石', type: { code: '1', name: '材料' } }]),
    fake(upperLimitList, () => [{ number: '10007', quantity: '5000' }]),
    fake(serverList, () => []),
    fake(channelList, () => [{ name: 'TapTap', code: 'taptap' }]),
    fake(editHistory, () => ({ list: [], more: false })),
    fake(playerTimeline, () => ({ list: [], next: null, summary: null })),
    fake(snapshotList, () => ({ list: [] })),
    fake(checkChanges, () => ({
      actions: [{ text: '增加 潮汐晶石 ×200', code: 'add' }],
      warnings: [],
      refused: [],
      risk: 'R2' as const,
    })),
    fake(commitChanges, ({ body }) => commitReply(body.changes)),
  ]
}

interface SentChange {
  diff: string
  key?: string
  path: readonly (string | number)[]
  value?: unknown
}

/** An answer that applied everything and says so by change entries. */
export function commitReply(changes: readonly SentChange[]) {
  return {
    version: 'v2',
    editId: 'e1',
    results: changes.map((_change, index) => ({ index, status: 0, code: 'ok', msg: '' })),
    normalised: [],
    isReadBack: true,
    c: changes.map(({ diff, key, path, value }) => ({
      d: diff.toLowerCase(),
      change: JSON.stringify(
        key === undefined ? { [String(path[0])]: value } : { [key]: { [String(path[0])]: value } },
      ),
    })),
  }
}
