import { createContext, useContext, useEffect, useId } from 'react'
import { setUnsaved } from '../stores/unsaved.ts'

/** The tag view a page stands in. */
export interface Tab {
  /** Page path and the record's parameters: `index/:uId?uId=30123000045`. */
  id: string
  /** False while the page is kept alive behind another one. */
  isShown: boolean
}

export const TabContext = createContext<Tab>({ id: '', isShown: true })

/** The tab around this part; dialogs name its id, so that they hide and come back with it. */
export function useTab(): Tab {
  return useContext(TabContext)
}

/** Marks the tab with how many changes would be lost; closing it then asks first. */
export function useMarkUnsaved(count: number): void {
  const { id } = useTab()
  const part = useId()
  const key = `${id}#${part}`
  useEffect(() => {
    setUnsaved(key, count)
    return () => setUnsaved(key, 0)
  }, [key, count])
}
