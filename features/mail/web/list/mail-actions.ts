import { goTo, textOf } from '@qd/web-base'
import { call } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { openConfirm, toast } from '@qd/web-frame'
import { mailClone, mailRemove, mailSave } from '../../contract/index.ts'
import { emptyDraft } from '../parts/empty-draft.ts'
import { isOpenRequest } from '../parts/is-open-request.ts'
import { atLine, mailAddress } from '../parts/line-ref.ts'
import { refreshMails } from '../parts/refresh-mails.ts'
import type { MailRow } from './mail-columns.tsx'

/** Begins a mail and opens it: a draft is kept from its first moment. */
export async function startMail(line: LineRef, isTemplate: boolean): Promise<void> {
  const draft = emptyDraft(textOf('mail', isTemplate ? 'newTemplate' : 'newMail'))
  const { id } = await call(
    mailSave,
    { query: atLine(line), body: { isTemplate, draft } },
    { tag: 'mail:title', told: 'toast' },
  )
  refreshMails()
  goTo(mailAddress(id))
}

/** A copy of a mail as a draft, or as a template. */
export async function copyMail(line: LineRef, mail: Pick<MailRow, 'id'>, isTemplate: boolean): Promise<void> {
  const { id } = await call(
    mailClone,
    { query: atLine(line), body: { id: mail.id, isTemplate } },
    { tag: 'mail:title', told: 'toast' },
  )
  refreshMails()
  goTo(mailAddress(id))
}

/** Deletes a draft or a template after asking. */
export function removeAfterAsking(
  line: LineRef,
  { id, revision, name, approval }: Pick<MailRow, 'id' | 'revision' | 'name' | 'approval'>,
  onDone: () => void,
): void {
  const ask = textOf('mail', 'removeAsk', { name: name || textOf('mail', 'unnamed') })
  const withdraws = approval !== null && isOpenRequest(approval)
  openConfirm({
    title: textOf('mail', 'remove'),
    text: withdraws ? `${ask} ${textOf('mail', 'withdraw.removes', { number: approval.number })}` : ask,
    action: textOf('mail', 'remove'),
    run: async () => {
      await call(
        mailRemove,
        { query: atLine(line), body: { id, revision, ...(withdraws ? { withdraws } : {}) } },
        { tag: 'mail:remove', told: 'form' },
      )
      toast.success(textOf('mail', 'removed'))
      refreshMails()
      onDone()
    },
  })
}
