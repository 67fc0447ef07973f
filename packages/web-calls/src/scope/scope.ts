import type { Environment, ScopePlace } from '@qd/contract-kit'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { scopeStorage } from './scope-storage.ts'
import { NOTHING, selectionOf } from './selection.ts'
import type { Selection } from './selection.ts'

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

/** Who chose: the user, or an option list that had only one answer or still held a remembered one. */
export type Chooser = 'user' | 'list'

export interface ScopeState extends Selection, ScopeLists {
  /** What the user chose last, in whatever window; a new window begins there. */
  kept: Selection
  /** Counts what moved the selection besides the option lists, so that who waits for an answer sees it is overtaken. */
  moves: number
  /** Digits of the player in view; empty: none; '0' after a failed lookup (S8.05). */
  uId: string
  player: FoundPlayer | null
  isFindingPlayer: boolean
  /** The choice all option lists have answered for; see `settledKey`. */
  settledFor: string | null
  /** Last choice below each parent, newest first: key `operator:<game>`, values ids. */
  recent: Record<string, string[]>
  selectGame(game: string, by?: Chooser): void
  selectOperator(partnerCode: string, by?: Chooser): void
  selectLine(lineId: string, by?: Chooser): void
  selectServer(sId: number, by?: Chooser): void
  selectChannel(channel: string, by?: Chooser): void
  /** Moves the whole selection at once by a choice, e.g. of a server, or of a player to where they were found. */
  moveTo(place: Partial<Selection>): void
  /** Moves it for this window alone: a link leads somewhere, and says nothing about where its reader works. */
  visit(place: Partial<Selection>): void
  setLists(lists: Partial<ScopeLists>): void
  setPlayer(uId: string, player: FoundPlayer | null): void
  /** Nobody was found: uId and sId are 0 (S8.05). */
  losePlayer(): void
  setFindingPlayer(isFindingPlayer: boolean): void
  settle(settledFor: string): void
  reset(): void
}

const RECENT_KEPT = 5
const NO_LISTS: ScopeLists = { games: [], operators: [], lines: [], servers: [], channels: [] }
const EMPTY = {
  ...NOTHING,
  ...NO_LISTS,
  kept: NOTHING,
  moves: 0,
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

function moved(state: ScopeState, place: Partial<Selection>, by: Chooser): Partial<ScopeState> {
  const next = selectionOf({ ...state, ...place })
  if (by === 'list') return next
  return { ...next, moves: state.moves + 1, kept: next, recent: rememberAll(state.recent, next) }
}

/** The selection every page works in; a choice clears the levels below it. */
export const useScope = create<ScopeState>()(
  persist(
    (set) => ({
      ...EMPTY,
      selectGame: (game, by = 'user') =>
        set((state) => ({
          ...moved(state, { ...NOTHING, game }, by),
          operators: [],
          lines: [],
          servers: [],
          channels: [],
        })),
      selectOperator: (partnerCode, by = 'user') =>
        set((state) => ({
          ...moved(state, { partnerCode, lineId: '', sId: 0, channel: '' }, by),
          lines: [],
          servers: [],
          channels: [],
        })),
      selectLine: (lineId, by = 'user') =>
        set((state) => ({
          ...moved(state, { lineId, sId: 0, channel: '' }, by),
          servers: [],
          channels: [],
        })),
      selectServer: (sId, by = 'user') => set((state) => moved(state, { sId }, by)),
      selectChannel: (channel, by = 'user') => set((state) => moved(state, { channel }, by)),
      moveTo: (place) => set((state) => moved(state, place, 'user')),
      visit: (place) => set((state) => ({ ...selectionOf({ ...state, ...place }), moves: state.moves + 1 })),
      setLists: (lists) => set(lists),
      setPlayer: (uId, player) => set({ uId, player, isFindingPlayer: false }),
      losePlayer: () => set({ uId: '0', sId: 0, player: null, isFindingPlayer: false }),
      setFindingPlayer: (isFindingPlayer) => set({ isFindingPlayer }),
      settle: (settledFor) => set({ settledFor }),
      reset: () => set(EMPTY),
    }),
    {
      name: 'scope',
      storage: scopeStorage(),
      partialize: (state) => ({ ...selectionOf(state), kept: state.kept, recent: state.recent }),
    },
  ),
)

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
