import type { Place } from '@qd/player-diff'
import { beforeEach, describe, expect, it } from 'vitest'
import { PLAYER, U_ID, playerData, protocol } from '../testing/sample-player.ts'
import { openSession } from './editor-session.ts'
import { useEditor } from './editor-store.ts'
import { showPlace } from './show-place.ts'

const { Bag } = protocol.diffInfos
/** The bag with a field no cell can show. */
const definition = {
  ...protocol,
  diffInfos: {
    ...protocol.diffInfos,
    Bag: { ...Bag, fields: [...Bag.fields, { fieldName: 'gems', name: '', type: 'array', comment: '' }] },
  },
}
const session = () => useEditor.getState().sessions[PLAYER]!

/** What the editor shows after it was led somewhere. */
function shownAt(place: Place) {
  showPlace(PLAYER, place)
  const { diff, mode, rowKey, column, focus } = session()
  return { diff, mode, rowKey, column, focus }
}

beforeEach(() => {
  const opened = openSession({
    uId: U_ID,
    game: 'lantern',
    md5: 'm',
    version: 'v1',
    online: false,
    protocol: definition,
    data: playerData(),
    loadedAtMs: 0,
  })
  useEditor.setState({ sessions: { [PLAYER]: { ...opened, search: '等级' } } })
})

describe('the editor led to a place', () => {
  it('shows a field of a row in its cell, and what no cell can show in the form', () => {
    const count: Place = { diff: 'Bag', key: '10020', path: ['count'] }
    expect(shownAt(count)).toMatchObject({ mode: 'table', rowKey: '10020', column: 'count', focus: count })
    const gems: Place = { diff: 'Bag', key: '10020', path: ['gems'] }
    expect(shownAt(gems)).toMatchObject({ mode: 'form', rowKey: '10020', column: null, focus: gems })
    const gem: Place = { ...gems, path: ['gems', 2] }
    expect(shownAt(gem)).toMatchObject({ mode: 'form', focus: gem })
    const tag: Place = { diff: 'Role', path: ['tags', 0] }
    expect(shownAt(tag)).toMatchObject({ diff: 'Role', mode: 'form', rowKey: null, focus: tag })
    expect(session().search).toBe('')
  })

  it('shows a row with the cursor in it, a module as a table, and a field of one at a row', () => {
    expect(shownAt({ diff: 'Bag', path: [] })).toMatchObject({ mode: 'table', rowKey: null, column: null })
    expect(shownAt({ diff: 'Bag', path: ['count'] })).toMatchObject({ rowKey: '10007', column: 'count' })
    const row = { mode: 'table', rowKey: '10020', column: 'itemId', focus: null }
    expect(shownAt({ diff: 'Bag', key: '10020', path: [] })).toMatchObject(row)
    expect(shownAt({ diff: 'Bag', path: ['count'] })).toMatchObject({ rowKey: '10020', column: 'count' })
  })

  it('stays where it is for a module the game has no more', () => {
    const before = session()
    showPlace(PLAYER, { diff: 'Mount', key: '7', path: ['speed'] })
    expect(session()).toBe(before)
  })
})
