import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { readMenus } from '../contract/index.ts'
import './texts.ts'

export { ExtraLinks } from './links/extra-links.tsx'
export { QuickLinks } from './links/quick-links.tsx'
export { useProjectMenus } from './links/use-project-menus.ts'
export type { ProjectMenu } from './links/use-project-menus.ts'

/** Links, projects and the pages about them. */
export const webFeature: WebFeature = {
  name: 'menu',
  pages: [
    {
      path: 'shortcut',
      titleKey: 'shortcut.title',
      component: lazyPart(() => import('./shortcut/shortcut-page.tsx')),
      level: 0,
      recordParams: ['url', 'name'],
      tabTitle: ({ name = '' }) => name,
    },
    {
      path: 'menus',
      titleKey: 'editor.title',
      component: lazyPart(() => import('./editor/editor-page.tsx')),
      level: 0,
      permission: readMenus,
      menu: { order: 60, group: 'admin' },
    },
  ],
}
