import type { Level, PermissionTriple, ResourceKind, ScopePlace } from '@qd/contract-kit'
import type { Change, ProtocolDefinition } from '@qd/protocol-model'
import type { ComponentType, LazyExoticComponent } from 'react'
import type { PreferenceKeeper, PresetKeeper } from './keepers.ts'

// eslint-disable-next-line typescript/no-explicit-any -- pages take what their path gives them
export type PageComponent = LazyExoticComponent<ComponentType<any>> | ComponentType<any>

export interface PageSpec {
  /** Router path without the leading slash: `index/:uId?`. */
  path: string
  /** Key of the title in the feature's web texts. */
  titleKey: string
  /** The page shows its own first heading; without, its title is one for those who do not see the page. */
  hasHeading?: boolean
  component: PageComponent
  /** How deep a selection the page needs (S5.01). */
  level: Level
  permission?: PermissionTriple
  /**
   * Place in the menu; absent: not in the menu. Without a group it stands in the bar itself, with one in the
   * dropdown of other functions (S1.03) or of administration.
   */
  menu?: { order: number; group?: MenuGroup }
  /** Parameters of the path or query that make two records of one page two tabs, e.g. `['uId']`. */
  recordParams?: readonly string[]
  /** Text of a record's tab from those parameters; default: title and parameters. */
  tabTitle?: (record: Readonly<Record<string, string>>) => string
  /** The same once the page has named its record (`useTabName`); default: that name. */
  namedTitle?: (name: string) => string
  /** Always mounted anew when its tab is shown again (S3.08). */
  isUncached?: boolean
  /** Its tab is there from the start and cannot be closed (S3.08). */
  isAffixed?: boolean
}

export type MenuGroup = 'other' | 'admin'

/** Something the command palette can do. */
export interface CommandSpec {
  /** Unique within the feature; also what "recent" remembers. */
  id: string
  /** Key of the title in the feature's web texts. */
  titleKey: string
  /** Asked for before it is offered. */
  permission?: PermissionTriple
  icon?: ComponentType<{ size?: number }>
  /** Keys that do the same, as the shortcuts sheet shows them: `mod+k`. */
  keys?: string
  run: () => void
}

/** One thing the palette leads to or does. */
export interface PaletteEntry {
  /** Unique in the palette; what "recent" remembers. */
  id: string
  title: string
  /** Beside the title, in grey: where it is, what it is now. */
  hint?: string
  /** Found by each of these too, as well as by its title, without showing them. */
  keywords?: readonly string[]
  keys?: string
  icon?: ComponentType<{ size?: number }>
  run: () => void
}

export interface PaletteSourceProps {
  /** What was typed, without a prefix; empty where another group is meant. */
  query: string
  /** Hands over the entries, the same array as long as nothing in it reads differently, or why there are none. */
  show: (entries: readonly PaletteEntry[], fault?: string) => void
}

/** What a feature adds to the palette. */
export interface PaletteGroup {
  /** Unique in the console; a group of the same id as one of the shell's stands under its head. */
  id: string
  /** Key of its head in the feature's web texts. */
  titleKey: string
  /** Typed first it narrows the palette to the groups that have it: `#`. */
  prefix: string
  /** Asked for before it is offered. */
  permission?: PermissionTriple
  /** Renders nothing; lives as long as the palette is open, and shows what the user may reach. */
  source: ComponentType<PaletteSourceProps>
  /** Its entries are the answer to the query already. */
  isAnswer?: boolean
}

/** Parts of a feature that other parts of the console show. */
export interface WebSlots {
  /** Where there is no server to choose: the way to one. */
  noServers?: ComponentType
  /** Where a uId means players of several games: which one is meant, from what the refusal tells of them. */
  playerChoice?: ComponentType<{ uId: string; details: unknown }>
  /** Where home begins: finds players by uId, name or account. */
  playerSearch?: ComponentType
  /** Roles by the names people know, for those who speak of roles and do not own them. */
  roleNames?: ComponentType<{ codes: readonly string[] }>
  /** A player, on the page their address leads to; the game is empty until somebody said it. */
  playerPage?: ComponentType<{ uId: string; game: string }>
  /** Beside the pending changes of a player, for whoever may edit them: what else can be done with these changes. */
  pendingChanges?: ComponentType<{
    protocol: ProtocolDefinition
    changes: readonly Change[]
    /** What a change is about, in words. */
    nameOf: (change: Change) => string
    /** Where the player is. */
    at: ScopePlace
  }>
  /** Beside the uId box in the top bar. */
  topBar?: ComponentType
  /** Among the buttons at the right end of the top bar, narrow screens included. */
  topBarEnd?: ComponentType
  /** Above the pages, as long as it is so: a way of working that its user chose. */
  banner?: ComponentType
  /** In the message centre, beside the last messages; `onLeave` closes it. */
  notificationList?: ComponentType<{ onLeave: () => void }>
  /** Where a permission is missing: the way to ask for it. */
  askForRights?: ComponentType<{ permission?: string; scope?: string }>
  /** A place as a scope path, chosen level by level. */
  placePicker?: ComponentType<{ scope: string; onChange: (scope: string) => void }>
  /** Over the foot of the pages: what comes by itself and everybody has to know now. */
  notice?: ComponentType
}

/** What a feature's web room gives to the composition. */
export interface WebFeature {
  name: string
  pages: readonly PageSpec[]
  commands?: readonly CommandSpec[]
  slots?: WebSlots
  palette?: readonly PaletteGroup[]
  /** Runs once when the console is put together; what it follows, it follows as long as the page lives. */
  start?: () => void
  preferences?: PreferenceKeeper
  presets?: PresetKeeper
  /** What a built-in role is called; empty for any other. */
  roleName?: (code: string) => string
  /** Kinds of things that grants of its permissions may be narrowed to, as its server part declares them. */
  resources?: readonly ResourceKind[]
}
