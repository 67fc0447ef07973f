import type { Environment, ScopePlace } from '@qd/contract-kit'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { storedState } from '@qd/web-base'

export interface GameOption {
  id: string
  name: string
  code: string
  environment: Environment
}
export interface OperatorOption {
  partnerCode: string
  name: string
  platform: number
}
export interface LineOption {
  lineId: string
  lineCode: string
  name: string
  environment: Environment
}
export interface ServerOption {
  sId: number
  serviceName: string
  status: 'running' | 'stopped' | 'unknown'
  openedAt: number | null
}
export interface ChannelOption {
  name: string
  code: string
}

/** Option lists of the selection, filled by the top bar (S3.01). */
export interface ScopeLists {
  games: readonly GameOption[]
  operators: readonly OperatorOption[]
  lines: readonly LineOption[]
  servers: readonly ServerOption[]
  channels: readonly ChannelOption[]
}

/** A player the lookup found (S7.20). */
export interface FoundPlayer {
  uId: string
  sId: number
  name: string
  level: number
  online: boolean
  channel: string
}

/** The selection: empty text or 0 means nothing chosen at that level (S1.01). */
export interface Selection {
  game: string
  partnerCode: string
  lineId: string
  sId: number
  channel: string
}

export interface ScopeState extends Selection, ScopeLists {
  /** Digits of the player in view; empty: none; '0' after a failed lookup (S8.05). */
  uId: string
  player: FoundPlayer | null
  isFindingPlayer: boolean
  /** The choice all option lists have answered for; see `settledKey`. */
  settledFor: string | null
  /** Last choice below each parent, newest first: key `operator:<game>`, values ids. */
  recent: Record<string, string[]>
  selectGame(game: string): void
  selectOperator(partnerCode: string): void
  selectLine(lineId: string): void
  selectServer(sId: number): void
  selectChannel(channel: string): void
  /** Moves the whole selection at once, e.g. to where a player was found. */
  moveTo(place: Partial<Selection>): void
  setLists(lists: Partial<ScopeLists>): void
  setPlayer(uId: string, player: FoundPlayer | null): void
  setFindingPlayer(isFindingPlayer: boolean): void
  settle(settledFor: string): void
  reset(): void
}

const RECENT_KEPT = 5
const NOTHING: Selection = { game: '', partnerCode: '', lineId: '', sId: 0, channel: '' }
const NO_LISTS: ScopeLists = { games: [], operators: [], lines: [], servers: [], channels: [] }
const EMPTY = {
  ...NOTHING,
  ...NO_LISTS,
  uId: '',
  player: null,
  isFindingPlayer: false,
  settledFor: null,
  recent: {},
}

function remember(recent: Record<string, string[]>, key: string, id: string): Record<string, string[]> {
  if (id === '' || id === '0') return recent
  const before = (recent[key] ?? []).filter((other) => other !== id)
  return { ...recent, [key]: [id, ...before].slice(0, RECENT_KEPT) }
}

/** Key of the remembered choices at a level below the given parents. */
export function recentKey(level: 'game' | 'operator' | 'line' | 'server', place: Selection): string {
  if (level === 'game') return 'game'
  if (level === 'operator') return `operator:${place.game}`
  if (level === 'line') return `line:${place.game}/${place.partnerCode}`
  return `server:${place.lineId}`
}

function rememberAll(recent: Record<string, string[]>, place: Selection): Record<string, string[]> {
  let next = remember(recent, recentKey('game', place), place.game)
  next = remember(next, recentKey('operator', place), place.partnerCode)
  next = remember(next, recentKey('line', place), place.lineId)
  return remember(next, recentKey('server', place), String(place.sId))
}

function moved(state: ScopeState, place: Partial<Selection>): Partial<ScopeState> {
  const { game, partnerCode, lineId, sId, channel } = { ...state, ...place }
  const next = { game, partnerCode, lineId, sId, channel }
  return { ...next, recent: rememberAll(state.recent, next) }
}

/** The selection every page works in; a choice clears the levels below it. */
export const useScope = create<ScopeState>()(
  persist(
    (set) => ({
      ...EMPTY,
      selectGame: (game) =>
        set((state) => ({
          ...moved(state, { ...NOTHING, game }),
          operators: [],
          lines: [],
          servers: [],
          channels: [],
        })),
      selectOperator: (partnerCode) =>
        set((state) => ({
          ...moved(state, { partnerCode, lineId: '', sId: 0, channel: '' }),
          lines: [],
          servers: [],
          channels: [],
        })),
      selectLine: (lineId) =>
        set((state) => ({ ...moved(state, { lineId, sId: 0, channel: '' }), servers: [], channels: [] })),
      selectServer: (sId) => set((state) => moved(state, { sId })),
      selectChannel: (channel) => set({ channel }),
      moveTo: (place) => set((state) => moved(state, place)),
      setLists: (lists) => set(lists),
      setPlayer: (uId, player) => set({ uId, player, isFindingPlayer: false }),
      setFindingPlayer: (isFindingPlayer) => set({ isFindingPlayer }),
      settle: (settledFor) => set({ settledFor }),
      reset: () => set(EMPTY),
    }),
    {
      name: 'scope',
      storage: storedState(),
      partialize: (state) => ({ ...selectionOf(state), recent: state.recent }),
    },
  ),
)

/** The five levels without all else the store holds; a new object each time, so hooks want it with useShallow. */
export function selectionOf(state: Selection): Selection {
  const { game, partnerCode, lineId, sId, channel } = state
  return { game, partnerCode, lineId, sId, channel }
}

/** The selected line, as far as its list is loaded. */
export function selectedLine(state: ScopeState): LineOption | undefined {
  return state.lines.find((line) => line.lineId === state.lineId)
}

export function selectedServer(state: ScopeState): ServerOption | undefined {
  return state.servers.find((server) => server.sId === state.sId)
}

/** Environment of the selected line; without a line there is none to warn of. */
export function selectedEnvironment(state: ScopeState): Environment | undefined {
  return selectedLine(state)?.environment
}

/** The selection as a place for permission checks. */
export function selectedPlace(state: ScopeState): ScopePlace {
  return {
    game: state.game === '' ? undefined : state.game,
    operator: state.partnerCode === '' ? undefined : state.partnerCode,
    lineId: state.lineId === '' ? undefined : state.lineId,
    sId: state.sId === 0 ? undefined : state.sId,
    environment: selectedLine(state)?.environment,
  }
}
