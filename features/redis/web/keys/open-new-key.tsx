import { call } from '@qd/web-calls'
import { openDialog, toast } from '@qd/web-frame'
import { createKey } from '../../contract/index.ts'
import { redisText } from '../texts.ts'
import { showKey, tellChange } from '../workspace/workspace.ts'
import type { KeySession } from './key-session.ts'
import { NEW_TYPES, contentOf } from './new-key-content.ts'
import type { NewKeyValues } from './new-key-content.ts'
import { NewKeyForm } from './new-key-form.tsx'
import { ttlOf } from './ttl-units.ts'

/** Asks for a new key and makes it; then it is in the tree and open. */
export function openNewKey(session: KeySession, name = ''): void {
  const { database } = session
  const { id: databaseId, connection, db } = database
  const send = (values: NewKeyValues): Promise<unknown> =>
    call(
      createKey,
      {
        body: {
          lineId: connection.lineId,
          connectionId: connection.id,
          db,
          key: values.name,
          ttlMs: values.amount === undefined ? null : ttlOf({ amount: values.amount, unit: values.unit }),
          content: contentOf(values),
        },
      },
      { tag: 'redis:page.keys', told: 'form' },
    )
  openDialog(
    ({ close }) => (
      <NewKeyForm
        name={name}
        types={session.hasJson ? NEW_TYPES : NEW_TYPES.filter((type) => type !== 'json')}
        send={send}
        onSent={({ name: key }) => {
          close()
          tellChange({ databaseId, added: [key], removed: [], changed: [] })
          showKey({ databaseId, key })
          toast.success(redisText('keys.create.done', { name: key }))
          void session.reveal(key)
        }}
        onClose={close}
      />
    ),
    { title: redisText('keys.create.title'), width: 520 },
  )
}
