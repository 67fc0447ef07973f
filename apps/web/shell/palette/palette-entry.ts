import type { PaletteEntry as Entry } from '@qd/web-frame'

/** Sections of the shell in the order of an empty search; features add their own behind them. */
export const SECTIONS = ['recent', 'tab', 'player', 'page', 'command', 'server', 'setting'] as const

export interface PaletteEntry extends Entry {
  /** One of `SECTIONS`, or the id of a feature's group. */
  section: string
  /** It answers the query, whatever its words are: its feature has searched. */
  isAnswer?: boolean
}

/** Typed first, a prefix narrows the search to the sections that have it. */
export const SHELL_PREFIXES: Readonly<Record<string, string>> = {
  command: '>',
  setting: '>',
  player: '@',
}
