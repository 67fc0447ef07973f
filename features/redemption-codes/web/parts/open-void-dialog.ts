import { isCallError } from '@qd/web-base'
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
      try {
        await call(
          codesVoid,
          { body: { ...body, reason } },
          { tag: 'redemption-codes:title', told: 'form', confirmation },
        )
      } catch (error) {
        // Whoever decided against it, or handed it in, is done here.
        if (isCallError(error) && error.code === 'aborted') return
        throw error
      }
      onDone()
    },
  })
}
