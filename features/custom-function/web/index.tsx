import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { manageFunctions, runFunction } from '../contract/index.ts'
import { functionText } from './texts.ts'

/** Functions of the game server and of the console: found, tried and run; designed by those who may. */
export const webFeature: WebFeature = {
  name: 'custom-function',
  palette: [
    {
      id: 'function',
      titleKey: 'title',
      prefix: '>',
      permission: runFunction,
      source: lazyPart(() => import('./palette/function-source.tsx')),
    },
  ],
  pages: [
    {
      path: 'dataModify/:uId?',
      titleKey: 'title',
      component: lazyPart(() => import('./page/functions-page.tsx')),
      level: 3,
      permission: runFunction,
      menu: { order: 20 },
      recordParams: ['uId', 'game'],
      tabTitle: ({ uId }) =>
        uId === undefined ? functionText('title') : functionText('tab.player', { uId }),
      namedTitle: (name) => functionText('tab.named', { name }),
    },
    {
      path: 'functionDesign/:functionId?',
      titleKey: 'design.title',
      hasHeading: true,
      component: lazyPart(() => import('./design/design-page.tsx')),
      level: 3,
      permission: manageFunctions,
      recordParams: ['functionId'],
      tabTitle: ({ functionId }) =>
        functionText(functionId === undefined ? 'design.newTitle' : 'design.title'),
      namedTitle: (title) => functionText('design.of', { title }),
    },
  ],
}
