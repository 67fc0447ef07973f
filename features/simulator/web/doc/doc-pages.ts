import { lazyPart } from '@qd/web-base'
import type { PageSpec } from '@qd/web-frame'
import { readDefinitions, simulatorConnect } from '../../contract/index.ts'

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
  {
    path: 'mock/records/doc',
    titleKey: 'doc.title',
    component: lazyPart(() => import('./record-doc-page.tsx')),
    level: 2,
    permission: simulatorConnect,
  },
  {
    path: 'mock/records/about',
    titleKey: 'about.title',
    component: lazyPart(() => import('../about/record-about-page.tsx')),
    level: 2,
    permission: simulatorConnect,
  },
]
