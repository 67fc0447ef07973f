import { foldForSearch } from '@qd/store'
import { MAIL_PREVIEW_LENGTH } from '../../contract/index.ts'
import type { MailDraft, MailText } from '../../contract/index.ts'
import type { MailRow } from '../tables.ts'

/** The text that stands in for others; any other where it is missing. */
export function shownText({ content, fallback }: MailDraft): MailText {
  return content[fallback] ?? Object.values(content)[0] ?? { title: '', body: '' }
}

/** Whole characters, as people count them. */
export function previewOf(body: string): string {
  const line = body.replace(/\s+/g, ' ').trim()
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(line)
  let shown = ''
  let count = 0
  for (const { segment } of graphemes) {
    if (count === MAIL_PREVIEW_LENGTH) return `${shown}…`
    shown += segment
    count += 1
  }
  return shown
}

type Columns =
  | 'name'
  | 'send_type'
  | 'email_type'
  | 'draft'
  | 'title'
  | 'content'
  | 'attach_kinds'
  | 'tags'
  | 'search'
  | 'send_at'
  | 'expire_at'

/** What of a draft stands in columns of its own. */
export function draftColumns(draft: MailDraft): Pick<MailRow, Columns> {
  const { title, body } = shownText(draft)
  return {
    name: draft.name,
    send_type: draft.sendType,
    email_type: draft.emailType,
    draft: JSON.stringify(draft),
    title,
    content: previewOf(body),
    attach_kinds: draft.attach.length,
    tags: JSON.stringify(draft.tags),
    search: foldForSearch([draft.name, title, ...draft.tags].join('\n')),
    send_at: draft.sendAt,
    expire_at: draft.expireAt,
  }
}
