import type { Level, PermissionTriple } from '@qd/contract-kit'
import type { ComponentType, LazyExoticComponent } from 'react'

// eslint-disable-next-line typescript/no-explicit-any -- pages take what their path gives them
export type PageComponent = LazyExoticComponent<ComponentType<any>> | ComponentType<any>

export interface PageSpec {
  /** Router path without the leading slash: `index/:uId?`. */
  path: string
  /** Key of the title in the feature's web texts. */
  titleKey: string
  component: PageComponent
  /** How deep a selection the page needs (S5.01). */
  level: Level
  permission?: PermissionTriple
  /** Place in the horizontal menu; absent: not in the menu. */
  menu?: { order: number; labelKey?: string }
}

/** Parts of a feature that other parts of the console show. */
export interface WebSlots {
  /** Home page with a player. */
  homePlayer?: ComponentType<{ uId: string }>
  /** Home page without a player. */
  homeServer?: ComponentType
  /** Beside the uId box in the top bar. */
  topBar?: ComponentType
  /** Inside the drawer of narrow screens, below the uId box; default: topBar. */
  drawer?: ComponentType
}

/** What a feature's web room gives to the composition. */
export interface WebFeature {
  name: string
  pages: readonly PageSpec[]
  slots?: WebSlots
}
