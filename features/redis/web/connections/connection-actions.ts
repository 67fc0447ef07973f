import { isCallError } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { copyAloud, openConfirm, toast } from '@qd/web-frame'
import { deleteConnection, orderConnections, saveConnection } from '../../contract/index.ts'
import type { RedisConnection } from '../../contract/index.ts'
import { redisText } from '../texts.ts'
import { askClose } from './close-first.tsx'
import { openConnectionDialog } from './connection-dialog.tsx'
import { configOf } from './connection-draft.ts'
import { closeOpen, dismissNote, isOpen, lastDbOf, openDatabase, showOpen } from './openings.ts'
import { openPasswordDialog } from './password-dialog.tsx'
import { openTestDialog } from './test-dialog.tsx'
import type { KnownLine } from './use-connections.ts'

export interface ActionContext {
  list: readonly RedisConnection[]
  lines: readonly KnownLine[]
  refresh: () => Promise<void>
}

/** Opens a connection, after asking for what it wants to know; one that is open comes into view. */
export async function startOpening(connection: RedisConnection, db?: number): Promise<void> {
  const wanted = db ?? lastDbOf(connection.id)
  if (isOpen(connection.id) && db === undefined) return showOpen(connection)
  if (connection.asksPassword && !isOpen(connection.id)) return openPasswordDialog(connection, wanted)
  const failure = await openDatabase(connection, wanted)
  if (failure?.code !== 'redis_password_needed') return
  dismissNote(connection.id)
  openPasswordDialog(connection, wanted)
}

/** Edits a connection; an open one is closed first, after asking (S4.13). */
export async function editConnection(connection: RedisConnection, context: ActionContext): Promise<void> {
  if (isOpen(connection.id)) {
    if (!(await askClose(connection.name))) return
    await closeOpen(connection.id)
  }
  dismissNote(connection.id)
  openConnectionDialog({ ...context, editing: connection })
}

export function duplicateConnection(connection: RedisConnection, context: ActionContext): void {
  openConnectionDialog({ ...context, copyOf: connection })
}

export function testStored(connection: RedisConnection): void {
  openTestDialog(connection)
}

export function copyName({ name }: RedisConnection): void {
  void copyAloud(name)
}

export function askDelete(connection: RedisConnection, { refresh }: ActionContext): void {
  const { id, lineId, name, revision } = connection
  openConfirm({
    title: redisText('connections.delete'),
    text: redisText('connections.deleteAsk', { name }),
    action: redisText('connections.delete'),
    run: async () => {
      await closeOpen(id)
      await call(
        deleteConnection,
        { body: { lineId, connectionId: id, revision } },
        { tag: 'redis:connections.delete', told: 'form' },
      ).finally(refresh)
      toast.success(redisText('connections.deleted', { name }))
    },
  })
}

/** Puts the connections of a line into this order. */
export async function reorder(
  lineId: string,
  ids: readonly string[],
  { refresh }: ActionContext,
): Promise<void> {
  try {
    await call(
      orderConnections,
      { body: { lineId, ids: [...ids] } },
      { tag: 'redis:connections.order', told: 'toast' },
    )
  } catch (error) {
    if (!isCallError(error)) throw error
  }
  await refresh()
}

/** Saves a connection to one node as the cluster the node belongs to, and opens it again. */
export async function openAsCluster(connection: RedisConnection, { refresh }: ActionContext): Promise<void> {
  const { id, lineId, revision } = connection
  await closeOpen(id)
  try {
    const { connection: saved } = await call(
      saveConnection,
      {
        body: {
          lineId,
          connectionId: id,
          revision,
          config: { ...configOf(connection), mode: 'cluster' },
          secrets: {},
        },
      },
      { tag: 'redis:connections.asCluster', told: 'toast' },
    )
    await refresh()
    await startOpening(saved)
  } catch (error) {
    if (!isCallError(error)) throw error
  }
}
