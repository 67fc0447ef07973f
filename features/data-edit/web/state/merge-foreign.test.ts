import { useSession } from '@qd/web-base'
import { testUser } from '@qd/web-testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { readProtocol } from '@qd/player-edit'
import { PLAYER, U_ID, playerData, protocol } from '../testing/sample-player.ts'
import { draftActions, useEditor } from './editor-store.ts'
import { mergeForeign } from './merge-foreign.ts'

const parsed = readProtocol(protocol)
if (!parsed.ok) throw new Error(parsed.reason)
const definition = parsed.protocol

const session = () => useEditor.getState().sessions[PLAYER]!
const commit = (actor: string, count: number) =>
  mergeForeign(PLAYER, {
    editId: 'e9',
    actor,
    at: 5,
    version: 'v9',
    c: [{ d: 'bag', change: JSON.stringify({ '10007': { count } }) }],
  })
const count = (): unknown => (session().draft.data.bag as Record<string, { count: number }>)['10007']?.count

beforeEach(() => {
  useSession.setState({ userInfo: testUser({ username: 'lin' }) })
  useEditor.setState({ sessions: {} })
  const loaded = { uId: U_ID, game: 'lantern', md5: 'a', version: 'v1', online: true, loadedAtMs: 1 }
  useEditor.getState().load({ ...loaded, protocol: definition, data: playerData() })
})

describe('mergeForeign', () => {
  it('[ED.12] takes over untouched values and says who changed them', () => {
    commit('mei', 500)
    expect(count()).toBe(500)
    expect(session()).toMatchObject({ version: 'v9', foreign: { actor: 'mei', at: 5 } })
    expect(session().draft.changes).toEqual([])
  })

  it('[ED.12] keeps my edit of the same value and marks it', () => {
    draftActions.edit(PLAYER, [{ diff: 'Bag', key: '10007', path: ['count'], op: 'set', value: 680 }])
    commit('mei', 500)
    expect(count()).toBe(680)
    expect(session().draft.moved.size).toBe(1)
  })

  it('[ED.12] merges my own commit from elsewhere without a word', () => {
    commit('lin', 500)
    expect(count()).toBe(500)
    expect(session().foreign).toBeNull()
  })

  it('[ED.12] leaves the data alone while a commit of mine is under way', () => {
    useEditor.getState().patch(PLAYER, { busy: 'commit' })
    commit('mei', 500)
    expect(count()).toBe(480)
  })

  it('[ED.12] an answer asked for before the merge is not taken for newer', () => {
    commit('mei', 500)
    const old = { uId: U_ID, game: 'lantern', md5: 'a', version: 'v1', online: true, loadedAtMs: 2 }
    useEditor.getState().load({ ...old, protocol: definition, data: playerData() })
    expect(count()).toBe(500)
  })

  it('[ED.13] a new definition keeps the edits that still have a place', () => {
    draftActions.edit(PLAYER, [
      { diff: 'Bag', key: '10007', path: ['count'], op: 'set', value: 680 },
      { diff: 'Role', path: ['level'], op: 'set', value: 80 },
    ])
    const { Role: _gone, ...diffInfos } = definition.diffInfos
    const next = {
      uId: U_ID,
      game: 'lantern',
      md5: 'b',
      version: 'v2',
      online: true,
      loadedAtMs: Date.now() + 1000,
    }
    useEditor.getState().load({ ...next, protocol: { ...definition, diffInfos }, data: playerData() })
    expect(session().draft.changes).toMatchObject([{ diff: 'Bag', value: 680 }])
    expect(session().diff).toBe('Currency')
  })
})
