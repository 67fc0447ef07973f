import { AppError } from '@qd/contract-kit'
import type { RouteInput, RouteReplyGiven } from '@qd/contract-kit'
import type { CallContext } from '@qd/server-kit'
import { redisErrors } from '../../../contract/index.ts'
import type { exportConnections as route } from '../../../contract/index.ts'
import { configOf, sealedOf } from '../connection-view.ts'
import { NO_SECRETS, openSecrets } from '../secrets.ts'
import type { ExchangeDeps } from './import-connections.ts'
import { writeOwnFile } from './own-file.ts'

/** The connections of a line as a file; secrets only under a passphrase, and after a proof of who asks. */
export async function exportConnections(
  { store, secretBox }: ExchangeDeps,
  { body }: RouteInput<typeof route>,
  ctx: CallContext,
): Promise<RouteReplyGiven<typeof route>> {
  const { lineId, ids, passphrase } = body
  const isWithSecrets = passphrase !== undefined
  if (isWithSecrets) await ctx.askStepUp()
  const all = await store.read
    .selectFrom('redis_connection')
    .selectAll()
    .where('line_id', '=', lineId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const known = new Set(all.map(({ id }) => id))
  if (ids?.every((id) => known.has(id)) === false)
    throw new AppError(redisErrors.redis_connection_not_found, { field: 'ids' })
  const rows = ids === undefined ? all : all.filter(({ id }) => ids.includes(id))
  const connections = rows.map((row) => ({
    config: configOf(row),
    secrets: isWithSecrets ? openSecrets(sealedOf(row), row.id, secretBox) : NO_SECRETS,
  }))
  ctx.note({ connections: rows.map(({ name }) => name) })
  return {
    fileName: `redis-connections-${lineId}.json`,
    text: await writeOwnFile(connections, passphrase),
    connections: rows.length,
  }
}
