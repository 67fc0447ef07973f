import { lazyPart } from '@qd/web-base'
import type { WebFeature } from '@qd/web-frame'
import { redisResource } from '../contract/index.ts'
import { endWithPage, redisPage } from './page/redis-pages.ts'
import { PlayerKeysButton } from './player-keys/player-keys-button.tsx'
import './texts.ts'

/** The Redis manager: connections, keys and values of the Redis servers of a game. */
export const webFeature: WebFeature = {
  name: 'redis',
  pages: [redisPage],
  resources: [redisResource],
  start: endWithPage,
  slots: {
    playerActions: PlayerKeysButton,
    jobActions: lazyPart(() =>
      import('./transfer/export-job-button.tsx').then((file) => ({ default: file.ExportJobButton })),
    ),
  },
}
