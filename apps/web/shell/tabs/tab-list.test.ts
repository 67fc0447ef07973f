import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  LIVE_TABS,
  NO_TABS,
  OPEN_TABS,
  closeTabs,
  isFixed,
  moveTab,
  nameTab,
  pinTab,
  refreshTab,
  reopenTab,
  showTab,
  startTabs,
} from './tab-list.ts'
import type { TabList, TabRules } from './tab-list.ts'
import type { TabPlace } from './tab-place.ts'

function place(id: string, page = id): TabPlace {
  return { id, page, record: {}, address: `/${id}`, hasOwnUId: false }
}

const home = place('index')
const started = () => startTabs(NO_TABS, [home], () => true)
const idsOf = (list: TabList) => list.tabs.map(({ id }) => id)

function shown(...ids: string[]): TabList {
  return ids.reduce((list, id) => showTab(list, place(id)), started())
}

describe('tab list', () => {
  it('shows what was visited in the order of opening, each once, and keeps the last address', () => {
    const list = showTab(shown('a', 'b', 'a'), { ...place('b'), address: '/b?page=2' })
    expect(idsOf(list)).toEqual(['index', 'a', 'b'])
    expect(list.recency).toEqual(['b', 'a'])
    expect(list.tabs.at(-1)?.address).toBe('/b?page=2')
  })

  it('a page that is not to be cached is unmounted when it is left', () => {
    const rules: TabRules = { isBusy: () => false, isUncached: (page) => page === 'a' }
    const list = showTab(showTab(started(), place('a'), rules), place('b'), rules)
    expect(list.live).toEqual(['b'])
    expect(showTab(list, place('a'), rules).live).toEqual(['b', 'a'])
  })

  describe('a record that becomes known better', () => {
    const player = (record: Record<string, string>): TabPlace => ({
      ...place(Object.values(record).join('@'), 'index/:uId?'),
      record,
    })
    const typed = player({ uId: '7' })
    const ofLantern = player({ uId: '7', game: 'lantern' })
    const ofEmber = player({ uId: '7', game: 'ember' })

    it('keeps its tab, mounted or not, and its place in the bar', () => {
      const before = showTab(showTab(showTab(started(), typed), place('b')), typed)
      const list = showTab(before, ofLantern)
      expect(idsOf(list)).toEqual(['index', '7@lantern', 'b'])
      expect(list.recency).toEqual(['7@lantern', 'b'])
      expect(list.live.toSorted()).toEqual(['7@lantern', 'b'])
      expect(list.tabs[1]).toMatchObject({ record: { uId: '7', game: 'lantern' } })
      expect(list.closed).toEqual([])
    })

    it('goes into the tab that is open already', () => {
      const list = showTab(showTab(showTab(started(), ofLantern), typed), ofLantern)
      expect(idsOf(list)).toEqual(['index', '7@lantern'])
      expect(list.live).toEqual(['7@lantern'])
    })

    it('leaves the same uId of another game, other players and the page without a record alone', () => {
      const list = [home, ofLantern, player({ uId: '8' }), ofEmber].reduce(
        (before, each) => showTab(before, each),
        started(),
      )
      expect(idsOf(list)).toEqual(['index', '7@lantern', '8', '7@ember'])
    })
  })

  it('closing the tab in view closes it when the next one is shown, not before', () => {
    const leaving = { ...shown('a', 'b'), leaving: 'b' }
    expect(idsOf(leaving)).toContain('b')
    const left = showTab(leaving, place('a'))
    expect(idsOf(left)).toEqual(['index', 'a'])
    expect(left.closed.map(({ id }) => id)).toEqual(['b'])
    expect(left.leaving).toBe('')
  })

  it('pinned tabs and those there from the start cannot be closed', () => {
    const list = pinTab(shown('a', 'b', 'c'), 'b', true)
    expect(idsOf(list)).toEqual(['index', 'b', 'a', 'c'])
    const closed = closeTabs(list, idsOf(list))
    expect(idsOf(closed)).toEqual(['index', 'b'])
    expect(idsOf(pinTab(closed, 'index', false))).toEqual(['index', 'b'])
    expect(idsOf(closeTabs(pinTab(closed, 'b', false), ['b']))).toEqual(['index'])
  })

  it.each([
    ['c', 1, ['index', 'p', 'c', 'a', 'b']],
    ['c', 0, ['index', 'p', 'c', 'a', 'b']],
    ['a', 99, ['index', 'p', 'b', 'c', 'a']],
    ['p', 4, ['index', 'p', 'a', 'b', 'c']],
    ['index', 3, ['index', 'p', 'a', 'b', 'c']],
  ])('moving %s to %i stops at the border of the pinned', (id, to, order) => {
    const list = pinTab(shown('a', 'b', 'c', 'p'), 'p', true)
    expect(idsOf(moveTab(list, id, to))).toEqual(order)
  })

  it('a closed tab comes back with its name, the last one first, and never twice', () => {
    const list = closeTabs(closeTabs(nameTab(shown('a', 'b', 'c'), 'b', '林汐'), ['a']), ['b'])
    const first = reopenTab(list)
    expect(first.tab).toMatchObject({ id: 'b', name: '林汐' })
    const again = reopenTab(showTab(first.list, place('a')))
    expect(again.tab).toBeNull()
    expect(again.list.closed).toEqual([])
  })

  it('a refresh mounts anew and changes nothing else', () => {
    const list = refreshTab(shown('a', 'b'), 'a')
    expect(list.tabs.map(({ generation }) => generation)).toEqual([0, 1, 0])
    expect(list.live).toEqual(['a', 'b'])
  })

  it('after a reload tabs of pages that are gone are dropped, nothing is mounted yet', () => {
    const { live: _live, ...stored } = pinTab(shown('a', 'gone', 'b'), 'b', true)
    const list = startTabs({ ...NO_TABS, ...stored }, [home], (page) => page !== 'gone')
    expect(idsOf(list)).toEqual(['index', 'b', 'a'])
    expect(list.recency).toEqual(['b', 'a'])
    expect(list.live).toEqual([])
  })

  it('more than sixty tabs: the one used longest ago closes, pinned and unsaved ones stay', () => {
    const rules: TabRules = { isBusy: (id) => id === 't1', isUncached: () => false }
    let list = pinTab(showTab(showTab(started(), place('t0'), rules), place('t1'), rules), 't0', true)
    for (let at = 2; at < OPEN_TABS + 2; at += 1) list = showTab(list, place(`t${at}`), rules)
    expect(list.tabs).toHaveLength(OPEN_TABS)
    expect(idsOf(list).slice(0, 3)).toEqual(['index', 't0', 't1'])
    expect(idsOf(list)).not.toContain('t2')
  })
})

