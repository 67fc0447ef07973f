import { createContext, useContext, useEffect, useId, useInsertionEffect } from 'react'
import { setUnsaved } from './unsaved.ts'

/** The tab view a page stands in. */
export interface Tab {
  /** See `tabIdOf`; empty outside the tabs. */
  id: string
  /** False while the page is kept alive behind another one. */
  isShown: boolean
  /** Gives the tab the name of its record. */
  rename?: (name: string) => void
}

export const TabContext = createContext<Tab>({ id: '', isShown: true })

/** Id of the tab of a page, or of one of its records: `index/:uId?|uId=30123000045`. */
export function tabIdOf(pagePath: string, record: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(record).toString()
  return query === '' ? pagePath : `${pagePath}|${query}`
}

/** The tab around this part; dialogs name its id, so that they hide and come back with it. */
export function useTab(): Tab {
  return useContext(TabContext)
}

/**
 * Calls the tab by what its record is called, e.g. the player's name, in words of no language: `namedTitle` of the page
 * puts them around it. Empty: it is not known yet, and the last name stays. Null: the page shows no record any more.
 */
export function useTabName(name: string | null): void {
  const { rename } = useTab()
  useEffect(() => {
    if (name !== '') rename?.(name ?? '')
  }, [rename, name])
}

/** Marks the tab with how many changes would be lost; closing it then asks first. */
export function useMarkUnsaved(count: number): void {
  const { id } = useTab()
  const part = useId()
  const key = `${id}#${part}`
  useEffect(() => setUnsaved(key, count), [key, count])
  // A page that is only hidden ends its effects too, but keeps what was typed: only unmounting ends this one.
  useInsertionEffect(() => () => queueMicrotask(() => setUnsaved(key, 0)), [key])
}
