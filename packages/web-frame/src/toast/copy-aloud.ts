import { copyText } from '@qd/web-base'
import { kitText } from '@qd/web-base'
import { toast } from './toast.ts'

/** Copies and says so; false where the browser does not let it. */
export async function copyAloud(text: string): Promise<boolean> {
  const isCopied = await copyText(text)
  if (isCopied) toast.message(kitText('copied'))
  else toast.error(kitText('copyFailed'))
  return isCopied
}
