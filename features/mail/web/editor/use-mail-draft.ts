import { isCallError, textOf } from '@qd/web-base'
import { call } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { openConfirm, toast, useMarkUnsaved } from '@qd/web-frame'
import { useState } from 'react'
import { mailGet, mailSave } from '../../contract/index.ts'
import type { MailDraft, MailRecord } from '../../contract/index.ts'
import { atLine } from '../parts/line-ref.ts'
import { refreshMails } from '../parts/refresh-mails.ts'

const changedPart = <T extends object>(saved: T, before: T, now: T): T => ({
  ...saved,
  ...Object.fromEntries(Object.entries(now).filter(([key, value]) => before[key as keyof T] !== value)),
})

/** The saved mail with what was typed since `before`. */
const typedOver = (saved: MailDraft, before: MailDraft, now: MailDraft): MailDraft => ({
  ...changedPart(saved, before, now),
  content: changedPart(saved.content, before.content, now.content),
  sender: changedPart(saved.sender, before.sender, now.sender),
})

/** What was typed over the saved mail, and the revision it was typed over. */
export function useMailDraft(line: LineRef, mail: MailRecord) {
  const [base, setBase] = useState(mail)
  const [draft, setDraft] = useState<MailDraft>(mail.draft)
  const [isWrong, setWrong] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [other, setOther] = useState<MailRecord | null>(null)
  /** Fields that keep what is typed begin anew with each. */
  const [formKey, setFormKey] = useState(0)
  const isChanged = draft !== base.draft
  useMarkUnsaved(isChanged ? 1 : 0)
  const take = (next: MailRecord) => {
    setBase(next)
    // What was typed while it was read or saved stays.
    setDraft((now) => (now === draft ? next.draft : typedOver(next.draft, draft, now)))
    setOther(null)
    setWrong(false)
  }
  const beginAnew = () => {
    setWrong(false)
    setFormKey((before) => before + 1)
  }
  const patch = (part: Partial<MailDraft>) => setDraft((before) => ({ ...before, ...part }))
  const read = () =>
    call(mailGet, { query: atLine(line), body: { id: mail.id } }, { tag: 'mail:one', told: 'toast' })
  const askToWithdraw = (revision: number, text: string) =>
    openConfirm({
      title: textOf('mail', 'withdraw.title'),
      text,
      action: textOf('mail', 'withdraw.save'),
      run: () => save(revision, true),
    })
  const save = async (revision = base.revision, withdraws = false): Promise<boolean> => {
    const more = withdraws ? { withdraws } : {}
    setSaving(true)
    try {
      await call(
        mailSave,
        { query: atLine(line), body: { id: mail.id, revision, isTemplate: mail.isTemplate, draft, ...more } },
        { tag: 'mail:save', told: 'toast', answeredCodes: ['mail_changed', 'mail_in_approval'] },
      )
      take(await read())
      toast.success(textOf('mail', 'saved'))
      refreshMails()
      return true
    } catch (error) {
      if (!isCallError(error)) throw error
      if (error.code === 'mail_changed') setOther(await read())
      if (error.code === 'mail_in_approval') askToWithdraw(revision, error.message)
      return false
    } finally {
      setSaving(false)
    }
  }
  return {
    draft,
    // How it stands moves on while the same revision is looked at.
    base: mail.revision === base.revision ? { ...base, state: mail.state, approval: mail.approval } : base,
    other,
    isChanged,
    isWrong,
    canSave: isChanged && !isWrong && !isSaving && other === null,
    formKey,
    setWrong,
    save,
    patch,
    /** Another one's revision, in the place of what was typed. */
    load: (next: MailRecord) => {
      take(next)
      beginAnew()
    },
    /** Parts that come from elsewhere, a template. */
    fill: (part: Partial<MailDraft>) => {
      patch(part)
      beginAnew()
    },
    reload: async () => take(await read()),
  }
}

export type MailDraftState = ReturnType<typeof useMailDraft>
