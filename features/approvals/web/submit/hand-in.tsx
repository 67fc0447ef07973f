import { textOf, texts } from '@qd/web-base'
import type { UnapprovedCall } from '@qd/web-calls'
import { openDialog } from '@qd/web-frame'
import '../texts.ts'
import { SubmitForm } from './submit-form.tsx'

/** Asks for what a request for approval needs and hands the refused call in; says whether it was. */
export async function handIn(refused: UnapprovedCall): Promise<boolean> {
  await texts.loadNamespaces('approvals')
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let isDone = false
  const onDone = () => {
    isDone = true
  }
  openDialog(({ close }) => <SubmitForm refused={refused} onClose={close} onDone={onDone} />, {
    title: textOf('approvals', 'submit.title'),
    width: 560,
    onClose: () => resolve(isDone),
  })
  return promise
}
