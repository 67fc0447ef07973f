import { openDialog } from '@qd/web-frame'
import { kitText, lazyPart } from '@qd/web-base'
import type { GivenConfirmation, Question } from './confirmation.ts'

// Like the frame of dialogs: the login page never asks.
const ConfirmationForm = lazyPart(() => import('./confirmation-form.tsx'))

export interface AskedFor {
  /** The exact name to type. */
  expected: string
  /** What the reason field shows first; null: the call carries a reason already. */
  reason: string | null
}

/** Asks for the typed name, and for a reason where there is none; null when the operator decides against it. */
export function askConfirmation(question: Question, asked: AskedFor): Promise<GivenConfirmation | null> {
  const { promise, resolve } = Promise.withResolvers<GivenConfirmation | null>()
  openDialog(
    ({ close }) => (
      <ConfirmationForm
        question={question}
        asked={asked}
        onClose={close}
        onConfirm={(given) => {
          resolve(given)
          close()
        }}
      />
    ),
    {
      title: question.title ?? kitText('confirmation.title'),
      width: 460,
      danger: true,
      onClose: () => resolve(null),
    },
  )
  return promise
}
