import { lazyPart } from '@qd/web-base'
import { whenSessionEnds } from '@qd/web-calls'
import { tabIdOf, whenTabCloses } from '@qd/web-frame'
import type { PageSpec } from '@qd/web-frame'
import { readRedis } from '../../contract/index.ts'

export const redisPage: PageSpec = {
  path: 'redis',
  titleKey: 'page.title',
  component: lazyPart(() => import('./redis-page.tsx')),
  level: 0,
  permission: readRedis,
  menu: { order: 60 },
}

/** Connections end with the tab of the page; the session takes them with it when it ends. */
export function endWithPage(): void {
  whenSessionEnds(() => {
    void import('../connections/openings.ts').then(({ forgetAllOpen }) => forgetAllOpen())
    void import('../log/log-store.ts').then(({ clearLog }) => clearLog())
  })
  whenTabCloses(({ id }) => {
    if (id !== tabIdOf('redis', {})) return
    void import('../connections/openings.ts').then(({ closeAllOpen }) => closeAllOpen())
  })
}
