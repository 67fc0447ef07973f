import { lazyPart } from '@qd/web-base'
import { whenTabCloses, tabIdOf } from '@qd/web-frame'
import type { PageSpec } from '@qd/web-frame'
import { whenSessionEnds } from '@qd/web-calls'
import { readDefinitions } from '../../contract/index.ts'

/** The simulator itself; connections need a line, and most of them a server of it. */
export const simulatorPage: PageSpec = {
  path: 'mock',
  titleKey: 'page.title',
  component: lazyPart(() => import('./simulator-page.tsx')),
  level: 2,
  permission: readDefinitions,
  menu: { order: 30 },
}

/** Connections end with the tab of the page and with the session. */
export function endWithPage(): void {
  const endAll = async (): Promise<void> => {
    const { closeAllConnections } = await import('../connections/connection-store.ts')
    closeAllConnections()
  }
  whenSessionEnds(() => void endAll())
  whenTabCloses((closed) => {
    if (closed.id === tabIdOf('mock', {})) void endAll()
  })
}
