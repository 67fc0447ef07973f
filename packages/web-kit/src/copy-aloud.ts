import { copyText } from './copy-text.ts'
import { kitText } from './i18n/kit-text.ts'
import { toast } from './toast/toast.ts'

/** Copies and says so; false where the browser does not let it. */
export async function copyAloud(text: string): Promise<boolean> {
  const isCopied = await copyText(text)
  if (isCopied) toast.message(kitText('copied'))
  else toast.error(kitText('copyFailed'))
  return isCopied
}
