import { createContext, use } from 'react'
import type { ReactNode } from 'react'

/** The icon of the panel around, for what stands in it while it is empty. */
export const PanelIcon = createContext<ReactNode>(null)

export const usePanelIcon = (): ReactNode => use(PanelIcon)
