import { isCallError } from '@qd/web-base'
import type { CallError } from '@qd/web-base'
import { toast } from '@qd/web-frame'
import { hiddenCharacters, withoutHidden } from '@qd/web-controls/fields'
import type { HiddenCharacter } from '@qd/web-controls/fields'
import { useState } from 'react'
import { EDIT_BYTES } from '../../../contract/index.ts'
import { redisText } from '../../texts.ts'
import { redisBytesOf, sizeText } from '../model/bytes.ts'
import { faultText } from '../decode/fault-banner.tsx'
import type { Encoded } from '../decode/messages.ts'
import type { Reading } from '../decode/reading.ts'
import { TookTooLong } from '../decode/worker-pool.ts'
import { openDiff, wantsDiff } from './save-dialogs.tsx'
import { saveValue } from './save-value.ts'
import type { Draft, DraftTarget } from './save-value.ts'
import type { ShownValue } from './use-value.ts'

export interface DraftControls {
  readonly draft: Draft | null
  /** What is wrong, in words; empty: nothing. */
  readonly fault: string
  readonly isSaving: boolean
  /** Characters nobody sees, while it is asked what to do with them. */
  readonly hidden: readonly HiddenCharacter[] | null
  type(text: string, base: ShownValue, reading: Reading): void
  discard(): void
  save(): void
  keepHidden(): void
  removeHidden(): void
  backFromHidden(): void
}

/** The bytes of what was typed, or why there are none, in words. */
async function encodeAloud({ text, reading }: Draft): Promise<(Encoded & { ok: true }) | string> {
  try {
    const encoded = await reading.encode(text)
    if (encoded.ok) return encoded
    const why = encoded.code === 'syntax' && encoded.at > 0 ? '' : faultText(encoded.code, redisText)
    const where = encoded.at > 0 ? redisText('detail.wrongAt', { at: encoded.at }) : ''
    return [where, why].filter(Boolean).join(' · ')
  } catch (error) {
    return faultText(error instanceof TookTooLong ? 'time' : 'failed', redisText)
  }
}

/** What is typed into a value, from the first key to its save. */
export function useDraft(target: DraftTarget): DraftControls {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [fault, setFault] = useState('')
  const [isSaving, setSaving] = useState(false)
  const [hidden, setHidden] = useState<readonly HiddenCharacter[] | null>(null)

  const done = (): void => {
    setDraft(null)
    setFault('')
    toast.success(redisText('detail.saved'))
  }
  const tellFailure = (error: unknown): void => {
    if (!isCallError(error)) throw error
    setFault((error as CallError).told)
  }
  const compareAndSend = (own: Draft, { bytes, differs }: Encoded & { ok: true }): void => {
    const send = () =>
      saveValue({ target, own, value: redisBytesOf(bytes), done, drop: () => setDraft(null) })
    const before = own.reading.text
    const notes = differs.map((part) => redisText(`viewers.differs.${part}`))
    if (target.alwaysDiff || notes.length > 0 || wantsDiff(before, own.text)) {
      return openDiff({ before, after: own.text, notes, save: send })
    }
    setSaving(true)
    void send()
      .catch(tellFailure)
      .finally(() => setSaving(false))
  }
  const submit = async (own: Draft): Promise<void> => {
    setSaving(true)
    const encoded = await encodeAloud(own).finally(() => setSaving(false))
    if (typeof encoded === 'string') return setFault(encoded)
    if (encoded.bytes.length > EDIT_BYTES) {
      return setFault(redisText('detail.tooLarge', { limit: sizeText(EDIT_BYTES) }))
    }
    setFault('')
    compareAndSend(own, encoded)
  }
  const save = (): void => {
    if (draft === null || isSaving) return
    const found = draft.reading.look === 'dump' ? [] : hiddenCharacters(draft.text)
    if (found.length > 0) setHidden(found)
    else void submit(draft)
  }
  return {
    draft,
    fault,
    isSaving,
    hidden,
    type: (text, base, reading) => {
      setFault('')
      setDraft((old) => {
        const own = old ?? { base, reading }
        return text === own.reading.text ? null : { ...own, text }
      })
    },
    discard: () => {
      setDraft(null)
      setFault('')
    },
    save,
    keepHidden: () => {
      setHidden(null)
      if (draft !== null) void submit(draft)
    },
    removeHidden: () => {
      setHidden(null)
      if (draft === null) return
      const clean = { ...draft, text: withoutHidden(draft.text) }
      setDraft(clean)
      void submit(clean)
    },
    backFromHidden: () => setHidden(null),
  }
}
