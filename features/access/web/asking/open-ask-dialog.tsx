import { textOf, texts } from '@qd/web-base'
import { openDialog } from '@qd/web-frame'
import '../texts.ts'
import { AskForm } from './ask-form.tsx'

/** Asks for rights: for a permission that is missing, or at a place that may not be seen. */
export async function openAskDialog(missing: { permission?: string; scope?: string } = {}): Promise<void> {
  await texts.loadNamespaces('access')
  openDialog(
    ({ close }) => <AskForm permission={missing.permission} scope={missing.scope} onClose={close} />,
    {
      title: textOf('access', 'ask.title'),
      width: 560,
      isDismissible: false,
    },
  )
}
