import { objectKey, standingColumns } from '@qd/server-kit'
import type { ApprovalFollower } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { releaseApproval } from '../contract/index.ts'
import type { BatchRow, CodeTables } from './code-tables.ts'

const OBJECT = 'code-batch:'

/** What requests to release a batch name it by. */
export const objectOf = ({ id }: Pick<BatchRow, 'id'>) => objectKey('code-batch', id)

/** Keeps on each batch where the request for its approval stands. */
export const CODES_FOLLOWER: ApprovalFollower = {
  type: releaseApproval.type,
  async changed(tx, object, standing) {
    if (!object.startsWith(OBJECT)) return
    const db: Kysely<CodeTables> = tx
    await db
      .updateTable('code_batch')
      .set(standingColumns(standing))
      .where('id', '=', object.slice(OBJECT.length))
      .execute()
  },
}
