import { uuidv7 } from '@qd/server-kit'
import type { DeliveryRow, NoticeRow } from '../notification-tables.ts'

/** A delivery that waits to be sent. */
export function newDelivery(
  notice: Pick<NoticeRow, 'id' | 'kind' | 'notice_key'>,
  to: Pick<DeliveryRow, 'way' | 'target'>,
  atMs: number,
): DeliveryRow {
  return {
    id: uuidv7(atMs),
    ...to,
    kind: notice.kind,
    notice_key: notice.notice_key,
    notice_id: notice.id,
    state: 'waiting',
    tries: 0,
    not_before: 0,
    created_at: atMs,
    ended_at: null,
    status: null,
    fault: '',
  }
}
