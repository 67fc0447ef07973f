import type { TabPlace } from './tab-place.ts'

/** Pages kept alive at once; beyond that the one used longest ago is unmounted. */
export const LIVE_TABS = 10
/** Tabs in the bar; beyond that the one used longest ago closes, unless pinned or unsaved. */
export const OPEN_TABS = 60
const CLOSED_KEPT = 20

export interface TabEntry extends TabPlace {
  /** What the page calls its record, e.g. a player's name; empty: title and record. */
  name: string
  /** Stays left and cannot be closed. */
  isPinned: boolean
  /** Pinned from the start; cannot be unpinned. */
  isAffixed: boolean
  /** Counts refreshes: a new number mounts the page anew. */
  generation: number
}

export interface TabList {
  /** In the order of the bar, pinned first. */
  tabs: readonly TabEntry[]
  /** Ids, the tab in view first. */
  recency: readonly string[]
  /** Closed last comes last. */
  closed: readonly TabEntry[]
  /** Ids of the mounted pages in the order they were mounted. */
  live: readonly string[]
  /** The tab in view that closes as soon as another one is shown. */
  leaving: string
}

export const NO_TABS: TabList = { tabs: [], recency: [], closed: [], live: [], leaving: '' }

/** What the list cannot know by itself. */
export interface TabRules {
  /** Would lose something if it were unmounted. */
  isBusy: (id: string) => boolean
  /** Mounted anew each time it is shown (S3.08). */
  isUncached: (page: string) => boolean
  liveCap?: number
}

const NO_RULES: TabRules = { isBusy: () => false, isUncached: () => false }

export function isFixed(tab: TabEntry): boolean {
  return tab.isPinned || tab.isAffixed
}

function sorted(tabs: readonly TabEntry[]): TabEntry[] {
  const rank = (tab: TabEntry) => (tab.isAffixed ? 0 : tab.isPinned ? 1 : 2)
  return tabs.toSorted((left, right) => rank(left) - rank(right))
}

function entryOf(place: TabPlace, isAffixed = false): TabEntry {
  return { ...place, name: '', isPinned: false, isAffixed, generation: 0 }
}

function withoutIds(list: TabList, ids: ReadonlySet<string>): TabList {
  const stays = (id: string) => !ids.has(id)
  return {
    ...list,
    tabs: list.tabs.filter(({ id }) => stays(id)),
    recency: list.recency.filter(stays),
    live: list.live.filter(stays),
  }
}

/** Puts the tabs in that are always there, and takes out those whose page is gone. */
export function startTabs(
  list: TabList,
  affixed: readonly TabPlace[],
  hasPage: (page: string) => boolean,
): TabList {
  const kept = list.tabs.filter(({ page }) => hasPage(page)).map((tab) => ({ ...tab, isAffixed: false }))
  const added = affixed.filter(({ id }) => !kept.some((tab) => tab.id === id)).map((place) => entryOf(place))
  const tabs = [...added, ...kept].map((tab) => ({
    ...tab,
    isAffixed: affixed.some(({ id }) => id === tab.id),
  }))
  const ids = new Set(tabs.map(({ id }) => id))
  return { ...list, tabs: sorted(tabs), recency: list.recency.filter((id) => ids.has(id)), leaving: '' }
}

function liveAfter(list: TabList, shown: string, rules: TabRules): string[] {
  const pageOf = new Map(list.tabs.map(({ id, page }) => [id, page]))
  const mounted = list.live.includes(shown) ? list.live : [...list.live, shown]
  const canHide = (id: string) => id === shown || !rules.isUncached(pageOf.get(id) ?? '')
  const byUse = list.recency.filter((id) => mounted.includes(id) && canHide(id))
  const inCap = new Set(byUse.slice(0, rules.liveCap ?? LIVE_TABS))
  return mounted.filter((id) => inCap.has(id) || (pageOf.has(id) && canHide(id) && rules.isBusy(id)))
}

function withinOpen(list: TabList, rules: TabRules): TabList {
  const spare = list.tabs.length - OPEN_TABS
  if (spare <= 0) return list
  const useOf = new Map(list.recency.map((id, at) => [id, at]))
  const oldest = list.tabs
    .filter((tab) => !isFixed(tab) && !rules.isBusy(tab.id) && tab.id !== list.recency[0])
    .toSorted((left, right) => (useOf.get(right.id) ?? Infinity) - (useOf.get(left.id) ?? Infinity))
    .slice(0, spare)
  return withoutIds(list, new Set(oldest.map(({ id }) => id)))
}

/** Whether a tab names the same record with less: a uId that was typed, before its player was found in a game. */
function saysLess(tab: TabEntry, place: TabPlace): boolean {
  const said = Object.entries(tab.record)
  const isPart = said.length > 0 && said.every(([name, value]) => place.record[name] === value)
  return tab.page === place.page && tab.id !== place.id && isPart
}

