import { lazyPart } from '@qd/web-base'
import type { PageSpec } from '@qd/web-frame'
import { readDefinitions } from '../../contract/index.ts'

/** Pages beside the simulator itself; the extra menus lead to the first (S2.18). */
export const docPages: readonly PageSpec[] = [
  {
    path: 'mock/doc',
    titleKey: 'doc.title',
    component: lazyPart(() => import('./doc-page.tsx')),
    level: 3,
    permission: readDefinitions,
  },
  {
    path: 'mock/about',
    titleKey: 'about.title',
    component: lazyPart(() => import('../about/about-page.tsx')),
    level: 3,
    permission: readDefinitions,
  },
]