describe('whatever is done to the tabs', () => {
  const id = fc.constantFrom(...Array.from({ length: 16 }, (_, at) => `t${at}`))
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('show' as const), id }) },
    fc.record({ do: fc.constant('close' as const), id }),
    fc.record({ do: fc.constant('leave' as const), id }),
    fc.record({ do: fc.constant('pin' as const), id, isPinned: fc.boolean() }),
    fc.record({ do: fc.constant('move' as const), id, to: fc.integer({ min: -2, max: 20 }) }),
    fc.record({ do: fc.constant('reopen' as const) }),
  )
  const busy = new Set(['t1', 't2', 't3'])
  const rules: TabRules = { isBusy: (tab) => busy.has(tab), isUncached: () => false }

  function apply(list: TabList, done: typeof step extends fc.Arbitrary<infer S> ? S : never): TabList {
    if (done.do === 'show') return showTab(list, place(done.id), rules)
    if (done.do === 'close') return list.recency[0] === done.id ? list : closeTabs(list, [done.id])
    if (done.do === 'leave') return list.recency[0] === done.id ? { ...list, leaving: done.id } : list
    if (done.do === 'pin') return pinTab(list, done.id, done.isPinned)
    if (done.do === 'move') return moveTab(list, done.id, done.to)
    return reopenTab(list).list
  }

  it('pinned stay left, no tab is there twice, ten pages live, and nothing unsaved is unmounted', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        let list = started()
        for (const done of steps) {
          const before = list
          list = apply(list, done)
          const ids = idsOf(list)
          expect(new Set(ids).size).toBe(ids.length)
          const firstLoose = list.tabs.findIndex((tab) => !isFixed(tab))
          if (firstLoose >= 0) expect(list.tabs.slice(firstLoose).some(isFixed)).toBe(false)
          expect(ids[0]).toBe('index')
          expect(list.live.every((tab) => ids.includes(tab))).toBe(true)
          expect(list.live.filter((tab) => !busy.has(tab)).length).toBeLessThanOrEqual(LIVE_TABS)
          const lost = before.live.filter((tab) => busy.has(tab) && !list.live.includes(tab))
          expect(lost.filter((tab) => ids.includes(tab))).toEqual([])
        }
      }),
      { seed: 23, numRuns: 300 },
    )
  })

  it('the page unmounted for want of room is the one used longest ago', () => {
    fc.assert(
      fc.property(fc.array(id, { minLength: 1, maxLength: 60 }), (visits) => {
        const list = visits.reduce((tabs, visit) => showTab(tabs, place(visit)), started())
        const byUse = [...new Set(visits.toReversed())].slice(0, LIVE_TABS)
        expect(list.live.toSorted()).toEqual(byUse.toSorted())
      }),
      { seed: 7 },
    )
  })
})