/** The tab of a record that is now known better becomes that record's, unless it has one already. */
function knowBetter(list: TabList, place: TabPlace): TabList {
  const vague = list.tabs.find((tab) => saysLess(tab, place))
  if (vague === undefined) return list
  if (list.tabs.some(({ id }) => id === place.id)) return withoutIds(list, new Set([vague.id]))
  const renamed = (id: string) => (id === vague.id ? place.id : id)
  return {
    ...list,
    tabs: list.tabs.map((tab) => (tab === vague ? { ...tab, ...place } : tab)),
    recency: list.recency.map(renamed),
    live: list.live.map(renamed),
    leaving: renamed(list.leaving),
  }
}

/** A place comes into view: its tab is opened or brought up to date, and what was leaving closes. */
export function showTab(given: TabList, place: TabPlace, rules: TabRules = NO_RULES): TabList {
  const list = knowBetter(given, place)
  const isLeavingDone = list.leaving !== '' && list.leaving !== place.id
  const left = isLeavingDone ? closeTabs(list, [list.leaving]) : list
  const known = left.tabs.find(({ id }) => id === place.id)
  const tabs =
    known === undefined
      ? [...left.tabs, entryOf(place)]
      : known.address === place.address
        ? left.tabs
        : left.tabs.map((tab) => (tab === known ? { ...tab, address: place.address } : tab))
  const recency =
    left.recency[0] === place.id ? left.recency : [place.id, ...left.recency.filter((id) => id !== place.id)]
  const next = withinOpen({ ...left, leaving: '', tabs, recency }, rules)
  return { ...next, live: liveAfter(next, place.id, rules) }
}

/** Closes what may be closed of the given tabs; they can be reopened. */
export function closeTabs(list: TabList, ids: readonly string[]): TabList {
  const closing = list.tabs.filter((tab) => ids.includes(tab.id) && !isFixed(tab))
  if (closing.length === 0) return list
  const gone = new Set(closing.map(({ id }) => id))
  const closed = [...list.closed.filter(({ id }) => !gone.has(id)), ...closing].slice(-CLOSED_KEPT)
  return { ...withoutIds(list, gone), closed, leaving: gone.has(list.leaving) ? '' : list.leaving }
}

/** Pinned tabs stand left of the others, the newest pinned last. */
export function pinTab(list: TabList, id: string, isPinned: boolean): TabList {
  const tab = list.tabs.find((each) => each.id === id)
  if (tab === undefined || tab.isAffixed || tab.isPinned === isPinned) return list
  const others = list.tabs.filter((each) => each !== tab)
  const at = others.filter(isFixed).length
  return { ...list, tabs: others.toSpliced(at, 0, { ...tab, isPinned }) }
}

/** Moves a tab to a place in the bar, as far as the border of the pinned ones lets it. */
export function moveTab(list: TabList, id: string, to: number): TabList {
  const tab = list.tabs.find((each) => each.id === id)
  if (tab === undefined || tab.isAffixed) return list
  const others = list.tabs.filter((each) => each !== tab)
  const first = others.filter((each) => each.isAffixed || (!tab.isPinned && each.isPinned)).length
  const last = tab.isPinned ? others.filter(isFixed).length : others.length
  const at = Math.min(last, Math.max(first, to))
  return list.tabs[at] === tab ? list : { ...list, tabs: others.toSpliced(at, 0, tab) }
}

function patchTab(list: TabList, id: string, patch: (tab: TabEntry) => Partial<TabEntry>): TabList {
  return { ...list, tabs: list.tabs.map((tab) => (tab.id === id ? { ...tab, ...patch(tab) } : tab)) }
}

/** The page is mounted anew. */
export function refreshTab(list: TabList, id: string): TabList {
  return patchTab(list, id, ({ generation }) => ({ generation: generation + 1 }))
}

const isSameRecord = (one: TabEntry, other: TabEntry): boolean =>
  Object.keys(one.record).length > 0 && JSON.stringify(one.record) === JSON.stringify(other.record)

/** Names a tab, and with it every other one of the same record: a player who was renamed is so on all of them. */
export function nameTab(list: TabList, id: string, name: string): TabList {
  const tab = list.tabs.find((each) => each.id === id)
  if (tab === undefined) return list
  const meant = (each: TabEntry): boolean => each.name !== name && (each === tab || isSameRecord(each, tab))
  if (!list.tabs.some(meant)) return list
  const tabs = list.tabs.map((each) => (meant(each) ? { ...each, name } : each))
  // What has a name was found after all.
  return { ...list, tabs, leaving: list.leaving === id ? '' : list.leaving }
}

/** Takes the tab closed last from the pile and puts it into the bar; its address has to be shown then. */
export function reopenTab(list: TabList): { list: TabList; tab: TabEntry | null } {
  const tab = list.closed.findLast((entry) => !list.tabs.some(({ id }) => id === entry.id)) ?? null
  if (tab === null) return { list: list.closed.length === 0 ? list : { ...list, closed: [] }, tab }
  const closed = list.closed.slice(0, list.closed.indexOf(tab))
  return { list: { ...list, closed, tabs: [...list.tabs, tab] }, tab }
}
