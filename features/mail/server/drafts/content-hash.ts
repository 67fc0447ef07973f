import { hash } from 'node:crypto'
import { canonicalJson } from '@qd/canonical-json'
import type { MailDraft } from '../../contract/index.ts'

/** Everything a player reads or gets, whoever the players are. */
export function contentHash({ content, fallback, sender, attach, sendAt, expireAt }: MailDraft): string {
  return hash('sha256', canonicalJson({ content, fallback, sender, attach, sendAt, expireAt }), 'hex')
}
