import { call, newConfirmation } from '@qd/web-calls'
import { openReasonDialog } from '@qd/web-forms'
import { codesVoid } from '../../contract/index.ts'

interface Asked {
  title: string
  /** What is lost. */
  text: string
  body: { lineId: string; batchId: string; code?: string }
  onDone: () => void
}

/** Asks why, and makes one code or the rest of a batch void. */
export function openVoidDialog({ title, text, body, onDone }: Asked): void {
  openReasonDialog({
    title,
    text,
    action: title,
    run: async (reason) => {
      const confirmation = newConfirmation({ title, text, action: title })
      const told = { tag: 'redemption-codes:title', told: 'form' } as const
      await call(codesVoid, { body: { ...body, reason } }, { ...told, confirmation })
      onDone()
    },
  })
}
