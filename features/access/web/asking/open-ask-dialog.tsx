import { textOf, texts } from '@qd/web-base'
import { openDialog } from '@qd/web-frame'
import '../texts.ts'
import { AskForm } from './ask-form.tsx'

/** Asks for rights; `permission` is the one that is missing. */
export async function openAskDialog(permission?: string): Promise<void> {
  await texts.loadNamespaces('access')
  openDialog(({ close }) => <AskForm permission={permission} onClose={close} />, {
    title: textOf('access', 'ask.title'),
    width: 560,
    isDismissible: false,
  })
}
