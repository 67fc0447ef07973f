import { openDialog } from '@qd/web-frame'
import { kitText, lazyPart } from '@qd/web-base'
import type { GivenConfirmation, Question } from './confirmation.ts'
import type { StepUpAsked } from './step-up.ts'

// Like the frame of dialogs: the login page never asks.
const ConfirmationForm = lazyPart(() => import('./confirmation-form.tsx'))

export interface AskedFor {
  /** The exact name to type; null: none. */
  expected: string | null
  /** What the reason field shows first; null: the call carries a reason already. */
  reason: string | null
  /** What is to be proven; null: nothing. */
  stepUp: StepUpAsked | null
}

/** Asks in one dialog for reason, typed name and proof, as far as they are wanted; null when the operator decides against it. */
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
      title: question.title ?? kitText(asked.expected === null ? 'stepUp.title' : 'confirmation.title'),
      width: 460,
      danger: true,
      onClose: () => resolve(null),
    },
  )
  return promise
}
