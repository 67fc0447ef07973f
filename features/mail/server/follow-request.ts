import { objectKey, standingColumns } from '@qd/server-kit'
import type { ApprovalFollower } from '@qd/server-kit'
import type { Kysely } from 'kysely'
import { mailSendApproval } from '../contract/index.ts'
import type { MailTables } from './tables.ts'

const OBJECT = 'mail:'

/** What requests to send a mail name it by. */
export const objectOf = ({ id }: { id: string }) => objectKey('mail', id)

/** Keeps on each mail where the request for its approval stands. */
export const MAIL_FOLLOWER: ApprovalFollower = {
  type: mailSendApproval.type,
  async changed(tx, object, standing) {
    if (!object.startsWith(OBJECT)) return
    const db: Kysely<MailTables> = tx
    await db
      .updateTable('mail')
      .set(standingColumns(standing))
      .where('id', '=', object.slice(OBJECT.length))
      .execute()
  },
}
