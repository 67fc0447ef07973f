import { gunzipSync, gzipSync } from 'node:zlib'
import type { Store } from '@qd/store'

interface Tables {
  simulator_definition: { hash: string; content: string; kept_at: number }
  simulator_definition_seen: {
    hash: string
    server_key: string
    first_at: number
    last_at: number
    previous: string
    changes: number
    breaking: number
  }
}

export const OLDER = '0'.repeat(63) + '1'

/** Gives the server a version of an hour before: a message had another field. */
export async function addOlderDefinition(store: Store<never>, sId: number): Promise<void> {
  const db = store.as<Tables>()
  const { hash, server_key: key } = await db.read
    .selectFrom('simulator_definition_seen')
    .select(['hash', 'server_key'])
    .where('server_key', 'like', `%:${sId}`)
    .executeTakeFirstOrThrow()
  const row = await db.read
    .selectFrom('simulator_definition')
    .selectAll()
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  const seen = await db.read
    .selectFrom('simulator_definition_seen')
    .selectAll()
    .where('hash', '=', hash)
    .where('server_key', '=', key)
    .executeTakeFirstOrThrow()
  const text = gunzipSync(Buffer.from(row.content, 'base64')).toString('utf8')
  const before = text.replace('"quality":{"type":"int32"', '"grade":{"type":"string"')
  if (before === text) throw new Error('the field of the older version is not in the definition')
  const content = gzipSync(before).toString('base64')
  await db.write(async (tx) => {
    await tx
      .insertInto('simulator_definition')
      .values({ ...row, hash: OLDER, content })
      .execute()
    await tx
      .insertInto('simulator_definition_seen')
      .values({
        ...seen,
        hash: OLDER,
        first_at: seen.first_at - 7_200_000,
        last_at: seen.first_at - 3_600_000,
      })
      .execute()
    await tx
      .updateTable('simulator_definition_seen')
      .set({ previous: OLDER, changes: 1, breaking: 1 })
      .where('hash', '=', hash)
      .where('server_key', '=', key)
      .execute()
  })
}
