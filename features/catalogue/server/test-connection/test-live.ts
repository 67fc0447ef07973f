import { parseJsonText } from '@qd/canonical-json'
import { serveChannel } from '@qd/server-kit'
import type { ServedChannel } from '@qd/server-kit'
import type { Store } from '@qd/store'
import { testChannel } from '../../contract/index.ts'
import type { TestStep } from '../../contract/index.ts'
import type { CatalogueTables } from '../tables.ts'

/** One test of one user: nobody hears of another's. */
interface TestRun {
  userId: string
  run: string
}

const topicOf = ({ userId, run }: TestRun) => `scope.test/${userId}/${run}`

/** To whatever node the page is connected with. What does not arrive is in the answer of the call. */
export function tellSteps(
  { broadcast }: Pick<Store<CatalogueTables>, 'broadcast'>,
  run: TestRun,
  steps: readonly TestStep[],
): void {
  broadcast.publish(topicOf(run), JSON.stringify({ steps })).catch(() => undefined)
}

export function serveTestChannel({ broadcast }: Pick<Store<CatalogueTables>, 'broadcast'>): ServedChannel {
  return serveChannel(testChannel, ({ run }, { caller, send }) =>
    broadcast.subscribe(topicOf({ userId: caller.userId, run }), (text) =>
      send(parseJsonText(text) as { steps: TestStep[] }),
    ),
  )
}
