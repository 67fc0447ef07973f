import { currentLanguage } from '@qd/web-base'
import type { MailDraft } from '../../contract/index.ts'

const LIFE_MS = 30 * 86_400_000
const HOUR_MS = 3_600_000

/** A mail nobody has written yet, in the writer's own language; it is gone after thirty days. */
export function emptyDraft(name: string): MailDraft {
  const fallback = currentLanguage()
  return {
    name,
    sendType: 2,
    emailType: 'system',
    playerObj: [],
    serverId: [],
    content: { [fallback]: { title: '', body: '' } },
    fallback,
    sender: {},
    attach: [],
    sendAt: null,
    expireAt: Math.floor((Date.now() + LIFE_MS) / HOUR_MS) * HOUR_MS,
    where: {},
    exclude: [],
    tags: [],
  }
}
