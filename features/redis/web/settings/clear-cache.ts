import { keep, keptKeys, openConfirm, toast } from '@qd/web-frame'
import type { QueryClient } from '@tanstack/react-query'
import { forgetHistories } from '../console/history.ts'
import { refreshAllKeys } from '../detail/key-queries.ts'
import { readAllAgain } from '../keys/key-sessions.ts'
import { forgetSearches } from '../keys/searches.ts'
import { usePanelSizes } from '../page/panel-sizes.ts'
import { forgetQueries } from '../server/search/query-history.ts'
import { redisText } from '../texts.ts'

/** What the page remembers by itself: folded groups, last databases, views of values, heights and widths. */
const REMEMBERED = ['redis.foldedGroups', 'redis.lastDb', 'redis.views', 'redis.value.']

async function clearCache(queries: QueryClient): Promise<void> {
  forgetSearches()
  forgetHistories()
  forgetQueries()
  for (const key of REMEMBERED.flatMap(keptKeys)) keep(key, undefined)
  usePanelSizes.getState().reset()
  readAllAgain()
  await refreshAllKeys(queries)
}

/** Asks first: connections, favourites, snippets and settings stay, and the question says so. */
export function askClearCache(queries: QueryClient): void {
  openConfirm({
    title: redisText('settings.cache.clear'),
    text: redisText('settings.cache.ask'),
    action: redisText('settings.cache.clear'),
    run: async () => {
      await clearCache(queries)
      toast.success(redisText('settings.cache.done'))
    },
  })
}
