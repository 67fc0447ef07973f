import { lazyPart } from '@qd/web-base'
import type { PageSpec } from '@qd/web-frame'
import { simulatorConnect } from '../../contract/index.ts'

/** Games known by their frames and messages alone, and the addresses a line may connect to; the connect dialog leads here. */
export const recordsPage: PageSpec = {
  path: 'mock/records',
  titleKey: 'records.page',
  component: lazyPart(() => import('./records-page.tsx')),
  level: 2,
  permission: simulatorConnect,
}
