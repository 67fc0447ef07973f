import { currentLanguage } from '@qd/web-base'
import type { MailDraft } from '../../contract/index.ts'

/** A mail nobody has written yet, in the writer's own language. */
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
    expireAt: null,
    where: {},
    exclude: [],
    tags: [],
  }
}
