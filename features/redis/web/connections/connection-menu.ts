import type { MenuItem } from '@qd/web-controls'
import type { RedisConnection } from '../../contract/index.ts'
import type { RedisTexts } from '../texts.ts'
import {
  askDelete,
  copyName,
  duplicateConnection,
  editConnection,
  reorder,
  startOpening,
  testStored,
} from './connection-actions.ts'
import type { ActionContext } from './connection-actions.ts'
import { movedBefore, neighbourOf } from './connection-list.ts'
import { flush } from './flush-database.ts'
import { closeOpen } from './openings.ts'
import { useWorkspace } from '../workspace/workspace.ts'

function moveItems(t: RedisTexts, connection: RedisConnection, context: ActionContext): MenuItem[] {
  return ([-1, 1] as const).flatMap((by) => {
    const target = neighbourOf(context.list, connection, by)
    const ids = target === undefined ? null : movedBefore(context.list, connection, target)
    if (ids === null) return []
    return [
      {
        key: by < 0 ? 'up' : 'down',
        label: t(by < 0 ? 'connections.up' : 'connections.down'),
        onSelect: () => void reorder(connection.lineId, ids, context),
      },
    ]
  })
}

const openDatabasesOf = (connectionId: string) =>
  useWorkspace.getState().databases.filter(({ connection }) => connection.id === connectionId)

/** What can be done with a connection, by state and by what the user may. */
export function connectionItems(
  t: RedisTexts,
  connection: RedisConnection,
  isOpen: boolean,
  context: ActionContext,
): MenuItem[] {
  const { mayManage, isManaged, id } = connection
  const item = (key: string, label: string, onSelect: () => void, isSeparated = false): MenuItem => ({
    key,
    label,
    onSelect,
    isSeparated,
  })
  const opened = isOpen
    ? [
        item('show', t('connections.show'), () => void startOpening(connection)),
        item('close', t('connections.close'), () => void closeOpen(id)),
      ]
    : [item('open', t('connections.open'), () => void startOpening(connection))]
  const flushed = connection.mayFlush
    ? openDatabasesOf(id).map((database) =>
        item(
          `flush${database.db}`,
          `${t('connections.flush.title')} · DB${database.db}`,
          () => void flush(database).catch(() => undefined),
          true,
        ),
      )
    : []
  const copied = item('copy', t('connections.copyName'), () => copyName(connection), true)
  if (!mayManage) return [...opened, copied, ...flushed]
  return [
    ...opened,
    item('test', t('connections.test.title'), () => testStored(connection), true),
    item('edit', t('connections.edit'), () => void editConnection(connection, context)),
    item('duplicate', t('connections.duplicate'), () => duplicateConnection(connection, context)),
    copied,
    ...moveItems(t, connection, context),
    ...flushed,
    // The sandbox would give it again.
    ...(isManaged
      ? []
      : [item('delete', t('connections.delete'), () => askDelete(connection, context), true)]),
  ]
}
