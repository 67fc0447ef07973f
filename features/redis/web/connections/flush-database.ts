import { call, newConfirmation } from '@qd/web-calls'
import { toast } from '@qd/web-frame'
import { flushDatabase } from '../../contract/index.ts'
import { redisText } from '../texts.ts'
import { tellChange } from '../workspace/workspace.ts'
import type { OpenDatabase } from '../workspace/workspace.ts'

/** Empties a database: whoever asks for it types the name of the connection, and proves that it is them. */
export async function flush({ id, connection, db }: OpenDatabase): Promise<void> {
  const { name, lineId } = connection
  const { keys } = await call(
    flushDatabase,
    { body: { lineId, connectionId: connection.id, db } },
    {
      tag: 'redis:connections.flush.title',
      told: 'toast',
      confirmation: newConfirmation({
        title: redisText('connections.flush.title'),
        text: redisText('connections.flush.ask', { name, db }),
        action: redisText('connections.flush.title'),
        expected: name,
      }),
    },
  )
  toast.success(redisText('connections.flush.done', { count: keys }))
  tellChange({ databaseId: id, added: [], removed: [], changed: [], isFlushed: true })
}
